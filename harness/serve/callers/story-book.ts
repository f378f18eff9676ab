import type { Micros } from '../../../sim/kernel/clock.ts';
import type { Step, Story } from '../../conduct/story.ts';
import type { Whose } from './whose.ts';

/** Nothing that comes later than this after an attempt, or than twice the wait that it was told, belongs to its request. */
const boundMicros = 600_000_000;
/** Attempts that are kept by default; of more, those of the oldest requests are forgotten. */
export const mostAttempts = 100_000;
/** Bodies of which it is known that several requests have them. */
const mostShared = 10_000;
/** Requests with one and the same body, or id, among which the one is looked for that an attempt goes on with: the latest. */
const mostAlike = 1000;

/** An attempt on its way, for whoever says when it is over. */
export interface Sighting {
  readonly chapter: Chapter;
  readonly step: Step;
}

/** A request as far as it is seen. */
export interface Chapter {
  readonly story: Story;
  readonly name: string;
  readonly keys: readonly string[];
  /** Its body alone says which attempts belong to it. */
  readonly guessed: boolean;
  open: number;
  answered: boolean;
}

/** Tells which attempts belong to one request, where nobody says so. */
export class StoryBook {
  readonly #most: number;
  readonly #chapters = new Set<Chapter>();
  readonly #byKey = new Map<string, Set<Chapter>>();
  readonly #shared = new Set<string>();
  readonly #names = new WeakMap<Story, string>();
  #kept = 0;
  /** Attempts of requests that are kept no more, because there were too many. */
  forgotten = 0;
  /** Attempts that may belong to one of several requests with the same body. */
  unclear = 0;
  requests = 0;

  constructor(most = mostAttempts) {
    this.#most = most;
  }

  get stories(): readonly Story[] {
    return [...this.#chapters].map(({ story }) => story);
  }

  nameOf(story: Story): string {
    return this.#names.get(story) ?? '';
  }

  /** Undefined where nobody can say which request it belongs to. */
  began(whose: Whose, { entity, model }: { readonly entity: number; readonly model: string }, now: Micros): Sighting | undefined {
    this.#noteShared(whose, now);
    const { id, perhaps, body, toldTry } = whose;
    if ((id ?? perhaps ?? toldTry) === undefined && this.#shared.has(body)) {
      this.unclear += 1;
      return undefined;
    }
    const chapter = this.#goingOn(whose, now) ?? this.#begin(whose, entity, now);
    const step: Step = { model, sentAt: now, toldTry, endedAt: undefined, class: undefined, hintMs: undefined };
    chapter.story.steps.push(step);
    chapter.story.settledAt = undefined;
    chapter.open += 1;
    this.#kept += 1;
    this.#forget();
    return { chapter, step };
  }

  /** It is over; without a class its client has left. */
  ended({ chapter, step }: Sighting, outcome: Pick<Step, 'class' | 'hintMs'>, now: Micros): void {
    step.endedAt = now;
    step.class = outcome.class;
    step.hintMs = outcome.hintMs;
    chapter.open -= 1;
    chapter.story.settledAt = chapter.open === 0 ? now : undefined;
    if (outcome.class === 'ok') chapter.answered = true;
    if (!chapter.answered || chapter.open > 0) return;
    // What went well at once shows nothing, and there is much of it.
    if (chapter.story.steps.length === 1) this.#drop(chapter);
    else this.#close(chapter);
  }

  /** The request that an attempt goes on with. */
  #goingOn({ id, perhaps, body, toldTry }: Whose, now: Micros): Chapter | undefined {
    if (id !== undefined) return this.#live(id, now).at(-1);
    const known = perhaps === undefined ? undefined : this.#live(perhaps, now).at(-1);
    if (known !== undefined) return known;
    const all = this.#live(body, now);
    const idle = all.filter(({ open }) => open === 0).toSorted((a, b) => dueAt(a) - dueAt(b));
    const shared = this.#shared.has(body);
    if (toldTry === undefined) return shared ? undefined : idle[0];
    const follows = (chapter: Chapter): boolean => lastStep(chapter)?.toldTry === toldTry - 1;
    // Of what its client has left the server may not know yet.
    if (toldTry > 0) return idle.find(follows) ?? all.find(follows) ?? idle[0];
    return shared ? undefined : idle[0];
  }

  /** Requests that may go on, the oldest first. */
  #live(key: string, now: Micros): readonly Chapter[] {
    const all = [...(this.#byKey.get(key) ?? [])];
    for (const chapter of all) if (!isLive(chapter, now) && chapter.open === 0) this.#close(chapter);
    return all.filter((chapter) => isLive(chapter, now));
  }

  /** Two requests with the same body at once: from then on it says of no attempt whose it is. */
  #noteShared({ id, perhaps, body, toldTry }: Whose, now: Micros): void {
    if (id !== undefined || (toldTry ?? 0) > 0) return;
    const others = this.#live(body, now).filter(({ open }) => open > 0);
    if (others.length === 0 || (perhaps !== undefined && others.every(({ keys }) => keys.includes(perhaps)))) return;
    this.#shared.add(body);
    const [oldest] = this.#shared;
    if (this.#shared.size > mostShared && oldest !== undefined) this.#shared.delete(oldest);
    for (const chapter of others.filter(({ guessed }) => guessed)) {
      this.unclear += chapter.story.steps.length;
      this.requests -= 1;
      this.#drop(chapter);
    }
  }

  #begin({ id, perhaps, body, toldTry, name }: Whose, entity: number, now: Micros): Chapter {
    const chapter: Chapter = {
      story: { entity, arrivedAt: now, steps: [], settledAt: undefined },
      name: name ?? `request ${entity}`,
      keys: id !== undefined ? [id] : perhaps === undefined ? [body] : [body, perhaps],
      guessed: (id ?? perhaps ?? toldTry) === undefined,
      open: 0,
      answered: false,
    };
    this.requests += 1;
    this.#chapters.add(chapter);
    this.#names.set(chapter.story, chapter.name);
    for (const key of chapter.keys) {
      const known = this.#byKey.get(key) ?? new Set();
      this.#byKey.set(key, known.add(chapter));
      const [oldest] = known;
      if (known.size > mostAlike && oldest !== undefined) this.#close(oldest);
    }
    return chapter;
  }

  #forget(): void {
    for (const chapter of this.#chapters) {
      if (this.#kept <= this.#most) return;
      this.forgotten += chapter.story.steps.length;
      this.#drop(chapter);
    }
  }

  #drop(chapter: Chapter): void {
    if (!this.#chapters.delete(chapter)) return;
    this.#kept -= chapter.story.steps.length;
    this.#close(chapter);
  }

  /** Nothing goes on with it. */
  #close(chapter: Chapter): void {
    for (const key of chapter.keys) {
      const known = this.#byKey.get(key);
      known?.delete(chapter);
      if (known?.size === 0) this.#byKey.delete(key);
    }
  }
}

/** It may go on: it was not answered, and not too long ago. */
function isLive(chapter: Chapter, now: Micros): boolean {
  if (chapter.answered) return false;
  const { settledAt = now } = chapter.story;
  return chapter.open > 0 || now - settledAt <= Math.max(boundMicros, 2000 * (lastStep(chapter)?.hintMs ?? 0));
}

function lastStep({ story }: Chapter): Step | undefined {
  return story.steps.at(-1);
}

/** When it would be sent again if it kept the wait that it was told. */
function dueAt(chapter: Chapter): Micros {
  return (chapter.story.settledAt ?? 0) + 1000 * (lastStep(chapter)?.hintMs ?? 0);
}
