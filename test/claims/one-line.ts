import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { packagePath } from '../../sim/kernel/package-root.ts';
import { readTree } from '../architecture/source-tree.ts';
import type { Claim, Figure } from './claim.ts';
import { measured } from './figures.ts';

const file = 'run examples/claims/ladder.yaml --only article-route';

/** Models of every ready scenario and example. `floor` is a key of routes as well, and looked up as such. */
function modelNames(): readonly string[] {
  const files = readTree(packagePath(), ['sim/presets', 'examples'], ['.yaml']);
  const names = [...files.values()].flatMap((text) => {
    const { provider, providers } = (parse(text, { merge: true }) ?? {}) as Record<'provider' | 'providers', unknown>;
    return [provider, ...Object.values(providers ?? {})].flatMap((one) =>
      Object.keys((one as { models?: object } | undefined)?.models ?? {}),
    );
  });
  return [...new Set(names)].filter((name) => name !== 'floor').sort();
}

/** Places in the code that decide by the name of a model: compared, switched on, or looked up. */
const decided: Figure = {
  from: 'comparisons and look-ups with the name of a model of any ready scenario or example in sim/, harness/ and reports/',
  of: async () => {
    const name = `['"](?:${modelNames().join('|')})['"]`;
    const decides = new RegExp(`(?:[=!]==?|\\bcase|\\.(?:has|get|includes|startsWith|endsWith)\\(|\\[)\\s*${name}(?:\\]|\\)|:|\\s|;)`);
    const code = [...readTree(packagePath(), ['sim', 'harness', 'reports'], ['.ts']).values()];
    return code.flatMap((text) => text.split('\n')).filter((line) => decides.test(line) && !/example/.test(line)).length;
  },
};

/** Not how many: that changes with every example. */
const named: Figure = {
  from: 'at least five names of models in scenarios and examples',
  of: async () => Number(modelNames().length >= 5),
};

const lines: Figure = {
  from: 'lines of examples/claims/ladder.yaml that name light',
  of: async () =>
    readFileSync(packagePath('examples', 'claims', 'ladder.yaml'), 'utf8')
      .split('\n')
      .filter((line) => /\blight\b/.test(line)).length,
};

export const oneLine: Claim = {
  id: 'M19',
  title: 'Another model is one line',
  says: 'Which model answers is configuration behind one interface; adding one is one line.',
  verdict: 'holds',
  runs: {
    'as it is': { command: file },
    'one line more': { command: `${file} --set 'provider.models.middle={ pool: small, service: 3s, quality: 0.9 }'` },
  },
  checks: [
    {
      says: 'attempts sent to the model that one line adds',
      figure: measured('one line more', 'article-route', 'attempts.byTarget.middle'),
      unit: 'count',
      atLeast: 1,
      of: 'every seed',
      because: 'the strategy is not touched, and uses it',
    },
    {
      says: 'answered, with it',
      figure: measured('one line more', 'article-route', 'goodShare'),
      unit: 'share',
      atLeast: 0.999,
      of: 'every seed',
      because: 'as without it, see M14',
    },
    {
      says: 'answered, without it',
      figure: measured('as it is', 'article-route', 'goodShare'),
      unit: 'share',
      atLeast: 0.999,
      of: 'every seed',
      because: 'the same scenario before the line',
    },
    {
      says: 'lines of the file for a model in it',
      figure: lines,
      unit: 'count',
      atLeast: 1,
      atMost: 1,
      of: 'once',
      because: 'one line',
    },
    {
      says: 'places in the code that decide by the name of a model',
      figure: decided,
      unit: 'count',
      atMost: 0,
      of: 'once',
      because: 'no model name in code',
    },
    { says: 'names were looked for', figure: named, unit: 'yes', atLeast: 1, of: 'once', because: 'else nothing was looked for' },
  ],
};
