import type { ConductFinding } from '../../result/conduct.ts';
import type { Paint } from './paint.ts';
import { wrap } from './width.ts';

const marks = { bad: '✗', good: '✓', told: '·', 'no occasion': '·' } as const;

export interface FindingPlace {
  readonly cells: number;
  /** Blanks before each line. */
  readonly indent: number;
  readonly paint: Paint;
}

/** A line for each finding; below what is bad an example and what to change. */
export function findingLines(findings: readonly ConductFinding[], { cells, indent, paint }: FindingPlace): readonly string[] {
  return findings.flatMap(({ verdict, says, example, advice }) => {
    const first = wrap(`${marks[verdict]} ${says}`, cells, indent, indent + 2);
    if (verdict !== 'bad') return first;
    const more = [example, advice].flatMap((text) => (text === null ? [] : wrap(text, cells, indent + 2)));
    return [...first.map(paint.yellow), ...more];
  });
}
