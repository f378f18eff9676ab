import { isAbsolute } from 'node:path';
import { type Place, where } from '../where.ts';
import { nearer } from './failure.ts';

const mostSamples = 60;
const betweenMs = 10;

interface ThreadReport {
  readonly javascriptStack?: { readonly stack?: readonly string[] };
}

/**
 * Where the one other thread of this process is at the moment, whatever it does: Node's diagnostic report interrupts it, loops,
 * regular expressions and `Atomics.wait` too, and works where the permission model forbids the inspector. Samples until the
 * user's code is seen. Never returns while the thread is inside native code.
 */
export async function locate(): Promise<Place | undefined> {
  let place: Place | undefined;
  for (let sample = 0; sample < mostSamples; sample++) {
    place = nearer(place, lookOnce());
    if (place !== undefined && isAbsolute(place.module)) break;
    await new Promise((resolve) => setTimeout(resolve, betweenMs));
  }
  return place;
}

/** Where it is right now, as far as can be told. */
export function lookOnce(): Place | undefined {
  return where(stackNow());
}

function stackNow(): string | undefined {
  const report = process.report?.getReport() as unknown;
  const { workers } = (typeof report === 'string' ? JSON.parse(report) : report) as { readonly workers?: readonly ThreadReport[] };
  const frames = workers?.[0]?.javascriptStack?.stack;
  return frames && ['', ...frames.map((frame) => `    ${frame}`)].join('\n');
}
