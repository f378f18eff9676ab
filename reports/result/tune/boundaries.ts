import type { Block } from './blocks.ts';

/** How good a position is in an hour; a block may be given only hours that its position suits. */
export interface HourScores {
  score(hour: number, position: number): number;
  isSuited(hour: number, position: number): boolean;
}

/**
 * The same blocks of a circle of hours with each boundary where the two values beside it do best together: an hour that both
 * suit goes to the one that gives more there, and stays where it is between equals. Every block keeps an hour.
 */
export function moveBoundaries(blocks: readonly Block[], scores: HourScores): readonly Block[] {
  const moved = [...blocks];
  for (const i of blocks.keys()) {
    const next = (i + 1) % blocks.length;
    const [before, after] = divided(moved[i] as Block, moved[next] as Block, scores);
    moved[i] = before;
    moved[next] = after;
  }
  return moved;
}

function divided(before: Block, after: Block, { score, isSuited }: HourScores): readonly [Block, Block] {
  const hours = [...before.hours, ...after.hours];
  const [first, second] = [before.positions[0] ?? 0, after.positions[0] ?? 0];
  let best = { at: before.hours.length, gain: 0 };
  const look = (step: 1 | -1): void => {
    let gain = 0;
    for (let at = before.hours.length; at + step > 0 && at + step < hours.length; at += step) {
      const hour = hours[step > 0 ? at : at - 1] as number;
      const taken = step > 0 ? first : second;
      if (!isSuited(hour, taken)) return;
      gain += score(hour, taken) - score(hour, step > 0 ? second : first);
      if (gain > best.gain) best = { at: at + step, gain };
    }
  };
  look(1);
  look(-1);
  return [
    { ...before, hours: hours.slice(0, best.at) },
    { ...after, hours: hours.slice(best.at) },
  ];
}
