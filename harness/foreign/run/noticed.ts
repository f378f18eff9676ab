import { relative } from 'node:path';
import type { Rejection } from '../../../sim/server/attempt-record.ts';
import type { Notice } from '../../run/notices.ts';
import { threw } from '../host/failure.ts';
import type { Finding } from '../machine/finding.ts';
import { placeName } from '../where.ts';

/** What is noticed of the user's code in one job. */
export interface Noticed {
  /** What the thread finds, now and later. */
  watch(findings: readonly Finding[]): void;
  /** The code asked for an address that nothing answers at, `fetch api.example.com:443`. */
  readonly refused: (what: string) => void;
  /** A request was answered. */
  readonly answered: () => void;
  /** A request failed though none of its attempts did: by what the code threw. */
  readonly failed: (error: unknown) => void;
  /** A request was over for the code while its answer still came. */
  readonly unread: () => void;
  /** A request of the code's reached no model. */
  readonly rejected: (rejection: Rejection) => void;
  /** Not what ends a run: that is its failure. */
  notices(): readonly Notice[];
}

/** Different addresses that are kept: code may make them up. */
const most = 100;

/** `folder` is the scenario's: places in the code are named from there. */
export function createNoticed(folder: string): Noticed {
  const addresses = new Map<string, number>();
  const happened = new Map<string, number>();
  const happens = (what: string): void => {
    if (happened.has(what) || happened.size < most) happened.set(what, (happened.get(what) ?? 0) + 1);
  };
  let found: readonly Finding[] = [];
  let anyAnswered = false;
  const failures = new Map<string, { readonly mistake: boolean; readonly times: number }>();
  /** What code means to throw, as an open circuit does, is news only where nothing else happens. */
  const telling = (mistake: boolean): boolean => mistake || (!anyAnswered && addresses.size === 0);
  return {
    answered: () => {
      anyAnswered = true;
    },
    failed: (error) => {
      const what = failedBy(error, folder);
      const times = failures.get(what)?.times ?? 0;
      if (times > 0 || failures.size < most) failures.set(what, { mistake: isMistake(error), times: times + 1 });
    },
    unread: () => happens('returns while its answer still comes, which is no answer: read the stream to its end'),
    rejected: (rejection) => happens(rejectedFor(rejection)),
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
      ...[...happened].map(([what, times]) => ({ what, times })),
      ...[...failures].flatMap(([what, { mistake, times }]) => (telling(mistake) ? [{ what, times }] : [])),
      ...found.flatMap((finding) => noticeOf(finding, folder) ?? []),
    ],
  };
}

function askedFor(address: string): string {
  return `asks for ${address}, which is not served: its requests go to the base URL that it is given`;
}

function rejectedFor({ method, path, status, model }: Rejection): string {
  const told = `${method} ${path} is told ${status}`;
  return status === 404 && model !== undefined
    ? `asks for model ${model}, which the scenario does not have: ${told}`
    : `asks in vain: ${told}`;
}

function failedBy(error: unknown, folder: string): string {
  const { what, place } = threw(error, 'fails by itself, while no attempt did:', undefined);
  const at = placeName(place);
  return at === undefined ? what : `${what} at ${placeFrom(folder, at)}`;
}

/** What a slip of the pen throws; an error of the network, which has a cause, is none. */
function isMistake(error: unknown): boolean {
  return (error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError) && error.cause === undefined;
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
