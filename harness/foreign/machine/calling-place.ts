import { placeName, where } from '../where.ts';

/** Frames that are read of a stack: code of ours and of packages lies between the machine and the user. */
const depth = 40;

/** `module:line` of the user's code that called what calls this; undefined where only Node and we are on the stack. */
export function callingPlace(): string | undefined {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = depth;
  const { stack } = new Error();
  Error.stackTraceLimit = before;
  return placeName(where(stack));
}
