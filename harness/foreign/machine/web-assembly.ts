import { dressed, replace } from './replace.ts';

/** As much of WebAssembly as is needed. */
interface WebAssembly {
  readonly Module: new (bytes: unknown) => object;
  readonly Instance: new (module: object, imports?: unknown) => object;
}

/** Compiling and instantiating on this thread: elsewhere the order of what is ready would be that of real time. */
export function installWebAssembly(): void {
  const wasm = Reflect.get(globalThis, 'WebAssembly') as WebAssembly & Record<string, object>;
  const { Module, Instance } = wasm;
  const bytesOf = async (response: unknown): Promise<unknown> => ((await response) as { arrayBuffer(): Promise<unknown> }).arrayBuffer();
  const instantiate = async (source: unknown, imports?: unknown): Promise<unknown> => {
    if (source instanceof Module) return new Instance(source, imports);
    const module = new Module(source);
    return { module, instance: new Instance(module, imports) };
  };
  const functions = {
    compile: async (bytes: unknown) => new Module(bytes),
    instantiate,
    compileStreaming: async (response: unknown) => new Module(await bytesOf(response)),
    instantiateStreaming: async (response: unknown, imports?: unknown) => instantiate(await bytesOf(response), imports),
  };
  for (const [name, value] of Object.entries(functions)) {
    const real = wasm[name];
    if (real !== undefined) replace(wasm, name, dressed(value, real));
  }
}
