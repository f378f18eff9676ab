import { InputError } from '../../sim/kernel/problem.ts';

/** What `read` makes of the command line; of wrong use it says what is wrong and ends the program with 2. */
export function orWrongUse<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    const ofNode = String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS');
    if (!(error instanceof InputError) && !ofNode) throw error;
    console.error((error as Error).message);
    return process.exit(2);
  }
}

/** Several of these names, written with commas between them. */
export function someOf<const Name extends string>(option: string, text: string, known: readonly Name[]): readonly Name[] {
  const wanted = text.split(',');
  const unknown = wanted.filter((name) => !known.some((each) => each === name));
  if (unknown.length > 0) {
    const message = `expected some of ${known.join(', ')}, found ${unknown.map((name) => JSON.stringify(name)).join(', ')}`;
    throw new InputError([{ file: option, message }]);
  }
  return known.filter((name) => wanted.includes(name));
}
