import { type Document, Lexer, parseDocument, type YAMLError } from 'yaml';
import type { Problem } from '../../sim/kernel/problem.ts';
import { checkNodes } from './nodes.ts';
import { formatPath, type Path } from './paths.ts';
import { type Part, placesOf } from './places.ts';
import { expandVariables } from './variables.ts';

/** A YAML text as plain values, with a way back from every path to its line and column. */
export interface SourceDocument {
  readonly value: unknown;
  /** What is wrong with the text itself; when `broken`, `value` means nothing. */
  readonly problems: readonly Problem[];
  readonly broken: boolean;
  readonly file: string;
  problem(path: Path, part: Part, message: string): Problem;
  /** True where an unset variable stands: what else is found there is its consequence. */
  doubtful(problem: Problem): boolean;
}

const tooDeep = 'nested too deeply';

/** Messages of the YAML library that need other words here. */
const otherWords: Readonly<Record<string, string>> = {
  MULTIPLE_DOCS: 'expected one document, found another one after ---',
  RESOURCE_EXHAUSTION: tooDeep,
};

/** Levels of brackets, and of list markers on one line. */
const maxDepth = 100;

/** Reads YAML 1.2 (core schema, with merge keys). `file` is the name that problems carry. */
export function readDocument(original: string, file: string, env: Readonly<Record<string, string | undefined>>): SourceDocument {
  const expanded = expandVariables(original, env);
  const lineStarts = [0];
  for (let at = original.indexOf('\n'); at >= 0; at = original.indexOf('\n', at + 1)) lineStarts.push(at + 1);

  const place = (offset: number): { line: number; column: number } => {
    const from = expanded.original(offset);
    const line = lineAt(lineStarts, from);
    return { line, column: from - (lineStarts[line - 1] ?? 0) + 1 };
  };
  const at = (offset: number, path: Path, message: string): Problem => ({ file, ...place(offset), key: formatPath(path), message });

  const parsed = parse(expanded.text);
  if (typeof parsed === 'string') return brokenDocument({ file, line: 1, column: 1, message: parsed });
  const nodes = checkNodes(parsed);
  const places = placesOf(parsed, nodes);

  const found = [...parsed.errors, ...parsed.warnings].map((error) => at(error.pos[0], places.path(error.pos[0]), words(error)));
  // One slip of the pen makes several errors on its line.
  const problems = found.filter(({ line }, index) => found.findIndex((other) => other.line === line) === index);
  if (parsed.directives?.yaml.version !== '1.2') problems.push(at(0, [], 'expected YAML 1.2, found a directive for another version'));
  for (const { offset, path, message, first } of nodes.faults)
    problems.push(at(offset, path, first === undefined ? message : `${message}; the first one is on line ${place(first).line}`));
  const broken = parsed.errors.length > 0 || nodes.faults.some((fault) => fault.first === undefined);

  const doubtful = new Set<string>();
  for (const fault of expanded.faults) {
    const scalar = nodes.scalars.find(([start, end]) => start <= fault.start && fault.start < end);
    // A comment may speak of variables that do not exist.
    if (scalar === undefined && parsed.errors.length === 0) continue;
    const { line, column } = place(scalar?.[0] ?? fault.start);
    doubtful.add(`${line}:${column}`);
    problems.push(at(fault.start, places.path(fault.start), fault.message));
  }
  return {
    file,
    value: broken ? undefined : parsed.toJS({ maxAliasCount: -1 }),
    problems,
    broken,
    problem: (path, part, message) => at(places.offset(path, part), path, message),
    doubtful: ({ line, column }) => doubtful.has(`${line}:${column}`),
  };
}

/** One value in YAML, as options carry it, or what keeps it from being one. */
export function readValue(text: string): { readonly value: unknown } | { readonly message: string } {
  const parsed = parse(text);
  if (typeof parsed === 'string') return { message: parsed };
  const error = parsed.errors[0] ?? parsed.warnings[0];
  if (error !== undefined) return { message: words(error) };
  const [fault] = checkNodes(parsed).faults;
  return fault === undefined ? { value: parsed.toJS({ maxAliasCount: -1 }) } : { message: fault.message };
}

function brokenDocument(problem: Problem): SourceDocument {
  return {
    file: problem.file ?? '',
    value: undefined,
    problems: [problem],
    broken: true,
    problem: (path, _part, message) => ({ ...problem, key: formatPath(path), message }),
    doubtful: () => false,
  };
}

function parse(text: string): Document | string {
  // Thousands of open brackets cost the library a minute.
  if (isDeep(text)) return tooDeep;
  // Duplicate keys are found by checkNodes: the library compares each key with all before it.
  return parseDocument(text, { version: '1.2', merge: true, uniqueKeys: false, prettyErrors: false, logLevel: 'error' });
}

function isDeep(text: string): boolean {
  let brackets = 0;
  let markers = 0;
  for (const token of new Lexer().lex(text)) {
    if (token === '[' || token === '{') brackets += 1;
    else if (token === ']' || token === '}') brackets -= 1;
    else if (token === '-' || token === '?') markers += 1;
    else if (token.endsWith('\n')) markers = 0;
    if (brackets > maxDepth || markers > maxDepth) return true;
  }
  return false;
}

function words(error: YAMLError): string {
  return otherWords[error.code] ?? `not YAML: ${error.message.charAt(0).toLowerCase()}${error.message.slice(1)}`;
}

/** Line (from 1) of an offset, by bisection. */
function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}
