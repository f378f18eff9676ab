import { isIP } from 'node:net';
import { systemError } from './wire-errors.ts';

/** The one host that there is, and what becomes of calls to others. */
export interface ServedHost {
  readonly name: string;
  serves(host: string): boolean;
  /** The error of a connection to an address that is not served; tells of it. */
  refuse(call: string, address: string): Error;
  /** The error of a name that is not served; tells of it. */
  unknown(call: string, name: string): Error;
}

export function servedHost(name: string, refused: (what: string) => void = () => {}): ServedHost {
  const own = name.toLowerCase();
  const tell = (call: string, address: string): string => {
    refused(`${call} ${address}`);
    return `${call}: this run has no network but ${name}`;
  };
  return {
    name,
    serves: (host) => host.toLowerCase() === own,
    refuse: (call, address) => systemError('ECONNREFUSED', 'connect', `connect ECONNREFUSED ${address} (${tell(call, address)})`),
    unknown: (call, hostname) =>
      Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname} (${tell(call, hostname)})`), {
        errno: -3008,
        code: 'ENOTFOUND',
        syscall: 'getaddrinfo',
        hostname,
      }),
  };
}

/** Where the served host is, for whoever asks. */
export const servedAddress = { address: '127.0.0.1', family: 4 } as const;

/** The address of a connection as errors name it. */
export function addressText(host: string, port: unknown): string {
  return isIP(host) === 6 ? `[${host}]:${String(port)}` : `${host}:${String(port)}`;
}
