import { relative } from 'node:path';
import type { Notice } from '../../run/notices.ts';
import type { Finding } from '../machine/finding.ts';

/** What is noticed of the user's code in one job. */
export interface Noticed {
  /** What the thread finds, now and later. */
  watch(findings: readonly Finding[]): void;
  /** The code asked for an address that nothing answers at, `fetch api.example.com:443`. */
  readonly refused: (what: string) => void;
  /** Not what ends a run: that is its failure. */
  notices(): readonly Notice[];
}

/** Different addresses that are kept: code may make them up. */
const most = 100;

/** `folder` is the scenario's: places in the code are named from there. */
export function createNoticed(folder: string): Noticed {
  const addresses = new Map<string, number>();
  let found: readonly Finding[] = [];
  return {
    watch: (findings) => {
      found = findings;
    },
    refused: (what) => {
      // Which call asked is a matter of whose fetch it is.
      const address = what.slice(what.indexOf(' ') + 1);
      if (addresses.has(address) || addresses.size < most) addresses.set(address, (addresses.get(address) ?? 0) + 1);
    },
    notices: () => [
      ...[...addresses].map(([address, times]) => ({ what: askedFor(address), times })),
      ...found.flatMap((finding) => noticeOf(finding, folder) ?? []),
    ],
  };
}

function askedFor(address: string): string {
  return `asks for ${address}, which is not served: its requests go to the base URL that it is given`;
}

function noticeOf({ kind, what, where, times }: Finding, folder: string): Notice | undefined {
  const at = where === undefined ? '' : ` at ${placeFrom(folder, where)}`;
  if (kind === 'refused') return { what: `calls ${what}${at}, which is refused`, times };
  if (kind === 'odd') return { what: `has something that may not be meant: ${what}${at}`, times };
  // How often depends on real time.
  if (kind === 'real') return { what: `starts what lives in real time: ${what}${at}; two runs of it may differ`, times: undefined };
  return undefined;
}

/** Files outside the folder of a scenario are not named by their whole paths in results. */
function placeFrom(folder: string, where: string): string {
  const inside = relative(folder, where).replaceAll('\\', '/');
  return inside.startsWith('..') ? (where.split(/[\\/]/).at(-1) ?? where) : inside;
}
