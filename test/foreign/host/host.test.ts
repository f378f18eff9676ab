import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { createHost, type ForeignOutcome, type Host } from '../../../harness/foreign/host/host.ts';
import { gone } from './gone.ts';

const entry = new URL('./fixtures/misbehave.mjs', import.meta.url).href;
const module = fileURLToPath(entry);
const lines = readFileSync(module, 'utf8').split('\n');
const job = (way: string, more: object = {}) => ({ entry, data: { way, ...more }, name: way });

/** The line of the fixture that says it is this one. */
function lineOf(way: string): number {
  const line = lines.findIndex((text) => text.endsWith(`// here: ${way}`)) + 1;
  expect(line).toBeGreaterThan(0);
  return line;
}

function failedOf(outcome: ForeignOutcome) {
  if (!('failed' in outcome)) throw new Error(`expected a failure, found ${JSON.stringify(outcome)}`);
  return outcome.failed;
}

/** Runs the way, and another job behind it, which must not have noticed. */
async function failure(host: Host, way: string, more: object = {}) {
  const [outcome, next] = await Promise.all([host.run(job(way, more)), host.run(job('answer', { number: 21 }))]);
  expect(next).toEqual({ result: { twice: 42 }, output: '' });
  return failedOf(outcome);
}

const hosts: Host[] = [];
const hostOf = (...options: Parameters<typeof createHost>): Host => {
  const host = createHost(...options);
  hosts.push(host);
  return host;
};
afterAll(() => Promise.all(hosts.map((host) => host.close())));

describe('code that holds its thread', () => {
  const host = hostOf({ bounds: { cpuMs: 400, wallMs: 60_000 } });

  test.each(['loop', 'microtasks', 'ticks', 'immediates', 'regex'])('%s', async (way) => {
    const failed = await failure(host, way);
    expect(failed).toMatchObject({ kind: 'blocked', module, line: lineOf(way), virtualMs: 1500 });
    expect(failed.message).toBe(
      `the code has been running for 0.4 s without letting any event pass at ${module}:${lineOf(way)}, 1500 ms into the day; give the loop an end, or wait in it`,
    );
  });

  test('Atomics.wait, which uses no processor', async () => {
    const outcome = await hostOf({ bounds: { cpuMs: 60_000, wallMs: 2000 } }).run(job('wait'));
    expect(failedOf(outcome)).toMatchObject({ kind: 'blocked', module, line: lineOf('wait'), message: expect.stringContaining('for 2 s') });
  });
});

describe('native code, into which nobody can look', () => {
  test('is given up', async () => {
    const failed = await failure(hostOf({ bounds: { cpuMs: 1000, wallMs: 2000 } }), 'native');
    expect(failed).toEqual({ kind: 'blocked', virtualMs: 1500, message: expect.stringContaining('the code has held its thread for 2 s') });
  });
});

describe('code that ends what it runs in', () => {
  const host = hostOf();

  test.each([
    ['exit', 'exited', 'the code ended its thread with process.exit(3)'],
    ['exit in peace', 'exited', 'the code ended its thread with process.exit()'],
    ['kill', 'killed', 'the code ended its own process with process.kill(process.pid)'],
    ['throw', 'threw', 'the code threw TypeError: no such thing'],
    ['reject', 'threw', 'the code threw, outside of any call, RangeError: out of reach'],
    ['throw later', 'threw', 'the code threw, outside of any call, Error: much too late'],
  ])('%s', async (way, kind, what) => {
    const failed = await failure(host, way);
    expect(failed).toMatchObject({ kind, module, line: lineOf(way), virtualMs: 1500 });
    expect(failed.message).toMatch(`${what} at ${module}:${lineOf(way)}, 1500 ms into the day; `);
  });

  test.each([
    ['throw text', 'threw', 'the code threw "only text"'],
    ['never', 'unsettled', 'the run can never end, because nothing is left that could wake what it waits for'],
    ['unclonable', 'threw', 'the code threw DataCloneError: () => {} could not be cloned.'],
  ])('%s, which has no place', async (way, kind, what) => {
    const failed = await failure(host, way);
    expect(failed).toEqual({ kind, virtualMs: 1500, message: expect.stringContaining(`${what}, 1500 ms into the day; `) });
  });
});

