import { expect, test } from 'vitest';
import { commandLine } from '../../harness/cli/command-line.ts';

const npmStart = { npm_lifecycle_event: 'start', npm_package_name: 'at-capacity' };

test.each([
  ['installed', {}, ['report', 'out/peak-day'], 'at-capacity report out/peak-day'],
  ['from a checkout, through npm start', npmStart, ['report', 'out/peak-day'], 'npm start -- report out/peak-day'],
  ['in the scripts of another project', { ...npmStart, npm_package_name: 'mine' }, ['list'], 'at-capacity list'],
  ['a path with blanks', {}, ['run', 'my day.yaml'], "at-capacity run 'my day.yaml'"],
  ['a quote', {}, ['run', "it's.yaml"], "at-capacity run 'it'\\''s.yaml'"],
  ['what a shell would expand', {}, ['run', '--set', 'a.b=[1, 2]', '$HOME*'], "at-capacity run --set 'a.b=[1, 2]' '$HOME*'"],
])('%s', (_, environment, args, expected) => {
  expect(commandLine(args, environment)).toBe(expected);
});
