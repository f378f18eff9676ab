import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AxeResults } from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runScenario } from '../../../harness/run/run.ts';
import { loadScenario } from '../../../harness/scenario/load.ts';
import { reportHtml } from '../../../reports/formats/html/page.ts';
import { asStored } from '../../../reports/formats/json.ts';
import { summarise } from '../../../reports/result/summarise.ts';
import { peakDay } from '../peak-day.ts';
import { chromiumPath, noChromium } from './chromium.ts';
import { inPage } from './in-page.ts';
import { reports } from './reports.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const views = [
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const;

const small = `
name: small
replications: 2
time: { length: 10m }
provider: { models: { big: { slots: 4, service: { exponential: 1s } } } }
workload: { arrivals: { poisson: { rate: 4/s } } }
strategies: [ { name: naive }, { name: backoff, retry: { exponential: { base: 1s } } }, { name: limited, limit: 3 } ]
sweep: { strategy: limited, limit: [1, 2, 3, 4] }
`;

async function realRun() {
  const { scenario } = await loadScenario({ text: small });
  const result = asStored(await runScenario(scenario, { workers: 0 }));
  return { result, summary: summarise(result) };
}

test('there is a browser, or CI is not set', () => {
  expect(process.env.CI === undefined || chromiumPath !== undefined, noChromium).toBe(true);
});

