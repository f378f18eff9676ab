// Checks that the result files of one scenario are the same bytes wherever they are made.
//
//   node .ci/same-bytes.mjs NODE [NODE…]      paths of Node executables; the first makes the files to compare with
//
// Progress goes to stderr; stdout is "<passed> <failed>".
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const main = join(root, 'dist', 'harness', 'cli', 'main.js');
const [first, ...others] = process.argv.slice(2);
const work = mkdtempSync(join(tmpdir(), 'same bytes '));

const clients = join(root, 'examples', 'clients');
const busy = 'beside two busy processes';

/** The built-in days in their quick form, an hour in full with the rows of every request, and code of the user's. */
const scenarios = [
  { name: 'the quick built-in day', args: ['run', '--quick'] },
  { name: 'the quick rough day', args: ['run', 'rough-day', '--quick'] },
  { name: 'an hour with rows', args: ['run', '--rate', '2/s', '--slots', '12', '--service', '5s', '--replications', '3', '--raw'] },
  // Most of a minute each, so only where something may differ: the threads of such code know nothing of a zone or of workers.
  {
    name: 'clients of fifteen packages',
    args: ['run', join(clients, 'compare.yaml')],
    installs: clients,
    only: ['1 worker', busy, ...others],
  },
];

const surroundings = [
  { name: '0 workers', workers: 0 },
  { name: '1 worker', workers: 1 },
  { name: '4 workers', workers: 4 },
  { name: 'TZ=UTC', workers: 2, env: { TZ: 'UTC' } },
  { name: busy, workers: 2, burners: 2 },
  { name: 'TZ=Asia/Kolkata', workers: 2, env: { TZ: 'Asia/Kolkata' } },
  ...others.map((node) => ({ name: node, workers: 2, node })),
];

let count = 0;

/** Runs a scenario and returns one line a file: its name and the hash of its bytes. */
function files(args, { node = first, workers, env = {}, burners = 0 }) {
  count += 1;
  const busy = Array.from({ length: burners }, () => spawn(node, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  const out = join(work, String(count));
  const child = spawnSync(node, [main, ...args, '--quiet', '--out', out, '--workers', String(workers)], {
    cwd: work,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  for (const burner of busy) burner.kill('SIGKILL');
  if (child.status !== 0) return `exit ${child.status ?? child.signal}\n${child.stderr}`;
  return readdirSync(out)
    .sort()
    .map(
      (name) =>
        `${name} ${createHash('sha256')
          .update(readFileSync(join(out, name)))
          .digest('hex')}`,
    )
    .join('\n');
}

/** Packages that nobody but the clients of an example needs. */
function install(folder) {
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
  if (status !== 0) console.error(`${folder}: npm ci failed`);
}

let passed = 0;
let failed = 0;
for (const { name, args, installs, only } of scenarios) {
  if (installs !== undefined) install(installs);
  const expected = files(args, { workers: 2 });
  const usable = expected.includes('result.json');
  if (!usable) console.error(`${name}: no result\n${expected}`);
  for (const place of surroundings.filter((one) => only?.includes(one.name) ?? true)) {
    const found = usable ? files(args, place) : 'not tried';
    const same = found === expected;
    console.error(`${same ? 'same' : 'DIFFERENT'}: ${name}, ${place.name}`);
    if (usable && !same) console.error(`expected\n${expected}\nfound\n${found}`);
    if (same) passed += 1;
    else failed += 1;
  }
}
rmSync(work, { recursive: true, force: true });
console.log(passed, failed);
process.exitCode = failed === 0 ? 0 : 1;
