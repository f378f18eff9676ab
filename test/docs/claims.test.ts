import { describe, expect, test } from 'vitest';
import { runScenario } from '../../harness/run/run.ts';
import { loadScenario } from '../../harness/scenario/load.ts';
import { summarise } from '../../reports/result/summarise.ts';
import { blocks, page } from './page.ts';

/** The scenario that docs/model.md shows what it claims with. */
const shown =
  blocks(page('docs/model.md')).find(({ language, text }) => language === 'yaml' && text.startsWith('# holds.yaml'))?.text ?? '';

async function run(text: string, sets: readonly string[] = []) {
  const { scenario } = await loadScenario({ text, sets });
  return summarise(await runScenario(scenario, { workers: 0 }));
}

describe('what docs/model.md says of the scenario it shows', () => {
  test('the longer others hold their slots, the less the first retry is worth', async () => {
    const success: number[] = [];
    for (const hold of ['1s', '20s', '120s']) {
      const { strategies } = await run(shown, [`provider.pools.big.otherTenants.hold=${hold}`]);
      success.push(strategies[0]?.successByRetry?.[0] ?? 0);
    }
    expect(success).toEqual(success.toSorted((a, b) => b - a));
    expect(success[0]).toBeGreaterThan((success[2] ?? 0) + 0.1);
  });

  const three = shown.replace(/strategies:[\s\S]*/, 'strategies: [ { name: naive }, { preset: hammer }, { preset: article-backoff } ]\n');
  const hammers = async (text: string) => {
    const { strategies, warnings, recommendation } = await run(text);
    const [naive, hammer] = strategies;
    if (naive === undefined || hammer === undefined) throw new Error('a strategy is missing');
    return { naive, hammer, warnings: warnings.join(), recommended: recommendation?.strategy };
  };

  test('without a quota hammering has no errors, at the cost of other tenants, and is recommended', async () => {
    const { naive, hammer, warnings, recommended } = await hammers(three);
    expect(hammer.errorRate).toBe(0);
    expect(naive.errorRate).toBeGreaterThan(0.1);
    expect(hammer.provider.tenantsRefusedRate).toBeGreaterThan(naive.provider.tenantsRefusedRate ?? 1);
    expect(hammer.amplification).toBeLessThan(1.5);
    expect([warnings, recommended]).toEqual(['', 'hammer']);
  });

  test('at twice the load it is warned of and passed over', async () => {
    const { hammer, warnings, recommended } = await hammers(three.replace('load: 0.94', 'load: 2'));
    expect(hammer.amplification).toBeGreaterThan(1.5);
    expect(warnings).toContain('hammer has the best goodput');
    expect(recommended).toBe('article-backoff');
  });

  test('a quota that counts refused attempts turns it round', async () => {
    const quota = 'quota: { rpm: 90, burst: 15, countRefused: { quota: true } }';
    const { naive, hammer } = await hammers(three.replace('service: 5s', `service: 5s, ${quota}`));
    expect(hammer.errorRate).toBeGreaterThan(naive.errorRate ?? 1);
  });
});
