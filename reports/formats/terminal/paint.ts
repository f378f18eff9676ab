import picocolors from 'picocolors';

export type Paint = ReturnType<typeof picocolors.createColors>;

/** Colours, or functions that leave text as it is. */
export const paint = (colour: boolean): Paint => picocolors.createColors(colour);

/** NO_COLOR wins, then FORCE_COLOR (0 and false mean no), then whether the stream is a terminal that is not dumb. */
export function wantsColour(environment: Readonly<Record<string, string | undefined>>, isTerminal: boolean): boolean {
  if (environment.NO_COLOR !== undefined && environment.NO_COLOR !== '') return false;
  const force = environment.FORCE_COLOR;
  if (force !== undefined) return force !== '0' && force !== 'false';
  return isTerminal && environment.TERM !== 'dumb';
}
