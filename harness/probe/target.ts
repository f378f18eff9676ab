import { InputError } from '../../sim/kernel/problem.ts';
import { shown } from '../../sim/kernel/units.ts';

/** Where a probe sends its requests. */
export interface Target {
  readonly url: URL;
  /** This machine and no other. */
  readonly loopback: boolean;
}

/** The target behind what was typed; one that ends in `/v1`, or has no path, gets that of chat completions. InputError at `file`. */
export function parseTarget(text: string, file = 'URL'): Target {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) throw wrongUrl(file, `expected an address such as http://localhost:4010/v1, found ${shown(text)}`);
  const problem = problemOf(url);
  if (problem !== undefined) throw wrongUrl(file, problem);
  url.hash = '';
  if (url.pathname === '/') url.pathname = '/v1';
  if (/\/v1\/?$/.test(url.pathname)) url.pathname = `${url.pathname.replace(/\/$/, '')}/chat/completions`;
  return { url, loopback: isLoopback(url.hostname) };
}

function wrongUrl(file: string, message: string): InputError {
  return new InputError([{ file, message }]);
}

function problemOf(url: URL): string | undefined {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return `expected http: or https:, as in http://localhost:4010/v1, found ${shown(url.protocol)}`;
  if (url.username !== '' || url.password !== '') return 'holds a name or password before the @; give it as --header "Authorization: …"';
  return undefined;
}

/**
 * Whether a host name, as `URL` writes it, can only mean this machine: 127.0.0.0/8, ::1, or the name localhost itself. A
 * name that resolves to such an address today may resolve to another one tomorrow. `URL` has already turned other ways to
 * write an address (`127.1`, `0x7f000001`, `2130706433`) into four numbers.
 */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}
