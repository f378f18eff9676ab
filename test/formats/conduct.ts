import type { ConductFinding } from '../../reports/result/conduct.ts';

/** One finding of each verdict whose texts are these. */
export function conductOf(text: string): readonly ConductFinding[] {
  const finding = { finding: 'retry-after', count: 3, of: 4, worst: 1500 };
  return [
    { ...finding, verdict: 'told', says: `told ${text}`, example: `told example ${text}`, advice: null },
    { ...finding, verdict: 'no occasion', says: `never ${text}`, example: null, advice: null },
    { ...finding, verdict: 'good', says: `good ${text}`, example: null, advice: null },
    { ...finding, verdict: 'bad', says: `bad ${text}`, example: `case ${text}`, advice: `change ${text}` },
  ];
}
