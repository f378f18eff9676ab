import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { runScenario } from '../../../harness/run/run.ts';
import { loadScenario } from '../../../harness/scenario/load.ts';
import type { Report } from '../../../reports/formats/format.ts';
import { summarise } from '../../../reports/result/summarise.ts';
import { packagePath } from '../../../sim/kernel/package-root.ts';
import { generatedPart } from '../../docs/page.ts';
import { clientModule } from '../../server/clients.ts';
import { retries } from './retries.ts';
import { comparedTable, conductList, digestOf } from './tables.ts';

const folder = packagePath('examples', 'clients');
const modules = readdirSync(folder).flatMap((file) => /^(.*)\.mjs$/.exec(file)?.[1] ?? []);
const page = 'docs/clients-compared.md';

/** All of them on the same luck: what runs again for the best one is left out. */
let report: Report;

beforeAll(async () => {
  await clientModule('openai', 'index.mjs', folder);
  const { scenario } = await loadScenario({ file: packagePath('examples', 'clients', 'compare.yaml') });
  const result = { ...(await runScenario(scenario, { workers: 0 })), fresh: [] };
  report = { result, summary: summarise(result) };
}, 900_000);

describe('the clients of fifteen packages, on one day', () => {
  test('are all there are, and none has failed', () => {
    const { strategies } = report.summary;
    expect(strategies.map(({ name }) => name).sort()).toEqual([...modules].sort());
    expect(Object.keys(retries)).toEqual(strategies.map(({ name }) => name));
    expect(modules).toHaveLength(15);
    expect(strategies.filter(({ failure }) => failure !== null)).toEqual([]);
  });

  test('all live through the same arrivals', () => {
    const offered = new Set(report.summary.strategies.map(({ requests }) => requests.offered));
    expect(offered.size).toBe(1);
  });

  test('the modules are short', () => {
    const long = modules.filter((name) => readFileSync(packagePath('examples', 'clients', `${name}.mjs`), 'utf8').split('\n').length > 26);
    expect(long).toEqual([]);
  });
});

describe('docs/clients-compared.md; UPDATE_GOLDEN=1 writes it', () => {
  test.each([
    ['compared', () => comparedTable(report)],
    ['conduct', () => conductList(report)],
    ['digest', () => `\`${digestOf(report.result)}\``],
  ] as const)('has the part %s as this run has it, whatever Node it runs on and whatever else runs', (name, text) => {
    const expected = text();
    expect(generatedPart(page, name, expected)).toBe(expected);
  });
});
