import { expect, test } from 'vitest';
import { coursesOf, situations } from '../../harness/cli/preset-courses.ts';
import { presets } from '../../harness/strategy/presets/registry.ts';
import { generatedPart } from '../docs/page.ts';
import { setUps } from '../strategy/presets/set-ups.ts';

/** A row for each client's preset: when it sends in each situation. */
function courseTable(): string {
  const head = ['preset', ...situations.map(({ name }) => name)];
  const rows = Object.keys(presets)
    .filter((name) => !setUps.has(name))
    .map((name) => [
      `\`${name}\``,
      ...coursesOf(name).map(([, course]) => course.replace(/^1 attempt$/, '0').replace(/^\d+ attempts at (.*) s$/, '$1')),
    ]);
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

test('docs/clients-compared.md has when each client’s preset sends; UPDATE_GOLDEN=1 writes it', () => {
  const expected = courseTable();
  expect(generatedPart('docs/clients-compared.md', 'courses', expected)).toBe(expected);
});
