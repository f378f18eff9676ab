import type { z } from 'zod';
import { shown } from '../../sim/kernel/units.ts';
import { type Path, valueAt } from './paths.ts';
import type { Part } from './places.ts';
import { alternatives, type Kind, keysAt, kindOf, kindsOf, schemasAt } from './schema-walk.ts';
import { hint, suggest } from './suggest.ts';

/** One thing wrong with a value: where in the value, what was expected, what was found. */
export interface Fault {
  readonly path: Path;
  readonly at: Part;
  readonly message: string;
}

type Issue = z.core.$ZodIssue;

const kindWords: Readonly<Record<Kind, string>> = {
  map: 'a map of keys',
  list: 'a list',
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
  null: 'nothing',
};
const typeKinds: Readonly<Record<string, Kind>> = { object: 'map', record: 'map', array: 'list', tuple: 'list' };

function found(value: unknown): string {
  const kind = kindOf(value);
  if (kind === 'map') return 'a map of keys';
  return kind === 'list' ? 'a list' : kind === 'null' ? 'nothing' : shown(value);
}

/** Checks `value` against a schema: the decoded value, or everything wrong with it. */
export function check<T>(schema: z.ZodType<T>, value: unknown): { readonly data: T } | { readonly faults: readonly Fault[] } {
  const result = schema.safeParse(value, { error: (issue) => wording(issue as Issue & { input: unknown }) });
  if (result.success) return { data: result.data };
  return {
    faults: withoutConsequences(
      schema,
      value,
      result.error.issues.flatMap((issue) => expand(schema, value, issue, [])),
    ),
  };
}

/** An issue inside a union or a key is that of the branch that was meant. */
function expand(schema: z.ZodType, value: unknown, issue: Issue, above: Path): Issue[] {
  const path = [...above, ...issue.path];
  if (issue.code !== 'invalid_union') return [{ ...issue, path: [...path] }];
  const options = schemasAt(schema, path).flatMap(alternatives);
  const kind = kindOf(valueAt(value, path));
  const branches = issue.errors.map((issues, index) => ({
    issues,
    fits: options[index] === undefined || kindsOf(options[index]).has(kind),
  }));
  const fitting = branches.filter((branch) => branch.fits);
  const deep = fitting.map((branch) => branch.issues.flatMap((inner) => expand(schema, value, inner, path)));
  const inside = deep.filter((issues) => issues.some((inner) => inner.path.length > path.length || inner.code === 'unrecognized_keys'));
  const best = [...inside].sort((a, b) => a.length - b.length)[0];
  if (best !== undefined) return best;
  const messages = (fitting.length > 0 ? fitting : branches).flatMap((branch) => branch.issues.map((inner) => inner.message));
  return [{ code: 'custom', path: [...path], message: joined(messages), input: valueAt(value, path) }];
}

/** "expected a, found x" and "expected b, found x" make "expected a or b, found x". */
function joined(messages: readonly string[]): string {
  const parts = messages.map((message) => /^expected (.*?), found (.*)$/s.exec(message));
  const known = parts.filter((part) => part !== null);
  if (known.length < messages.length) return [...new Set(messages)].join('; or ');
  const wanted = [...new Set(known.map((part) => part[1]))];
  const seen = known.map((part) => part[2] ?? '').sort((a, b) => b.length - a.length)[0];
  return `expected ${wanted.join(' or ')}, found ${seen}`;
}

/** Faults that only follow from others are left out: what a misspelt key would have given is not missing as well. */
function withoutConsequences(schema: z.ZodType, value: unknown, issues: readonly Issue[]): Fault[] {
  const faults: Fault[] = [];
  const meant = new Set<string>();
  const wrong = new Set<string>();
  const at = (path: Path): string => JSON.stringify(path);
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') continue;
    const known = keysAt(schema, issue.path);
    for (const key of issue.keys) {
      faults.push({
        path: [...issue.path, key],
        at: 'key',
        message: `unknown key ${key}${hint(key, known)}`,
      });
      const near = suggest(key, known);
      // "exactly one of" lies at the map itself, a missing key below it.
      if (near !== undefined) meant.add(at(issue.path));
      if (near !== undefined) meant.add(at([...issue.path, near]));
    }
  }
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') continue;
    const absent = valueAt(value, issue.path) === undefined;
    // Later checks of the same value go on from one that is wrong already.
    if (wrong.has(at(issue.path))) continue;
    wrong.add(at(issue.path));
    if (meant.has(at(issue.path)) && (absent || isNoneFound(issue))) continue;
    const message = withFound(issue.message, valueAt(value, issue.path));
    faults.push({ path: issue.path, at: issue.code === 'invalid_key' ? 'key' : 'value', message });
  }
  return faults;
}

/** Rules of a schema say what they expect; what is there they cannot say before it is decoded. */
function withFound(message: string, value: unknown): string {
  const told = !message.startsWith('expected ') || message.includes('found');
  return told || value === undefined || kindOf(value) === 'map' || kindOf(value) === 'list' ? message : `${message}, found ${found(value)}`;
}

function isNoneFound(issue: Issue): boolean {
  return issue.code === 'custom' && issue.message.endsWith('; found none');
}

/** Our words for zod's issues; schemas that bring their own message are not asked. */
function wording(issue: Issue & { readonly input: unknown }): string {
  const input = found(issue.input);
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${kindWords[typeKinds[issue.expected] ?? (issue.expected as Kind)] ?? issue.expected}, found ${input}`;
    case 'invalid_value': {
      const values = issue.values.map(String);
      const near = typeof issue.input === 'string' ? suggest(issue.input, values) : undefined;
      return `expected ${values.length === 1 ? '' : 'one of '}${values.join(', ')}, found ${input}${near === undefined ? '' : `; did you mean ${near}?`}`;
    }
    case 'too_small':
      return `expected ${sized(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum)}, found ${amount(issue.input)}`;
    case 'too_big':
      return `expected ${sized(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum)}, found ${amount(issue.input)}`;
    case 'not_multiple_of':
      return `expected a multiple of ${issue.divisor}, found ${input}`;
    case 'invalid_format':
      return `expected text of the form ${issue.pattern ?? issue.format}, found ${input}`;
    case 'invalid_key':
      return issue.issues.map((inner) => inner.message).join('; ');
    default:
      return issue.message ?? `not valid, found ${input}`;
  }
}

function sized(origin: string, how: string, bound: number | bigint): string {
  const plural = Number(bound) === 1 ? 0 : 1;
  const what =
    origin === 'array' || origin === 'object' ? [' entry', ' entries'] : origin === 'string' ? [' character', ' characters'] : [];
  return `${how} ${bound}${what[plural] ?? ''}`;
}

function amount(input: unknown): string {
  if (Array.isArray(input)) return String(input.length);
  return typeof input === 'string' ? `${input.length}: ${shown(input)}` : found(input);
}
