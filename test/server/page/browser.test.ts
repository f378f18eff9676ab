import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { hostileNames } from '../../formats/hostile.ts';
import { chromiumPath, noChromium } from '../../formats/html/chromium.ts';
import { chat, type Listening, listening, post } from '../served.ts';
import { inPage } from './in-page.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const patience = { timeout: 60_000, interval: 100 };

/** Others use a fifth of ten slots, each for a moment; answers take a moment too. */
const holdMs = 200;
const quickDay = {
  name: 'quick day',
  provider: {
    pools: { shared: { slots: 10, otherTenants: { load: 0.2, hold: `${holdMs}ms`, law: 'exponential' } }, own: { slots: 3 } },
    models: {
      big: { pool: 'shared', firstToken: '20ms', tokensPerSecond: 1000, refuseAfter: '0ms' },
      small: { pool: 'own', firstToken: '1ms', tokensPerSecond: 1000, quota: { rpm: 600 } },
    },
  },
  workload: { arrivals: { poisson: { rate: '1/s' } }, sizes: { input: 10, output: 20 } },
};

test('there is a browser, or CI is not set', () => {
  expect(process.env.CI === undefined || chromiumPath !== undefined, noChromium).toBe(true);
});

describe.skipIf(chromiumPath === undefined)(chromiumPath === undefined ? `skipped: ${noChromium}` : 'the live page in Chromium', () => {
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: chromiumPath ?? '' });
  });
  afterAll(async () => {
    await browser?.close();
  });
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
  });

  interface Opened {
    readonly page: Page;
    /** What it complained of, and what it asked of others. */
    readonly complaints: string[];
  }

  async function opened(url: string, options: { readonly javaScriptEnabled?: boolean } = {}): Promise<Opened> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    contexts.push(context);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
    page.on('dialog', (dialog) => complaints.push(`dialog: ${dialog.message()}`));
    page.on('request', (request) => {
      if (!request.url().startsWith(url) && !request.url().startsWith('data:')) complaints.push(`request: ${request.url()}`);
    });
    await page.goto(url);
    return { page, complaints };
  }

  const connection = (page: Page) => page.locator('#connection');
  const live = (page: Page) => expect.poll(() => connection(page).textContent(), patience).toBe('Live: renewed every second.');
  /** A figure of a card by the name of its row. */
  const figure = async (page: Page, card: string, name: string) =>
    (await page
      .locator('article', { has: page.getByRole('heading', { name: card, exact: true }) })
      .locator(`div:has(> dt:text-is("${name}")) dd`)
      .first()
      .textContent()) ?? '';
  const inUse = async (page: Page, card: string) =>
    (await page
      .locator('article', { has: page.getByRole('heading', { name: card, exact: true }) })
      .locator('.use')
      .textContent()) ?? '';
  const lastMinute = async (page: Page, name: string) => Number((await figure(page, 'shared', name)).split(' ')[0]?.replaceAll(',', ''));

  /** Asks again and again until the test is over. */
  function askOn({ port }: Listening): void {
    let on = true;
    const all = (async () => {
      while (on) {
        await post(port, chat()).catch(() => {});
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    onTestFinished(() => {
      on = false;
      return all;
    });
  }

  test('peak hour fills the slots and refuses, outage accepts nobody, recovery undoes both in the stated time', async () => {
    const served = await listening(quickDay);
    const { page, complaints } = await opened(served.url);
    askOn(served);
    const shared = async () => (await served.state()).providers.default?.pools.shared ?? { slots: 0, busy: 0 };
    const admitted = async () => (await served.state()).providers.default?.models.big?.admitted ?? 0;
    const button = (name: string) => page.getByRole('button', { name });
    const said = page.locator('#said');
    await live(page);
    await expect.poll(() => figure(page, 'shared', 'Accepted'), patience).not.toBe('0.0/s');

    const [mine, others] = [await lastMinute(page, 'Refused'), await lastMinute(page, 'Others refused')];
    await button('Peak hour').click();
    await expect.poll(() => said.textContent(), patience).toContain('Peak hour');
    await expect.poll(() => button('Peak hour').getAttribute('aria-pressed'), patience).toBe('true');
    await expect.poll(() => inUse(page, 'shared'), patience).toBe('10 of 10 slots in use');
    // Half of all callers are refused: others some ten a second, ours two of three.
    await expect.poll(() => lastMinute(page, 'Refused'), patience).toBeGreaterThan(mine + 10);
    await expect.poll(() => lastMinute(page, 'Others refused'), patience).toBeGreaterThan(others + 10);

    await button('Outage').click();
    await expect.poll(() => button('Outage').getAttribute('aria-pressed'), patience).toBe('true');
    const before = await admitted();
    await expect.poll(() => figure(page, 'shared', 'Accepted'), patience).toBe('0.0/s');
    await expect.poll(() => inUse(page, 'shared'), patience).toBe('0 of 10 slots in use');
    expect(await page.locator('.verdict').textContent()).toBe('None of 2 models is free now.');
    expect(await admitted()).toBe(before);

    await button('Recovery').click();
    await expect.poll(() => said.textContent(), patience).toBe('Recovery: as usual within 1 s.');
    // Five times 200 ms.
    await new Promise((resolve) => setTimeout(resolve, 5 * holdMs));
    const busy: number[] = [];
    for (let i = 0; i < 30; i++) {
      busy.push((await shared()).busy);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    // Two of the others' and one of ours in the mean; ten in a peak hour, none in an outage.
    const mean = busy.reduce((sum, one) => sum + one, 0) / busy.length;
    expect(mean).toBeGreaterThan(0.5);
    expect(mean).toBeLessThan(6);
    expect(await admitted()).toBeGreaterThan(before);
    await expect.poll(() => figure(page, 'shared', 'Accepted'), patience).not.toBe('0.0/s');
    expect(await button('Peak hour').getAttribute('aria-pressed')).toBe('false');
    expect(await button('Outage').getAttribute('aria-pressed')).toBe('false');
    expect(complaints).toEqual([]);
  });

  test('buttons are reached and pressed by key, keep the focus, and go off as they go on', async () => {
    const served = await listening(quickDay);
    const { page } = await opened(served.url);
    await live(page);
    const focused = () => page.evaluate<string>('document.activeElement.textContent');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to the figures');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Outage');
    const pressed = () => page.getByRole('button', { name: 'Outage' }).getAttribute('aria-pressed');
    const faults = async () => ((await (await fetch(`${served.url}/_admin/faults`)).json()) as { faults: unknown[] }).faults.length;
    await page.keyboard.press('Space');
    await expect.poll(pressed, patience).toBe('true');
    expect([await focused(), await faults()]).toEqual(['Outage', 1]);
    await page.keyboard.press('Enter');
    await expect.poll(pressed, patience).toBe('false');
    expect([await focused(), await faults()]).toEqual(['Outage', 0]);
  });

  test('says when the server is gone and finds it again by itself; says little else', async () => {
    const first = await listening(quickDay);
    const { page } = await opened(first.url);
    await live(page);
    await page.evaluate(inPage.listen);
    const time = () => page.locator('time').textContent();
    for (const before = await time(); (await time()) === before; ) await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await page.evaluate(inPage.said)).toEqual([]);
    await first.server.close();
    const lost = /^Connection lost: these are the figures of \d\d:\d\d:\d\d\. Trying again every second\.$/;
    await expect.poll(() => connection(page).textContent(), patience).toMatch(lost);
    const second = await listening({ ...quickDay, name: 'another day' }, {}, first.port);
    await live(page);
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent(), patience).toBe('another day');
    expect(await page.title()).toBe('another day – at-capacity');
    expect(await page.evaluate(inPage.said)).toEqual([expect.stringMatching(lost), 'Live: renewed every second.']);
    await second.server.close();
  });

  test('where a token is wanted: shows nothing without it, takes it out of the address, and keeps it in the tab', async () => {
    const served = await listening(quickDay, { adminToken: 'secret' });
    const { page } = await opened(served.url);
    const wanted = 'This server wants its token: open the whole address that it printed, with #token=… at its end.';
    await expect.poll(() => connection(page).textContent(), patience).toBe(wanted);
    expect(await page.evaluate('document.body.innerText')).not.toMatch(/quick day|shared|big|small/);
    await page.goto(`${served.url}/#token=wrong`);
    await expect.poll(() => page.url(), patience).toBe(`${served.url}/`);
    expect(await connection(page).textContent()).toBe(wanted);
    await page.goto(`${served.url}/#token=secret`);
    await live(page);
    expect([page.url(), await page.locator('.verdict').textContent()]).toEqual([`${served.url}/`, 'All 2 models are free now.']);
    await page.reload();
    await live(page);
    await page.getByRole('button', { name: 'Outage' }).click();
    await expect.poll(() => page.locator('.verdict').textContent(), patience).toBe('None of 2 models is free now.');
  });

  test('without script: the state at load time, and how to refresh it', async () => {
    const served = await listening(quickDay);
    const { page } = await opened(served.url, { javaScriptEnabled: false });
    expect(await page.evaluate('document.body.innerText')).toContain('reload it to see the present one');
    expect(await page.locator('.verdict').textContent()).toBe('All 2 models are free now.');
    expect(await page.getByRole('button').count()).toBe(0);
    await post(served.port, chat());
    await page.reload();
    expect(await figure(page, 'shared', 'Attempts')).not.toBe('0.0/s');
  });

  describe('in every view', () => {
    const long = hostileNames.at(-1) ?? '';
    // These are no keys of a scenario.
    const names = hostileNames.filter((name) => !['__proto__', '', ' '].includes(name));
    const hostile = {
      ...quickDay,
      name: '<img src=x onerror=alert(1)>',
      provider: {
        pools: Object.fromEntries(names.map((name) => [name, { slots: 2, otherTenants: { load: 0.5, hold: '1s' } }])),
        models: Object.fromEntries(names.map((name) => [name, { pool: name }])),
      },
      workload: { ...quickDay.workload, model: long },
    };

    test.each([
      // Contrast differs by scheme, layout by width: two of the four views have each of them.
      ['a day', quickDay, ['1440 light', '390 dark']],
      ['hostile names', hostile, ['390 dark']],
    ])('%s: no barrier, nothing cut off, no scrolling sideways, no foreign markup', async (_, scenario, examined) => {
      const served = await listening(scenario);
      const { page, complaints } = await opened(served.url);
      await live(page);
      expect(await page.evaluate(inPage.intruders)).toEqual([]);
      expect(await page.evaluate('document.scripts.length')).toBe(1);
      await page.evaluate(axe);
      for (const width of [1440, 390] as const) {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.setViewportSize({ width, height: 900 });
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          const view = `${width} ${colorScheme}`;
          expect(await page.evaluate(inPage.sideways), view).toBe(0);
          expect(await page.evaluate(inPage.cutOff), view).toEqual([]);
          if (examined.includes(view)) expect(await barriers(page), view).toEqual([]);
        }
      }
      expect(complaints).toEqual([]);
    });

    async function barriers(page: Page): Promise<readonly string[]> {
      const { violations } = await page.evaluate<AxeResults>("axe.run({ resultTypes: ['violations'] })");
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`);
    }
  });

  test('an intruder would be found, and would not run', async () => {
    const { page, complaints } = await opened((await listening(quickDay)).url);
    await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<img src="//x" onerror="document.title=1"><a href="//x">x</a>')`);
    await page.evaluate(`{ const s = document.createElement('script'); s.text = 'document.title = 2'; document.body.append(s); }`);
    expect(await page.evaluate(inPage.intruders)).toHaveLength(4);
    expect(await page.title()).toBe('quick day – at-capacity');
    expect(complaints.filter((complaint) => complaint.includes('Content Security Policy')).length).toBeGreaterThan(1);
  });

  test('moves nothing where the reader wants that', async () => {
    const { page } = await opened((await listening(quickDay)).url);
    // There is a moment in which nobody uses a slot.
    const moves = () =>
      page.evaluate("[...document.querySelectorAll('.bar rect')].map((one) => getComputedStyle(one).transitionDuration)[0]");
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await expect.poll(moves, patience).toBe('0.4s, 0.4s');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect.poll(moves, patience).toBe('0s');
  });
});
