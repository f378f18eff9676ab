import { type Content, type Markup, markup } from '../../../sim/markup/markup.ts';
import type { Course, CourseAttempt, KeptRequest } from '../../result/kept.ts';
import { localTimes } from '../../result/local-time.ts';
import type { RequestClass } from '../../result/outcome.ts';
import { showDuration } from '../figures.ts';
import type { Report } from '../format.ts';
import { mainStrategies } from '../sweep.ts';
import type { Charted } from './charted.ts';
import { term } from './glossary.ts';
import { named } from './name.ts';
import type { Section } from './section.ts';

/** So many of the slowest, and of the failed, of each strategy. */
const shown = 3;
const wide = 1000;

type Followed = KeptRequest & { readonly course: Course };

const followed = (requests: readonly KeptRequest[]): readonly Followed[] =>
  requests.flatMap((request) => (request.course === undefined ? [] : [{ ...request, course: request.course }]));

/** As many as there is room for, from all over the list. */
function spread(requests: readonly Followed[]): readonly Followed[] {
  const step = Math.max(1, Math.floor(requests.length / shown));
  return requests.filter((_, place) => place % step === 0).slice(0, shown);
}

const word = (outcome: RequestClass): Content => (outcome === 'ok' ? 'ok' : term(outcome, outcome));

/** A piece of time on the scale of the whole request. */
function piece(className: string, from: number, until: number, wholeMs: number): Markup | null {
  const at = (ms: number) => Math.round((wide * Math.max(0, Math.min(ms, wholeMs))) / Math.max(wholeMs, 0.001));
  const [x, end] = [at(from), at(until)];
  if (until <= from) return null;
  return markup`<rect class="${className}" x="${Math.min(x, wide - 6)}" y="1" width="${Math.max(6, end - x)}" height="8"/>`;
}

function attemptItem([target, sent, ended, as]: CourseAttempt, waitedFrom: number, wholeMs: number): Markup {
  const until = ended ?? wholeMs;
  const className = as === 'ok' ? 'f-goodput' : 'f-p95';
  return markup`<li><span>${showDuration(sent)}: ${named(target)}, ${as === null ? 'still open' : word(as)} after ${showDuration(until - sent)}</span>
<svg class="life" viewBox="0 0 ${wide} 10" preserveAspectRatio="none" aria-hidden="true"><rect class="f-rule" y="4" width="${wide}" height="2"/>${piece('f-shade', waitedFrom, sent, wholeMs)}${piece(className, sent, until, wholeMs)}</svg></li>
`;
}

/** "waited 12.0 s for a permit, 3.50 s between attempts" */
function waits({ queueWaitMs, backoffMs, deferMs }: Course): string {
  const parts = [
    ...(deferMs > 0 ? [`${showDuration(deferMs)} for a better hour`] : []),
    ...(queueWaitMs > 0 ? [`${showDuration(queueWaitMs)} for a permit`] : []),
    ...(backoffMs > 0 ? [`${showDuration(backoffMs)} between attempts`] : []),
  ];
  return parts.length === 0 ? '' : `; waited ${parts.join(', ')}`;
}

/** One request from its arrival to its end: what waited, what was sent, what came of it. */
function life({ course, arrivedMs, latencyMs, outcome, attempts }: Followed, localAt: (seconds: number) => string): Markup {
  const wholeMs = latencyMs + course.deferMs;
  const count = `${attempts} attempt${attempts === 1 ? '' : 's'}`;
  const items = course.attempts.map((attempt, i) => {
    const before = course.attempts[i - 1];
    return attemptItem(attempt, before === undefined ? 0 : (before[2] ?? before[1]), wholeMs);
  });
  const more = attempts - course.attempts.length;
  return markup`<figure class="course"><figcaption><strong>${showDuration(latencyMs)}</strong> ${word(outcome)}, arrived ${localAt(arrivedMs / 1000).slice(11)}, ${count}${waits(course)}</figcaption>
<ol>
${items}${more > 0 && markup`<li>${more} more attempts</li>\n`}</ol></figure>
`;
}

function group(title: string, requests: readonly Followed[], localAt: (seconds: number) => string): Content {
  return requests.length > 0 && markup`<h3>${title}</h3>\n${requests.map((request) => life(request, localAt))}`;
}

/** How the kept requests of all strategies and their attempts ended, with repeats, `ok` among them. */
export function classesShown({ result }: Report): readonly string[] {
  const kept = result.strategies.flatMap(({ slowest, failed }) => followed([...slowest, ...failed]));
  return kept.flatMap(({ outcome, course }) => [outcome, ...course.attempts.flatMap(([, , , as]) => as ?? [])]);
}

/** The slowest and some of the failed requests of each strategy, attempt by attempt; null where no result holds any. */
export function requestsPart(report: Report, { choices }: Charted): Section | null {
  const { start, zoneOffsets } = report.result.scenario;
  const localAt = localTimes(start, zoneOffsets);
  const items = mainStrategies(report).flatMap(({ name }, place) => {
    const fold = report.result.strategies.find((candidate) => candidate.name === name);
    const slowest = followed(fold?.slowest ?? []).slice(0, shown);
    const failed = spread(followed(fold?.failed ?? []));
    if (slowest.length + failed.length === 0) return [];
    const chosen = choices.find((choice) => choice.place === place)?.chosen === true;
    return [
      markup`<details class="courses"${chosen && markup` open`}><summary>${choices.find((choice) => choice.place === place)?.name ?? named(name)}</summary>
${group('The slowest', slowest, localAt)}${group('Some that failed', failed, localAt)}</details>
`,
    ];
  });
  if (items.length === 0) return null;
  return {
    id: 'requests',
    title: 'Single requests',
    content: [
      markup`<p class="note">From arrival to end, an attempt a line: when it was sent, to which model, how it ended. Light is waiting, before a permit or between attempts; the bar is the attempt itself, in another colour where it failed. Times of day are local.</p>\n`,
      items,
    ],
  };
}
