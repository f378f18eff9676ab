import { createHook } from 'node:async_hooks';
import { callingPlace } from './calling-place.ts';
import type { Findings } from './finding.ts';

/** What lives in real time, by the name that Node's async hooks have for it. */
const words: Readonly<Record<string, string>> = {
  Timeout: 'a timer of Node itself',
  TCPWRAP: 'a TCP socket',
  TCPSERVERWRAP: 'a TCP server',
  TCPCONNECTWRAP: 'a TCP connection',
  PIPEWRAP: 'a pipe',
  PIPECONNECTWRAP: 'a connection to a pipe',
  PIPESERVERWRAP: 'a server on a pipe',
  UDPWRAP: 'a UDP socket',
  UDPSENDWRAP: 'a UDP message',
  TTYWRAP: 'a terminal',
  GETADDRINFOREQWRAP: 'a look-up of a host name',
  GETNAMEINFOREQWRAP: 'a look-up of an address',
  QUERYWRAP: 'a DNS query',
  PROCESSWRAP: 'a process',
  WORKER: 'a thread',
  FSEVENTWRAP: 'a watch on a file',
  STATWATCHER: 'a watch on a file',
  SIGNALWRAP: 'a signal handler',
  WASMSTREAMING: 'a WebAssembly compilation',
};

export interface RealThings {
  /** Runs what may start something real: the machine's own. */
  allowed<Value>(run: () => Value): Value;
}

/**
 * Notes what is made although it lives in real time, by whatever way; while the thread is driven, for what is made between
 * stretches of time is its owner's.
 */
export function detectRealThings(findings: Findings, driving: () => boolean): RealThings {
  let allowed = false;
  const hook = {
    init: (_id: number, type: string): void => {
      const what = words[type];
      if (what === undefined || allowed || !driving() || (type === 'Timeout' && forgetsTheDate())) return;
      findings.note('real', `${what} was made (${type})`, callingPlace());
    },
    // Newer versions of Node leave promises out then, which costs less; older ones do not look.
    trackPromises: false,
  };
  createHook(hook).enable();
  return {
    allowed: (run) => {
      allowed = true;
      try {
        return run();
      } finally {
        allowed = false;
      }
    },
  };
}

/** Node's servers keep the text of their `date` header for a second: a timer without consequence. */
function forgetsTheDate(): boolean {
  return /\(node:internal\/http:/.test(String(new Error().stack));
}
