// `npm run parity [-- --only idle] [-- --time-scale 8]`: every scenario of examples/parity in virtual time and live, and a
// provider whose idle connections are used again every five seconds. Writes the tables of docs/parity.md. Exit code 3 when a
// difference is beyond its tolerance or a connection failed, 4 when this machine could not keep up.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const { parityCells, parityHeads, parityNotes, parityVerdict } = await import('../dist/harness/cli/parity-report.js');
const { values } = parseArgs({ options: { only: { type: 'string', multiple: true }, 'time-scale': { type: 'string', default: '8' } } });
const page = join(root, 'docs', 'parity.md');
const keepAlive = 'keep-alive';
const names = readdirSync(join(root, 'examples', 'parity'))
  .map((file) => basename(file, '.yaml'))
  .filter((name) => values.only === undefined || values.only.includes(name));

const parts = [];
let worst = 0;
for (const name of names) {
  const { code, text } = name === keepAlive ? idleConnections() : bothWorlds(name);
  worst = Math.max(worst, code);
  parts.push(text);
  process.stdout.write(`${text}\n\n`);
}
write();
process.exitCode = worst;

/** Runs the program and gives what it printed; a code that says nothing was compared ends everything. */
function atCapacity(args) {
  const main = join(root, 'dist', 'harness', 'cli', 'main.js');
  const { status, stdout } = spawnSync(process.execPath, [main, ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (![0, 3, 4].includes(status)) process.exit(status ?? 1);
  return { code: status, stdout };
}

function bothWorlds(name) {
  const file = `examples/parity/${name}.yaml`;
  const { code, stdout } = atCapacity(['run', file, '--parity', '--time-scale', values['time-scale'], '--json']);
  const result = JSON.parse(stdout);
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const rows = [parityHeads, parityHeads.map(() => '---'), ...parityCells(result)].map(line);
  const notes = parityNotes(result).slice(1);
  return { code, text: [`### \`${file}\``, parityVerdict(result), rows.join('\n'), ...notes].join('\n\n') };
}

function idleConnections() {
  const file = `examples/parity/${keepAlive}.yaml`;
  const out = mkdtempSync(join(tmpdir(), 'parity-'));
  try {
    const { stdout } = atCapacity(['run', file, '--live', '--connections', '1', '--json', '--out', out]);
    const [{ requests, attempts }] = JSON.parse(stdout).strategies;
    const said = `${requests.offered} requests over one connection, one about every 5 s: ${requests.ok} answered, ${attempts.failures.connection} connections lost.`;
    return { code: requests.ok === requests.offered ? 0 : 3, text: `### \`${file}\`\n\n${said}` };
  } finally {
    rmSync(out, { recursive: true });
  }
}

/** Puts what was measured into the page; a run of a part leaves the page as it is. */
function write() {
  if (values.only !== undefined) return;
  const mark = '<!-- what npm run parity measured -->';
  const text = readFileSync(page, 'utf8');
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.versions.node}.`;
  writeFileSync(`${page}.tmp`, `${text.slice(0, text.indexOf(mark) + mark.length)}\n\n${machine}\n\n${parts.join('\n\n')}\n`);
  renameSync(`${page}.tmp`, page);
}