describe.skipIf(chromiumPath === undefined)(chromiumPath === undefined ? `skipped: ${noChromium}` : 'in Chromium, without network', () => {
  let folder = '';
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'at-capacity-'));
    browser = await chromium.launch({ executablePath: chromiumPath ?? '' });
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
  });

  /** A page of its own, and everything it complained of or asked for. */
  async function opened(text: string, javaScriptEnabled = true): Promise<{ page: Page; complaints: string[] }> {
    const file = join(folder, 'report.html');
    writeFileSync(file, text);
    const url = pathToFileURL(file).href;
    const context = await browser.newContext({ offline: true, javaScriptEnabled, viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
    page.on('dialog', (dialog) => complaints.push(`dialog: ${dialog.message()}`));
    page.on('request', (request) => {
      if (request.url() !== url) complaints.push(`request: ${request.url()}`);
    });
    await page.goto(url);
    contexts.push(context);
    return { page, complaints };
  }

  async function show(page: Page, { width, colorScheme }: (typeof views)[number]): Promise<void> {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
  }

  const sideways = (page: Page) => page.evaluate<number>(inPage.sideways);

  async function barriers(page: Page): Promise<readonly string[]> {
    const { violations } = await page.evaluate<AxeResults>("axe.run({ resultTypes: ['violations'] })");
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`);
  }

  describe.each([...Object.keys(reports), 'a real run'])('%s', (name) => {
    let text = '';
    beforeAll(async () => {
      text = reportHtml(reports[name] ?? (await realRun()));
    });

    test('nothing on the console, no barrier, no scrolling sideways; without script it says the same', async () => {
      const { page, complaints } = await opened(text);
      const plain = await opened(text, false);
      expect(await plain.page.evaluate(inPage.text)).toEqual(await page.evaluate(inPage.text));
      await page.evaluate(axe);
      for (const view of views) {
        for (const each of [page, plain.page]) {
          await show(each, view);
          expect(await sideways(each), JSON.stringify(view)).toBe(0);
        }
        // Contrast differs by scheme, layout by width: two of the four views have each of them.
        if ((view.colorScheme === 'dark') === (view.width === 390)) expect(await barriers(page), JSON.stringify(view)).toEqual([]);
      }
      expect([complaints, plain.complaints]).toEqual([[], []]);
    });
  });

  const pageOf = (name: string) => reportHtml(reports[name] ?? peakDay);

  test('hostile names make no element, no attribute and no link', async () => {
    const { page } = await opened(pageOf('hostile names'));
    expect(await page.evaluate(inPage.intruders)).toEqual([]);
    expect(await page.evaluate('document.scripts.length')).toBe(1);
  });

  test('an intruder would be found, and would not run', async () => {
    const { page, complaints } = await opened(pageOf('one strategy'));
    await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="document.title=1"><a href="//x">x</a>')`);
    await page.evaluate(`{ const s = document.createElement('script'); s.text = 'document.title = 2'; document.body.append(s); }`);
    expect(await page.evaluate(inPage.intruders)).toHaveLength(3);
    expect(await page.title()).toBe('peak-day – at-capacity');
    expect(complaints.filter((complaint) => complaint.includes('Content Security Policy')).length).toBeGreaterThan(1);
  });

  test.each([true, false])('check boxes show and hide lines, by keyboard too (script: %s)', async (script) => {
    const { page } = await opened(pageOf('the built-in day'), script);
    const shown = async (picker: string) => (await page.evaluate<string[]>(inPage.shownLines(picker))).sort();
    // The baseline is the first, and limited@limit=4, which is recommended, follows limited, the fifth.
    expect(await shown('day')).toEqual(['0', '5']);
    await page.locator('#day-2').focus();
    await page.keyboard.press('Space');
    await page.locator('label[for=day-0]').click();
    expect(await shown('day')).toEqual(['2', '5']);
    // The script keeps both groups of charts alike; without it each has its own boxes.
    expect(await shown('latency')).toEqual(script ? ['2', '5'] : ['0', '5']);
  });

  test('a column sorts by its figures, then the other way round; what has none stands last', async () => {
    const { page } = await opened(pageOf('the built-in day'));
    const p95 = 3;
    const column = async () =>
      (await page.evaluate<(string | null)[]>(inPage.column(p95))).map((value) => (value === null ? null : Number(value)));
    const figures = (await column()).filter((value) => value !== null);
    expect(figures).toHaveLength(8);
    const button = page.locator('#strategies thead').first().locator('th').nth(p95).locator('button');
    await button.click();
    expect(await column()).toEqual([...figures.toSorted((a, b) => a - b), null]);
    await button.click();
    expect(await column()).toEqual([...figures.toSorted((a, b) => b - a), null]);
  });

  test('a filter, groups and the front choose rows; a link brings the view back, lines and order with it', async () => {
    const { page, complaints } = await opened(pageOf('the built-in day'));
    const rows = () => page.evaluate<string[]>(inPage.rows);
    const tools = page.getByRole('group', { name: 'filter and group' });
    expect(await page.locator('#strategies .badge').count()).toBe(1);
    await tools.getByRole('searchbox').fill('recommended');
    expect(await rows()).toEqual([]);
    await tools.getByRole('searchbox').fill('LIMITED');
    expect(await rows()).toEqual(['limited', 'limited@limit=4']);
    expect(await tools.getByRole('status').textContent()).toBe('2 of 9');
    await tools.getByRole('searchbox').fill('a');
    await tools.getByRole('combobox').selectOption('verdict');
    await page.locator('#strategies thead th').nth(2).locator('button').click();
    await page.locator('label[for=day-2]').click();
    const [view, lines] = [await rows(), await page.evaluate(inPage.shownLines('day'))];
    expect(view).toContain('mixed');
    const link = (await tools.getByRole('link').getAttribute('href')) ?? '';
    const other = await opened(pageOf('the built-in day'));
    await other.page.goto(`${other.page.url()}${link}`);
    await other.page.reload();
    expect(await other.page.evaluate<string[]>(inPage.rows)).toEqual(view);
    expect(await other.page.evaluate(inPage.shownLines('day'))).toEqual(lines);
    await tools.getByRole('checkbox').check();
    expect((await rows()).length).toBeLessThan(view.length);
    expect([complaints, other.complaints]).toEqual([[], []]);
  });

  test.each(['#view?sort=strategies-table.99.up&group=x&show=%00', '#view?sort=.&filter=%3Cscript%3E', '#view?', '#%'])(
    'an address that says something else (%s) is harmless',
    async (hash) => {
      const { page, complaints } = await opened(pageOf('one strategy'));
      await page.goto(`${page.url()}${hash}`);
      await page.reload();
      expect(await page.locator('#strategies tbody tr').count()).toBe(1);
      expect(complaints).toEqual([]);
    },
  );

  test('an address that sorts by what is no column sorts nothing', async () => {
    const { page, complaints } = await opened(pageOf('the built-in day'));
    const rows = await page.evaluate<string[]>(inPage.rows);
    await page.goto(`${page.url()}#view?sort=strategies-table.length.ascending&filter=limited`);
    await page.reload();
    expect(await page.evaluate<string[]>(inPage.rows)).toEqual(rows.filter((name) => name.includes('limited')));
    expect(await page.locator('#strategies [aria-sort]').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  test.each([true, false])(
    'every chart against the limit has the region in which all bounds hold, with its name (script: %s)',
    async (script) => {
      const { page } = await opened(pageOf('the built-in day'), script);
      // The errors of limits 4 to 7 are below the 3 % of the scenario, those of 3 and 8 are not.
      const region = { named: 1, inside: ['4', '5', '6', '7'] };
      expect(await page.evaluate(inPage.regions)).toEqual([region, region, region]);
      expect(await page.locator('#limit .legend').first().textContent()).toMatch(/SLO holds: 4 to 7/);
    },
  );

  test('two results: what lies between namesakes, in a table that sorts', async () => {
    const { page, complaints } = await opened(pageOf('two results'));
    const cells = () => page.evaluate<string[][]>(inPage.cells('between-table'));
    const rows = await cells();
    expect(rows.map(([name, errors]) => [name, errors])).toEqual([
      ['b', '= identical 0 points 0 points to 0 points'],
      ['a', '▼ worse +20.0 points +20.0 points to +20.0 points'],
    ]);
    expect(rows.map((row) => row.at(-1))).toEqual(['5 replications', '5 replications']);
    await page.locator('#between thead th').nth(1).locator('button').click();
    await page.locator('#between thead th').nth(1).locator('button').click();
    expect(await cells()).toEqual(rows.toReversed());
    expect(await page.evaluate<string[]>(inPage.rows)).toEqual(['a (first)', 'a (second)', 'b (first)', 'b (second)', 'alone (first)']);
    expect(complaints).toEqual([]);
  });

  test('a word says what it means where it is pointed at or reached by key, until Escape', async () => {
    const { page } = await opened(pageOf('the built-in day'));
    const word = page.locator('#strategies thead .term').nth(1);
    const tip = page.getByRole('tooltip');
    await word.hover();
    await expect.poll(() => tip.textContent()).toMatch(/^Failed requests among those that ended/);
    await page.keyboard.press('Escape');
    expect(await tip.isVisible()).toBe(false);
    await word.focus();
    expect(await tip.isVisible()).toBe(true);
    expect(await word.getAttribute('aria-describedby')).toBe('tip');
    expect(await page.evaluate(axe).then(() => barriers(page))).toEqual([]);
  });

  test('the first key stroke leads past the head; boxes that scroll can be scrolled by key', async () => {
    const { page } = await opened(pageOf('25 strategies'));
    await show(page, { width: 390, colorScheme: 'light' });
    await page.keyboard.press('Tab');
    expect(await page.evaluate("document.activeElement.getAttribute('href')")).toBe('#strategies');
    const box = page.locator('#strategies .scroll').first();
    await box.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => box.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  });

  test('on paper it is light, has what is shown and nothing to click', async () => {
    const { page } = await opened(pageOf('the built-in day'));
    await page.setViewportSize({ width: 720, height: 1000 });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await sideways(page)).toBe(0);
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
    expect(await page.locator('nav').isVisible()).toBe(false);
    expect(await page.locator('label[for=day-0]').isVisible()).toBe(true);
    expect(await page.locator('label[for=day-1]').isVisible()).toBe(false);
  });
});
