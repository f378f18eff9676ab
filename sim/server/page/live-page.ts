import { readFileSync } from 'node:fs';
import { packagePath } from '../../kernel/package-root.ts';
import { visible } from '../../kernel/visible.ts';
import { type Content, type Markup, markup, ours, textOf } from '../../markup/markup.ts';
import { policyOf } from '../../markup/policy.ts';
import { style } from './style.ts';

/** A piece of a live page that changes; the script brings it up to date once a second. */
export interface Part {
  /** Unlike every other part's. */
  readonly id: string;
  readonly title: string;
  readonly content: Content;
}

export interface LivePage {
  /** What it is the page of: a scenario's name. */
  readonly name: string;
  /** One line of facts under the name. */
  readonly facts: Content;
  readonly parts: readonly Part[];
  /** Shows nothing before the server is told its token: what a reader who has none gets, with the status 401. */
  readonly locked?: boolean | undefined;
}

const script = readFileSync(packagePath('sim', 'server', 'page', 'live.mjs'), 'utf8');

const withoutScript = 'This is the state when the page was loaded; reload it to see the present one.';
const withoutToken = 'This server wants its token, which the page can give it with script alone.';

/** A pool that is half full. */
const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect y='4' width='16' height='8' rx='2' fill='%2398a3af'/%3E%3Crect y='4' width='9' height='8' rx='2' fill='%230a5cad'/%3E%3C/svg%3E";

/** Headers of the page: nothing but its own style, script, icon and server, in no frame, and never stored. */
export const headers: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `${policyOf(style, script)}; connect-src 'self'; img-src data:; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/**
 * A page that keeps itself up to date: its script loads it again once a second and puts the new parts in the place of the
 * old ones, so that whatever makes the page has one function from its state to markup. Without script it is the state at
 * load time.
 */
export function livePage({ name, facts, parts, locked = false }: LivePage): string {
  return textOf(markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${visible(name).trim() === '' ? 'live' : name} – at-capacity</title>
<link rel="icon" href="${ours(icon)}">
<style>${ours(style)}</style>
</head>
<body>
<a class="skip" href="#${parts[0]?.id}">Skip to the figures</a>
<div class="page">
<header>
<p class="brand">at-capacity <span>live</span></p>
<h1 id="name" data-live>${name}</h1>
<p class="facts" id="facts" data-live>${facts}</p>
<p class="connection" id="connection" role="status"></p>
<noscript><p class="note">${locked ? withoutToken : withoutScript}</p></noscript>
</header>
<main>
${parts.map(partOf)}</main>
</div>
<script type="module">${ours(script)}</script>
</body>
</html>
`);
}

function partOf({ id, title, content }: Part): Markup {
  return markup`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
<div id="${id}-live" data-live>
${content}</div>
</section>
`;
}
