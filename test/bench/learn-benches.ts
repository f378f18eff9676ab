import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Luck } from '../../sim/kernel/random.ts';
import type { Bench } from './benches.ts';
import { jsonOf } from './measure.ts';

const rows = 2_000_000;
const twoWeeksMs = 14 * 86_400_000;
const names = ['time', 'status', 'latency_ms', 'input_tokens', 'output_tokens', 'model', 'request'] as const;

/** Two weeks of calls, one in twenty refused. */
function* calls(): Generator<readonly (string | number)[]> {
  const luck = new Luck(1, 0).stream('log');
  for (let row = 0; row < rows; row += 1) {
    const time = new Date(Date.UTC(2026, 2, 2) + Math.floor((row * twoWeeksMs) / rows)).toISOString();
    const [which, long, asked, answered] = [0, 1, 2, 3].map((n) => luck.uniform(row, n)) as [number, number, number, number];
    const refused = which < 0.05;
    const latency = Math.floor(refused ? 20 + 20 * long : 500 - 4000 * Math.log(long));
    const tokens = [Math.floor(1 + 4000 * asked), refused ? 0 : Math.floor(1 + 900 * answered)];
    yield [time, refused ? 503 : 200, latency, ...tokens, 'big', `request-${String(row).padStart(12, '0')}`];
  }
}

const forms = {
  table: { head: `${names.join(',')}\n`, line: (call: readonly (string | number)[]) => `${call.join(',')}\n` },
  'JSON lines': {
    head: '',
    line: (call: readonly (string | number)[]) => `${JSON.stringify(Object.fromEntries(names.map((name, at) => [name, call[at]])))}\n`,
  },
};
type Form = keyof typeof forms;

function write(file: string, form: Form): void {
  const { head, line } = forms[form];
  const to = openSync(file, 'w');
  let piece = head;
  for (const call of calls()) {
    piece += line(call);
    if (piece.length < 1 << 20) continue;
    writeSync(to, piece);
    piece = '';
  }
  writeSync(to, piece);
  closeSync(to);
}

interface Alone {
  readonly calls: number;
  readonly cpuSeconds: number;
  readonly peakBytes: number;
}

interface Measured extends Alone {
  readonly textBytes: number;
}

const known = new Map<Form, Measured>();

function measured(form: Form): Measured {
  const before = known.get(form);
  if (before !== undefined) return before;
  const folder = mkdtempSync(join(tmpdir(), 'learn-bench-'));
  try {
    const file = join(folder, 'log');
    write(file, form);
    const alone: Alone = jsonOf(process.execPath, [fileURLToPath(new URL('./learn-alone.js', import.meta.url)), file]);
    if (alone.calls !== rows) throw new Error(`learn counts ${alone.calls} of ${rows} calls`);
    const found = { ...alone, textBytes: statSync(file).size };
    known.set(form, found);
    return found;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const mb = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`;

const timed = (form: Form): Bench => ({
  name: `learn, ${form}`,
  what: `a log of ${rows / 1e6} million calls`,
  unit: 's CPU',
  better: 'lower',
  aim: 30,
  floor: 60,
  run: async () => {
    const { cpuSeconds, peakBytes, textBytes } = measured(form);
    return { figure: cpuSeconds, note: `${rows} rows, ${mb(textBytes)} of text, peak ${mb(peakBytes)}` };
  },
});

/** `learn` on long logs. */
export const learnBenches: readonly Bench[] = [
  timed('table'),
  timed('JSON lines'),
  {
    name: 'learn, memory of text',
    what: 'the same calls in more text: bytes of the peak for each byte more',
    unit: 'B',
    better: 'lower',
    aim: 0.1,
    floor: 0.25,
    run: async () => {
      const [short, long] = [measured('table'), measured('JSON lines')];
      const figure = Math.max(0, (long.peakBytes - short.peakBytes) / (long.textBytes - short.textBytes));
      return { figure, note: `${mb(short.textBytes)} ${mb(short.peakBytes)}, ${mb(long.textBytes)} ${mb(long.peakBytes)}` };
    },
  },
];
