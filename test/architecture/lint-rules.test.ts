import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const faults = [
  ['sim/kernel/a.ts', "import { b } from '../curves/b.ts';\nexport const a = b;", 'noRestrictedImports'],
  ['sim/curves/c.ts', "import { r } from '../../reports/result/r.ts';\nexport const c = r;", 'noRestrictedImports'],
  ['sim/curves/d.ts', "import { r } from '../../harness/run/r.ts';\nexport const d = r;", 'noRestrictedImports'],
  ['reports/result/e.ts', "import { f } from '../formats/f.ts';\nexport const e = f;", 'noRestrictedImports'],
  ['reports/formats/g.ts', "import { r } from '../../harness/run/r.ts';\nexport const g = r;", 'noRestrictedImports'],
  ['harness/run/h.ts', "import { f } from '../../reports/formats/f.ts';\nexport const h = f;", 'noRestrictedImports'],
  ['harness/run/i.ts', "import { m } from '../cli/m.ts';\nexport const i = m;", 'noRestrictedImports'],
  ['sim/j.ts', 'export const j = () => setTimeout(() => {}, 1);', 'noRestrictedGlobals'],
  ['sim/k.ts', 'export const k = () => performance.now();', 'noRestrictedGlobals'],
  ['harness/strategy/l.ts', 'export const l = () => new Intl.NumberFormat();', 'noRestrictedGlobals'],
  ['harness/strategy/n.ts', "import { o } from './o.ts';\nexport const n = o;", 'noImportCycles'],
  ['harness/strategy/o.ts', "import type { n } from './n.ts';\nexport const o = 1;\nexport type N = typeof n;", 'noImportCycles'],
  ['harness/run/p.ts', 'const p = 1;\nexport default p;', 'noDefaultExport'],
] as const;

const sound = [
  ['sim/curves/b.ts', "import { z } from '../kernel/z.ts';\nexport const b = z;"],
  ['sim/kernel/z.ts', "import { readFileSync } from 'node:fs';\nexport const z = readFileSync;"],
  ['reports/result/r.ts', "import { b } from '../../sim/curves/b.ts';\nexport const r = b;"],
  ['reports/formats/f.ts', "import { r } from '../result/r.ts';\nexport const f = r;"],
  ['harness/run/r.ts', "import { r } from '../../reports/result/r.ts';\nexport const t = [r, setTimeout];"],
  ['harness/cli/m.ts', "import { f } from '../../reports/formats/f.ts';\nexport const m = f;"],
] as const;

interface Diagnostic {
  readonly category: string;
  readonly location: { readonly path: unknown };
}

let folder = '';
let diagnostics: readonly Diagnostic[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'planted faults '));
  for (const name of ['biome.json', '.gitignore']) copyFileSync(join(root, name), join(folder, name));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [path, text] of [...faults, ...sound]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${text}\n`);
  }
  const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  const child = spawnSync(process.execPath, [biome, 'lint', '--reporter=json', '--max-diagnostics=200', '.'], {
    cwd: folder,
    encoding: 'utf8',
  });
  diagnostics = (JSON.parse(child.stdout) as { diagnostics: Diagnostic[] }).diagnostics;
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const found = (path: string) =>
  diagnostics.filter(({ location }) => JSON.stringify(location.path).includes(path)).map(({ category }) => category.split('/').at(-1));

test.each(faults)('%s: %s', (path, _, rule) => expect(found(path)).toContain(rule));
test.each(sound)('nothing is wrong with %s: %s', (path) => expect(found(path)).toEqual([]));
