import { type ServedHost, servedAddress } from './served-host.ts';

type Answer = (...args: unknown[]) => void;

/** Calls of node:dns that ask a name server, or for a name. */
const questions = [
  'lookupService',
  'resolve',
  'resolve4',
  'resolve6',
  'resolveAny',
  'resolveCaa',
  'resolveCname',
  'resolveMx',
  'resolveNaptr',
  'resolveNs',
  'resolvePtr',
  'resolveSoa',
  'resolveSrv',
  'resolveTlsa',
  'resolveTxt',
  'reverse',
];

/** Lets node:dns know the served host and no other one, and ask nobody. */
export function putNamesInMemory(host: ServedHost): void {
  const dns = process.getBuiltinModule('node:dns') as unknown as Record<string, unknown> & { promises: Record<string, unknown> };
  dns.lookup = (name: string, ...rest: unknown[]): void => {
    const answer = rest.at(-1) as Answer;
    const found = host.serves(name) ? undefined : host.unknown('dns.lookup', name);
    if (found !== undefined) process.nextTick(answer, found);
    else if (asksForAll(rest[0])) process.nextTick(answer, null, [{ ...servedAddress }]);
    else process.nextTick(answer, null, servedAddress.address, servedAddress.family);
  };
  dns.promises.lookup = async (name: string, options?: unknown): Promise<unknown> => {
    if (!host.serves(name)) throw host.unknown('dns.promises.lookup', name);
    return asksForAll(options) ? [{ ...servedAddress }] : { ...servedAddress };
  };
  refuseAll(dns, 'dns', host);
  refuseAll(dns.promises, 'dns.promises', host);
  refuseAll((dns.Resolver as { prototype: Record<string, unknown> }).prototype, 'dns.Resolver', host);
  refuseAll((dns.promises.Resolver as { prototype: Record<string, unknown> }).prototype, 'dns.promises.Resolver', host);
}

function refuseAll(of: Record<string, unknown>, called: string, host: ServedHost): void {
  const promises = called.startsWith('dns.promises');
  for (const name of questions) {
    if (typeof of[name] !== 'function') continue;
    of[name] = (asked: unknown, ...rest: unknown[]): unknown => {
      const error = host.unknown(`${called}.${name}`, String(asked));
      if (promises) return Promise.reject(error);
      const answer = rest.at(-1);
      if (typeof answer !== 'function') throw error;
      process.nextTick(answer as Answer, error);
      return undefined;
    };
  }
}

function asksForAll(options: unknown): boolean {
  return typeof options === 'object' && options !== null && 'all' in options && options.all === true;
}