describe('code that takes too much', () => {
  const host = hostOf({ memoryMb: 64, outputBytes: 2500 });

  test('memory, bit by bit', async () => {
    const failed = await failure(hostOf({ memoryMb: 200, bounds: { cpuMs: 3000, wallMs: 60_000 } }), 'grow');
    expect(['memory', 'blocked']).toContain(failed.kind);
    expect(failed).toMatchObject({ module, line: lineOf('grow') });
  });

  test('memory, at once', async () => {
    const failed = await failure(host, 'huge');
    expect(failed).toMatchObject({ kind: 'memory', module, line: lineOf('huge') });
    expect(failed.message).toContain('with JSON.parse of 60000003 characters');
  });

  test('output: the beginning is kept', async () => {
    const { output } = await host.run(job('output'));
    expect(output).toBe(`${`${'x'.repeat(99)}\n`.repeat(25)}\n… and ${100 * 1000 + 3 - 2500} more bytes\n`);
  });

  test('an interval that is left over ends with its job', async () => {
    expect(await host.run(job('interval'))).toMatchObject({ result: 'with an interval left' });
  });
});

describe('ways out', () => {
  const host = hostOf();

  test('files cannot be written', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'foreign-'));
    const path = join(folder, 'no');
    const failed = await failure(host, 'write', { path });
    expect(failed).toMatchObject({ kind: 'threw', module, line: lineOf('write') });
    expect(failed.message).toContain(`the code wrote a file (${path}), which it may not at ${module}`);
    expect(existsSync(path)).toBe(false);
    rmSync(folder, { recursive: true });
  });

  test('processes cannot be started', async () => {
    expect((await failure(host, 'spawn')).message).toContain('the code started a process');
  });

  test('of the environment, only what is named is seen', async () => {
    process.env.AT_CAPACITY_TEST_PASSED = 'passed';
    process.env.AT_CAPACITY_TEST_SECRET = 'secret';
    const home = '/nonexistent';
    const named = hostOf({ pass: ['AT_CAPACITY_TEST_PASSED'], set: { TZ: 'Europe/Berlin' } });
    expect(await named.run(job('environment'))).toEqual({
      output: '',
      result: {
        ...{ TZ: 'Europe/Berlin', LC_ALL: 'en_US.UTF-8', HOME: home, USERPROFILE: home, home, NO_COLOR: '1' },
        ...{ AT_CAPACITY_TEST_PASSED: 'passed', UV_THREADPOOL_SIZE: '1', NODE_NO_WARNINGS: '1' },
      },
    });
  });
});

describe('the end', () => {
  test('an interrupted run leaves no process, and the host goes on with the next job', async () => {
    const host = hostOf();
    const stop = new AbortController();
    let pid = 0;
    const tell = (told: number): void => {
      pid = told;
      stop.abort();
    };
    const [outcome, next] = await Promise.all([
      host.run(job('loop in process'), { tell, signal: stop.signal }),
      host.run(job('answer', { number: 4 })),
    ]);
    expect(failedOf(outcome)).toEqual({ kind: 'interrupted', message: 'the run was interrupted' });
    expect(gone(pid)).toBe(true);
    expect(next).toMatchObject({ result: { twice: 8 } });
  });

  test('a process that something else ends is told, in a job and between two', async () => {
    const host = hostOf();
    let pid = 0;
    const kill = (told: number): void => {
      pid = told;
      process.kill(pid, 'SIGKILL');
    };
    const failed = failedOf(await host.run(job('loop in process'), { tell: kill }));
    expect(failed).toMatchObject({ kind: 'crashed', message: expect.stringContaining('the process of the code ended with SIGKILL; ') });
    const { result } = (await host.run(job('pid'))) as { readonly result: number };
    process.kill(result, 'SIGKILL');
    expect(await host.run(job('answer', { number: 4 }))).toMatchObject({ result: { twice: 8 } });
  });

  test('a closed host runs nothing, and interrupts what it runs', async () => {
    const host = hostOf();
    let pid = 0;
    const outcome = host.run(job('loop in process'), {
      tell: (told) => {
        pid = told;
        void host.close();
      },
    });
    expect(failedOf(await outcome).kind).toBe('interrupted');
    expect(gone(pid)).toBe(true);
    expect(failedOf(await host.run(job('answer', { number: 4 }))).kind).toBe('interrupted');
  });

  test('Ctrl-C, which the terminal sends to every process, is left to the host', async () => {
    expect(await hostOf().run(job('signalled'))).toMatchObject({ result: 'still here' });
  });

  test('when the host is killed, its process ends too, in the middle of a loop', async () => {
    const parent = spawn(process.execPath, [fileURLToPath(new URL('./fixtures/parent.mjs', import.meta.url))], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pid = Number(await new Promise((resolve) => parent.stdout.once('data', resolve)));
    expect(gone(pid)).toBe(false);
    parent.kill('SIGKILL');
    await expect.poll(() => gone(pid), { timeout: 60_000 }).toBe(true);
  });
});
