import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { runScenario } from '../../harness/run/run.ts';
import { loadScenario } from '../../harness/scenario/load.ts';
import { reportHtml } from '../../reports/formats/html/page.ts';
import { asStored } from '../../reports/formats/json.ts';
import { summarise } from '../../reports/result/summarise.ts';
import type { Bench, Figure } from './benches.ts';
import { median } from './measure.ts';

const strategyCount = 25;
const loads = 7;
const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** 25 strategies, a sweep among them, over an hour of real figures. */
function scenarioText(): string {
  const strategies = Array.from({ length: strategyCount - 1 }, (_, i) => {
    const limit = i % 3 === 0 ? '' : `, limit: ${2 + i}`;
    return `  - { name: strategy-${i}, retry: { exponential: { base: ${1 + (i % 4)}s }, attempts: ${2 + (i % 5)} }${limit} }`;
  });
  return `
name: page
replications: 2
time: { length: 1h }
slo: { errorRate: 0.05 }
provider: { models: { big: { slots: 8, service: { exponential: 1s } } } }
workload: { arrivals: { poisson: { rate: 6/s } } }
strategies:
${strategies.join('\n')}
  - { name: limited, limit: 5 }
sweep: { strategy: limited, limit: [2, 4, 6, 8, 10, 12] }
`;
}

/** Seconds from opening the file to the first content on the screen, as the browser tells them, each in a window of its own. */
async function firstPaints(executablePath: string, file: string): Promise<readonly number[]> {
  const browser = await chromium.launch({ executablePath });
  const paints: number[] = [];
  try {
    while (paints.length < loads) {
      const context = await browser.newContext({ offline: true, viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      await page.goto(pathToFileURL(file).href);
      const ms = await page.evaluate<number>(
        `new Promise((tell) => new PerformanceObserver((list) => tell(list.getEntriesByName('first-contentful-paint')[0].startTime)).observe({ type: 'paint', buffered: true }))`,
      );
      paints.push(ms / 1000);
      await context.close();
    }
  } finally {
    await browser.close();
  }
  return paints;
}

async function firstPaint(): Promise<Figure> {
  const browser = browsers.find((path) => existsSync(path));
  if (browser === undefined) return { figure: Number.NaN, note: `no Chromium at ${browsers.join(', ')}` };
  const { scenario } = await loadScenario({ text: scenarioText() });
  const result = asStored(await runScenario(scenario, { workers: 0 }));
  const text = reportHtml({ result, summary: summarise(result) });
  const folder = mkdtempSync(join(tmpdir(), 'at-capacity-'));
  try {
    const file = join(folder, 'report.html');
    writeFileSync(file, text);
    const paints = await firstPaints(browser, file);
    const note = `${strategyCount} strategies, ${Math.round(Buffer.byteLength(text) / 1000)} kB, in Chromium; the slowest of ${loads}: ${Math.max(...paints).toFixed(2)} s`;
    return { figure: median(paints), note };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const pageBenches: readonly Bench[] = [
  {
    name: 'first paint',
    what: 'report.html of 25 strategies, opened from the disk',
    unit: 's',
    better: 'lower',
    aim: 1,
    floor: 1,
    run: firstPaint,
  },
];
