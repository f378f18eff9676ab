import type { Format } from '../../reports/formats/format.ts';
import { formats } from '../../reports/formats/registry.ts';
import { InputError } from '../../sim/kernel/problem.ts';
import { suggest } from '../scenario/suggest.ts';

/** The format behind `--format` and `--json`; a terminal's when neither is given. */
export function formatNamed(name: string | undefined, json: boolean | undefined): Format {
  if (name !== undefined && json === true && name !== 'json') {
    throw new InputError([{ file: '--json', message: `says json, and --format says ${name}; give one of them` }]);
  }
  const wanted = json === true ? 'json' : (name ?? 'terminal');
  const format = (formats as Readonly<Record<string, Format>>)[wanted];
  if (format !== undefined && Object.hasOwn(formats, wanted)) return format;
  const names = Object.keys(formats);
  const near = suggest(wanted, names);
  const meant = near === undefined ? '' : `; did you mean ${near}?`;
  throw new InputError([{ file: '--format', message: `expected one of ${names.join(', ')}; found ${wanted}${meant}` }]);
}
