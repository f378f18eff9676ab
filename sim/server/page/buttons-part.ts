import { type Markup, markup } from '../../markup/markup.ts';

/** A request that a button makes of the server. */
export interface ButtonCall {
  readonly method: 'PUT' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: object | undefined;
}

export interface Button {
  readonly label: string;
  /** What it does, after its label: `other callers ask for …`. */
  readonly does: string;
  /** Whether it is in force; undefined for one that cannot be. */
  readonly pressed?: boolean | undefined;
  /** Made one after the other. */
  readonly calls: readonly ButtonCall[];
  /** What is said once they are. */
  readonly said: string;
}

/** Buttons, and what each of them does; only a page with its script has them. */
export function buttonsPart(buttons: readonly Button[]): Markup {
  return markup`<div class="buttons">
${buttons.map(buttonOf)}</div>
<p class="said" id="said" role="status" data-kept></p>
<ul class="does">
${buttons.map(({ label, does }) => markup`<li><strong>${label}</strong>: ${does}</li>\n`)}</ul>
<noscript><p class="note">The buttons need script.</p></noscript>
`;
}

function buttonOf({ label, pressed, calls, said }: Button): Markup {
  return markup`<button type="button"${pressed !== undefined && markup` aria-pressed="${String(pressed)}"`} data-calls="${jsonOf(calls)}" data-said="${said}">${label}</button>\n`;
}

/** As JSON of harmless characters alone: none of them is written out as a hidden one. */
function jsonOf(value: unknown): string {
  return JSON.stringify(value).replace(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
