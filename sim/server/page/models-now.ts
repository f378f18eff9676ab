import { type Markup, markup } from '../../markup/markup.ts';
import { counted } from './figures.ts';

/** Whether a request that comes now finds room at a model, and why not. */
export type Room = 'free' | 'full' | 'limited' | 'out';

/** What is known of one model at this instant, whoever knows it. */
export interface ModelNow {
  readonly name: string;
  readonly room: Room;
  /** Why, in a few words: `3 of 40 slots free`. */
  readonly note: string;
}

const words: Readonly<Record<Room, string>> = { free: '✓ free', full: '✕ full', limited: '◷ at its quota', out: '■ out of service' };

/** A mark that says it in a shape, a word and a colour. */
export function roomMark(room: Room): Markup {
  return markup`<span class="room ${room}">${words[room]}</span>`;
}

/** Which models are free now: a sentence, and a line for each. */
export function modelsNow(models: readonly ModelNow[]): Markup {
  const free = countOf(models, 'free');
  return markup`<p class="verdict">${sentence(free, models.length)}</p>
<ul class="models-now">
${models.map(({ name, room, note }) => markup`<li><strong>${name}</strong> ${roomMark(room)} <small>${note}</small></li>\n`)}</ul>
`;
}

function countOf(models: readonly ModelNow[], wanted: Room): number {
  return models.filter(({ room }) => room === wanted).length;
}

function sentence(free: number, all: number): string {
  if (all === 1) return free === 1 ? 'The model is free now.' : 'The model is not free now.';
  if (free === 0) return `None of ${counted(all, 'model')} is free now.`;
  if (free === all) return `All ${counted(all, 'model')} are free now.`;
  return `${free} of ${counted(all, 'model')} ${free === 1 ? 'is' : 'are'} free now.`;
}
