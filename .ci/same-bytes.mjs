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

/** The built-in days in their quick form, and an hour in full with the rows of every request. */
const scenarios = [
  { name: 'the quick built-in day', args: ['run', '--quick'] },
  { name: 'the quick rough day', args: ['run', 'rough-day', '--quick'] },
  { name: 'an hour with rows', args: ['run', '--rate', '2/s', '--slots', '12', '--service', '5s', '--replications', '3', '--raw'] },
];

const surroundings = [
  { name: '0 workers', workers: 0 },
  { name: '1 worker', workers: 1 },
  { name: '4 workers', workers: 4 },
  { name: 'TZ=UTC', workers: 2, env: { TZ: 'UTC' } },
  { name: 'beside two busy processes', workers: 2, burners: 2 },
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

let passed = 0;
let failed = 0;
for (const { name, args } of scenarios) {
  const expected = files(args, { workers: 2 });
  const usable = expected.includes('result.json');
  if (!usable) console.error(`${name}: no result\n${expected}`);
  for (const place of surroundings) {
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
