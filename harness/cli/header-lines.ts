import { validateHeaderName, validateHeaderValue } from 'node:http';
import { InputError, type Problem } from '../../sim/kernel/problem.ts';

/** Those that say how a message is sent, which is not for a user to say. */
const ours: ReadonlySet<string> = new Set(['host', 'connection', 'content-length', 'transfer-encoding']);

/** The headers behind `--header "Name: value"`, names in lower case. InputError with everything that is wrong. */
export function headersOfLines(lines: readonly string[]): Readonly<Record<string, string>> {
  const problems: Problem[] = [];
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const [name = '', value] = line.split(/:(.*)/s, 2);
    if (value === undefined || !isHeader(name, value.trim()))
      problems.push({ file: '--header', message: 'expected a line such as "Authorization: Bearer …"' });
    else if (ours.has(name.toLowerCase()))
      problems.push({ file: '--header', message: `${name} is set by the program itself: leave it out` });
    else headers[name.toLowerCase()] = value.trim();
  }
  if (problems.length > 0) throw new InputError(problems);
  return headers;
}

function isHeader(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
