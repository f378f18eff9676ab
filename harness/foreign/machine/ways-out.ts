import childProcess from 'node:child_process';
import cluster from 'node:cluster';
import dgram from 'node:dgram';
import dns from 'node:dns';
import fs from 'node:fs';
import inspector from 'node:inspector';
import net from 'node:net';
import v8 from 'node:v8';
import workers from 'node:worker_threads';
import { callingPlace } from './calling-place.ts';
import type { Findings } from './finding.ts';
import { replace } from './replace.ts';

/** Thrown by what would leave the simulation; `call` is what was called. */
export class RefusedError extends Error {
  readonly code = 'ERR_REFUSED';
  readonly call: string;
  constructor(call: string) {
    super(`${call} is refused: code in a simulated day has no way out of its thread`);
    this.name = 'RefusedError';
    this.call = call;
  }
}

const ofChildProcess = ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'];
const ofProcess = [
  'abort',
  'binding',
  'chdir',
  'dlopen',
  'execve',
  'exit',
  'kill',
  'reallyExit',
  '_debugEnd',
  '_debugProcess',
  '_kill',
  '_linkedBinding',
];
const ofUsers = ['initgroups', 'setegid', 'seteuid', 'setgid', 'setgroups', 'setuid'];

/** Where a call leads out of the thread: what it is called, where it hangs, its names there. */
function exits(): readonly (readonly [string, object, readonly string[]])[] {
  const resolves = (target: object): string[] =>
    ['lookup', 'lookupService', 'reverse'].concat(Object.getOwnPropertyNames(target).filter((name) => /^resolve/.test(name)));
  return [
    ['process', process, [...ofProcess, ...ofUsers]],
    ['process.report', process.report ?? {}, ['writeReport']],
    ['child_process', childProcess, ofChildProcess],
    ['ChildProcess', childProcess.ChildProcess.prototype, ['spawn']],
    ['cluster', cluster, ['fork']],
    ['worker_threads', workers, ['Worker', 'postMessageToThread']],
    ['dgram', dgram, ['createSocket']],
    ['dgram.Socket', dgram.Socket.prototype, ['bind', 'connect', 'send']],
    ['Server', net.Server.prototype, ['listen']],
    ['dns', dns, resolves(dns)],
    ['dns.Resolver', dns.Resolver.prototype, resolves(dns.Resolver.prototype)],
    ['inspector', inspector, ['open', 'waitForDebugger']],
    ['inspector.Session', inspector.Session.prototype, ['connect', 'connectToMainThread']],
    ['fs', fs, ['watch', 'watchFile']],
    ['v8', v8, ['setFlagsFromString', 'setHeapSnapshotNearHeapLimit', 'writeHeapSnapshot']],
  ];
}

/** The same for calls that give a promise: they reject. */
function promisedExits(): readonly (readonly [string, object, readonly string[]])[] {
  const { promises } = dns;
  const resolves = Object.getOwnPropertyNames(promises).filter((name) => /^resolve/.test(name));
  return [
    ['dns.promises', promises, ['lookup', 'lookupService', 'reverse', ...resolves]],
    [
      'dns.promises.Resolver',
      promises.Resolver.prototype,
      Object.getOwnPropertyNames(promises.Resolver.prototype).filter((name) => /^(?:resolve|reverse)/.test(name)),
    ],
  ];
}

/**
 * Refuses every way out of the thread with an error that names the call, and notes it. A protection against accidents, not
 * against malice.
 */
export function refuseWaysOut(findings: Findings): void {
  const refuse = (call: string): RefusedError => {
    findings.note('refused', call, callingPlace());
    return new RefusedError(call);
  };
  for (const [where, target, names] of exits())
    for (const name of names) {
      if (!(name in target)) continue;
      replace(target, name, function refused() {
        throw refuse(`${where}.${name}`);
      });
    }
  for (const [where, target, names] of promisedExits())
    for (const name of names) if (name in target) replace(target, name, () => Promise.reject(refuse(`${where}.${name}`)));
  replace(fs.promises, 'watch', () => {
    throw refuse('fs.promises.watch');
  });
}
