import { type Content, type Markup, markup } from '../../../sim/markup/markup.ts';
import { measures } from '../../result/measures/registry.ts';
import { requestClasses } from '../../result/outcome.ts';

interface Term {
  readonly name: string;
  readonly meaning: string;
}

/** Words of the page that are no measures. */
const words: Readonly<Record<string, Term>> = {
  request: { name: 'request', meaning: 'What a caller wants answered. It takes one attempt or more, and is counted once.' },
  attempt: { name: 'attempt', meaning: 'One call to one model. A retry is another attempt of the same request.' },
  strategy: {
    name: 'strategy',
    meaning: 'What the client does: how often it tries again, how many it sends at once, which models it asks.',
  },
  baseline: { name: 'baseline', meaning: 'The strategy that the others are compared with.' },
  replication: {
    name: 'replication',
    meaning: 'The whole run once more with other luck. Intervals come from how much replications differ.',
  },
  paired: {
    name: 'paired',
    meaning: 'Every strategy meets the same arrivals and the same luck, so that small differences can be told from chance.',
  },
  fresh: {
    name: 'fresh replications',
    meaning: 'Replications that were not used to choose the best, so that its figures are not too good by luck.',
  },
  interval: {
    name: '95 % interval',
    meaning: 'Where the true value lies, as far as these replications tell; right in 95 of 100 such statements.',
  },
  p95: { name: 'p95', meaning: '95 of 100 requests took no longer. p50, p90 and p99 are the same for 50, 90 and 99.' },
  endless: {
    name: 'with failures',
    meaning: 'A failed request counts as endless, so a percentile does not exist where too many failed, and giving up early gains nothing.',
  },
  good: { name: 'good', meaning: 'An answer within the time that the scenario calls good; without one, any answer within the deadline.' },
  slo: {
    name: 'bound',
    meaning: 'What the scenario demands under slo. Met when the whole interval is within, missed when it is beyond, else undecided.',
  },
  offered: { name: 'offered load', meaning: 'Own requests that arrive per second, whether or not they are served.' },
  slot: { name: 'slot', meaning: 'What a model needs to serve one attempt. A pool of slots is shared with other tenants.' },
  free: {
    name: 'free slots',
    meaning: 'Slots of a pool in which nothing runs, neither of ours nor of other tenants, as a mean over time.',
  },
  tenants: { name: 'other tenants', meaning: 'Everybody else who uses the same provider.' },
  refused: { name: 'refused', meaning: 'Turned away by the provider before any work was done.' },
  front: {
    name: 'front',
    meaning:
      'Strategies that no other one beats: none is at least as good in errors, p95 with failures and cost of an answer, and better in one.',
  },
  verdict: {
    name: 'better, worse, mixed, same, identical, undecided',
    meaning:
      'What the differences from the baseline show. Better or worse: it is shown for a measure, with Holm’s correction because four are compared, so an interval that only just leaves out zero may still be undecided. Mixed: better in one measure, worse in another. Same: within 1 % (shares: 0.1 points). Identical: equal in every replication. Undecided: none of these is shown.',
  },
};

const sweepWords: Readonly<Record<string, Term>> = {
  sweep: { name: 'sweep', meaning: 'One strategy with several values of a setting.' },
  within: {
    name: 'not shown worse than the best',
    meaning: 'Values whose goodput is not shown to be more than 1 % below the best. The smallest that holds the bounds is recommended.',
  },
  region: {
    name: 'SLO holds',
    meaning:
      'Values at which every figure is within its bound of slo. Shown where the whole intervals are, which a recommendation asks for.',
  },
  balance: { name: 'balance point', meaning: 'The largest limit at which hardly any first attempt is refused (by default under 1 %).' },
};

/** How a request can fail. */
const classes: Readonly<Record<Exclude<(typeof requestClasses)[number], 'ok'>, string>> = {
  capacity: 'no room for this request now',
  rate_limited: 'a quota of requests or tokens a minute, or of concurrency',
  quota: 'money, a plan or a day’s quota is used up; hard',
  auth: 'key or permission; hard',
  client_error: 'not found, too long, too large, invalid; hard',
  server_error: 'the provider broke',
  timeout: 'a time limit of ours, or the provider’s own',
  truncated: 'the stream ended without its end marker',
  malformed: 'unreadable, empty, or no JSON where callers expect it',
  connection: 'refused or lost',
  unknown: 'the classifier does not know it',
  client_resource: 'it never left this machine',
  cancelled: 'ended by the caller',
  deadline: 'the caller’s patience is over: in the queue, in an attempt, or in a wait',
  shed: 'our own queue was full, or the wait in it too long',
  exhausted: 'a route of two or more targets, every one of them tried',
};

const anchor = (word: string): string => `term-${word.replace(/[^\w]/g, '-')}`;

const directions = { lower: ' Lower is better.', higher: ' Higher is better.', neither: '' } as const;

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** What a word, a measure or a failure class means; null for what is none of them. */
function meaningOf(word: string): string | null {
  const measure = measures[word];
  if (measure !== undefined) return `${sentence(measure.describe)}${directions[measure.better]}`;
  const own = words[word] ?? sweepWords[word];
  if (own !== undefined) return own.meaning;
  return isClass(word) ? sentence(classes[word]) : null;
}

const isClass = (word: string): word is keyof typeof classes => Object.hasOwn(classes, word);

/**
 * What leads to its meaning at the end of the page, and shows it when pointed at or reached by key: a word of the page by its
 * key here, a measure or a failure class by its name.
 */
export function term(word: string, shown: Content): Markup {
  const meaning = meaningOf(word);
  return markup`<a class="term" href="#${anchor(word)}"${meaning !== null && markup` title="${meaning}"`}>${shown}</a>`;
}

/** What a page uses, beside the words that every page uses. */
export interface Used {
  readonly sweep: boolean;
  /** Measures with their titles. */
  readonly measures: ReadonlyMap<string, string>;
  /** Failure classes that occurred. */
  readonly classes: readonly string[];
}

function entry(word: string, name: Content, meaning: string): Markup {
  return markup`<div id="${anchor(word)}"><dt>${name}</dt><dd>${meaning}</dd></div>\n`;
}

/** Meanings of all words that the page uses. */
export function glossary(used: Used): Content {
  const general = Object.entries(used.sweep ? { ...words, ...sweepWords } : words);
  const failures = requestClasses.filter((name) => name !== 'ok').filter((name) => used.classes.includes(name));
  return markup`<h3>Figures</h3>
<dl class="glossary">
${[...used.measures].map(([name, title]) => {
  const measure = measures[name];
  return measure === undefined
    ? null
    : entry(name, [title, markup` <code>${name}</code>`], `${sentence(measure.describe)}${directions[measure.better]}`);
})}</dl>
<h3>Words</h3>
<dl class="glossary">
${general.map(([word, { name, meaning }]) => entry(word, name, meaning))}</dl>
${
  failures.length > 0 &&
  markup`<h3>Failures</h3>
<dl class="glossary">
${failures.map((name) => entry(name, markup`<code>${name}</code>`, sentence(classes[name])))}</dl>
`
}`;
}
