import { describe, expect, test } from 'vitest';
import type { Report } from '../../reports/formats/format.ts';
import { formats } from '../../reports/formats/registry.ts';
import { conductOf } from './conduct.ts';
import { hostileNames } from './hostile.ts';
import { peakDay } from './peak-day.ts';
import { reportOf, type Stated, textOf } from './sample.ts';

const failure = { code: 'livelock', message: 'request 17 was sent 1,000 times' };
const many = (count: number): readonly Stated[] => Array.from({ length: count }, (_, i) => ({ name: `strategy-${i}`, errorRate: i / 100 }));

const reports: Readonly<Record<string, Report>> = {
  'the built-in day': peakDay,
  'one strategy': reportOf({ strategies: many(1) }),
  '8 strategies': reportOf({ strategies: many(8) }),
  '25 strategies': reportOf({ strategies: many(25) }),
  'no strategy': reportOf({ strategies: [] }),
  'zero requests': reportOf({ strategies: many(3).map((stated) => ({ ...stated, offered: 0 })), slo: { errorRate: 0.01 } }),
  'every request failed': reportOf({ strategies: many(3).map((stated) => ({ ...stated, errorRate: 1, p95: null })) }),
  'every strategy failed': reportOf({ strategies: many(3).map((stated) => ({ ...stated, offered: 0, failure })) }),
  'hostile names': reportOf({
    strategies: hostileNames.map((name) => ({ name, conduct: conductOf(name) })),
    warnings: hostileNames,
    name: hostileNames.join(),
  }),
  'figures that are none': reportOf({ strategies: [{ name: 'a', goodput: Number.NaN, cost: Number.POSITIVE_INFINITY, tenants: null }] }),
};

/** Everything a format makes of a report, by file name; standard output at three widths. */
async function everything(name: keyof typeof formats, report: Report): Promise<ReadonlyMap<string, string>> {
  const outputs = new Map<string, string>();
  for (const { name: file, content } of await formats[name].write(report)) {
    outputs.set(file, await textOf(content));
  }
  // Only a terminal's output depends on its width.
  for (const columns of name === 'terminal' ? [60, 80, 120] : [80]) {
    outputs.set(
      `stdout ${columns}`,
      await formats[name].print(report, { columns, colour: false, written: ['out/result.json'], next: ['at-capacity init'] }),
    );
  }
  return outputs;
}

const names = Object.keys(formats) as (keyof typeof formats)[];

describe.each(names)('%s', (name) => {
  test.each(Object.keys(reports))('%s: ends with one line break, holds no figure that is none, and is the same again', async (which) => {
    const report = reports[which] ?? peakDay;
    const outputs = await everything(name, report);
    for (const [file, content] of outputs) {
      expect(content.endsWith('\n') && !content.endsWith('\n\n'), file).toBe(true);
      expect(content, file).not.toMatch(/NaN|Infinity|undefined|\[object/);
      if (file.endsWith('.json')) JSON.parse(content);
    }
    expect(await everything(name, report)).toEqual(outputs);
  });

  test('is listed under its own name with a summary', () => {
    expect(formats[name].name).toBe(name);
    expect(formats[name].summary).toMatch(/^\S.{20,}\S$/);
  });
});
