import { base } from '../../sim/markup/base.ts';
import { type Markup, markup, ours, textOf } from '../../sim/markup/markup.ts';
import { policyOf } from '../../sim/markup/policy.ts';
import { funnelWays } from './funnel.ts';
import type { Status, TargetStatus } from './status.ts';

/** Seconds after which a browser asks again. */
const refreshSeconds = 5;

const style = `${base}
table{border-collapse:collapse;width:100%;max-width:56rem}
th,td{text-align:right;padding:.45rem .7rem;border-bottom:1px solid var(--rule);font-variant-numeric:tabular-nums}
th{font-weight:600;color:var(--faint);font-size:.9rem}
th:first-child,td:first-child{text-align:left}
.scroll{overflow-x:auto}
.now{font-weight:650;white-space:nowrap}
.free{color:var(--good)}.busy{color:var(--bad)}.partly{color:var(--warn)}.unknown{color:var(--faint)}
.facts{max-width:56rem}
table + .note{margin-top:1rem}
.alarm{border-left:4px solid var(--bad);background:var(--panel);padding:.6rem .9rem;max-width:56rem}
`;

/** Which content a browser may run or load: its own style, nothing else. */
export const statusPolicy = policyOf(style, '');

/** The page that says which models are free now, and where requests ended. It asks again by itself. */
export function statusPage(status: Status): string {
  const { models, requests, waiting, alarms } = status;
  return textOf(markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${refreshSeconds}">
<title>Gateway: which models are free now</title>
<style>${ours(style)}</style>
</head>
<body>
<div class="page">
<header><p class="brand">at-capacity <span>gateway</span></p><h1>Which models are free now</h1>
<p class="facts">Strategy ${status.strategy}. As of ${clockOf(status.now)} UTC; since ${clockOf(status.since)}. Renewed every ${refreshSeconds} seconds.</p></header>
<main>
${alarms.map((alarm) => markup`<p class="alarm" role="alert">Alarm: ${alarmWords[alarm] ?? alarm}</p>\n`)}
<div class="scroll" tabindex="0" role="region" aria-label="Models">
<table>
<thead><tr><th scope="col">model</th><th scope="col">now</th><th scope="col">attempts, last minute</th><th scope="col">refused, last minute</th><th scope="col">under way</th><th scope="col">ok</th><th scope="col">refused</th><th scope="col">failed</th></tr></thead>
<tbody>
${models.map(rowOf)}</tbody>
</table>
</div>
<h3>Where requests ended</h3>
<table>
<tbody>
${funnelWays.map(([way, what]) => markup`<tr><th scope="row">${what}</th><td>${requests[way]}</td></tr>\n`)}<tr><th scope="row">waiting in the line now</th><td>${waiting}</td></tr>
</tbody>
</table>
<p class="note">The same as JSON: <a href="/_admin/status">/_admin/status</a></p>
</main>
</div>
</body>
</html>
`);
}

const alarmWords: Readonly<Record<string, string>> = {
  capacity: 'too many attempts find no capacity (capacity)',
  auth: 'a key or its permission is refused (auth)',
  quota: 'a quota or a balance is used up (quota)',
};

function rowOf({ name, now, lately, inFlight, ok, capacityRefused, failed }: TargetStatus): Markup {
  const kind = now.split(' ', 1)[0] ?? '';
  return markup`<tr><th scope="row">${name}</th><td class="now ${kind}">${now}</td><td>${lately.attempts}</td><td>${lately.refused}</td><td>${inFlight}</td><td>${ok}</td><td>${capacityRefused}</td><td>${failed}</td></tr>\n`;
}

/** `2026-11-29T23:40:01.123Z` → `2026-11-29 23:40:01` */
function clockOf(iso: string): string {
  return iso.slice(0, 19).replace('T', ' ');
}
