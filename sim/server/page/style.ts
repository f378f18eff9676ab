import { base } from '../../markup/base.ts';

const hues = Array.from({ length: 8 }, (_, i) => `.h${i}{--line:var(--hue-${i})}`).join('');

const now = `
h1{font-size:1.4rem;letter-spacing:-.01em;display:block}
h1,h3,h4,.models-now,dd{overflow-wrap:anywhere}
.connection{margin:0;font-size:.92rem;color:var(--faint);min-height:1.5em}
.connection:not(:empty)::before{content:"●";margin-right:.45rem;color:var(--good)}
[data-connection=lost] .connection,[data-connection=locked] .connection{color:var(--bad);font-weight:600}
[data-connection=lost] .connection::before,[data-connection=locked] .connection::before{content:"✕";color:inherit}
[data-connection=lost] main{filter:grayscale(1)}
.facts{margin-bottom:.4rem;font-variant-numeric:tabular-nums}
main section:first-child{margin-top:1.75rem}
section{margin-top:2.5rem}
.verdict{font-size:1.3rem;line-height:1.4;font-weight:600;letter-spacing:-.012em;margin:0 0 .9rem;padding-left:.9rem;border-left:4px solid var(--accent)}
.models-now{list-style:none;margin:0;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr));gap:.5rem}
.models-now li{background:var(--panel);border:1px solid var(--rule);border-radius:10px;padding:.5rem .8rem}
.models-now small{display:block;font-variant-numeric:tabular-nums}
.room{white-space:nowrap;font-size:.92rem;font-weight:600}
.room.free{color:var(--good)}
.room.full,.room.out{color:var(--bad)}
.room.limited{color:var(--warn)}
`;

const controls = `
.buttons{display:flex;flex-wrap:wrap;gap:.6rem;margin:0 0 .8rem}
html:not(.live) .buttons{display:none}
button{font:inherit;font-weight:600;color:var(--ink);background:var(--panel);border:1px solid var(--bound);border-radius:10px;padding:.55rem 1.1rem;min-height:2.75rem;cursor:pointer}
button:hover{border-color:var(--accent);color:var(--accent)}
button[aria-pressed=true]{background:var(--strong);border-color:var(--accent);color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent)}
button[aria-pressed=true]::before{content:"✓ "}
.said{min-height:1.55em;margin:0 0 .6rem;font-weight:550}
.does{margin:0 0 .6rem;padding:0 0 0 1.1rem;color:var(--faint);font-size:.92rem;max-width:48rem}
.does strong{color:var(--ink);font-weight:600}
`;

const pools = `
.pools{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,22rem),1fr));gap:1rem;align-items:start}
.pool{border:1px solid var(--rule);border-radius:12px;padding:1rem 1.1rem 1.1rem;min-width:0}
.pool h3{margin:0 0 .1rem}
.pool h4{margin:1rem 0 .25rem;padding-top:.8rem;border-top:1px solid var(--rule)}
.use{margin:0 0 .4rem;font-variant-numeric:tabular-nums;color:var(--faint)}
.use strong{font-size:1.45rem;font-weight:650;letter-spacing:-.01em;color:var(--ink)}
.bar{display:block;width:100%;height:1.1rem;border-radius:6px;background:var(--panel);box-shadow:inset 0 0 0 1px var(--bound)}
.own{fill:var(--accent);--key:var(--accent)}
.others{fill:var(--bound);--key:var(--bound)}
.free{--key:var(--panel)}
.key{list-style:none;margin:.4rem 0 .6rem;padding:0;display:flex;flex-wrap:wrap;gap:.15rem 1.1rem;font-size:.88rem;font-variant-numeric:tabular-nums}
.key li::before{content:"";display:inline-block;width:.8rem;height:.8rem;border-radius:3px;margin-right:.4rem;vertical-align:-.08em;background:var(--key);box-shadow:inset 0 0 0 1px var(--bound)}
.past{margin:0 0 .6rem}
.past svg{display:block;width:100%;height:2.75rem;border-bottom:1px solid var(--rule)}
.past polygon{fill:var(--shade)}
.past polyline{fill:none;stroke:var(--accent);stroke-width:1.5;vector-effect:non-scaling-stroke}
.past figcaption{font-size:.8rem;color:var(--faint)}
.pool dl{margin:0;font-size:.92rem;font-variant-numeric:tabular-nums}
.pool dl div{display:grid;grid-template-columns:7.2rem minmax(0,1fr);gap:0 .6rem;padding:.1rem 0}
.pool dt{color:var(--faint)}
.pool dd{margin:0}
.pool dd strong{font-weight:600}
.pool .line{display:block}
@media (max-width:600px){.buttons{gap:.4rem}.buttons button{flex:auto;padding-inline:.5rem;white-space:nowrap}}
@media (prefers-reduced-motion:no-preference){.bar rect{transition:x .4s,width .4s}}
`;

const day = `
.day{display:grid;grid-template-columns:3.2rem minmax(0,1fr)}
.day>svg{display:block;width:100%;height:15rem;overflow:visible}
.day .levels text{text-anchor:end}
.day text{font-size:12px;fill:var(--faint);paint-order:stroke;stroke:var(--ground);stroke-width:3px;stroke-linejoin:round}
.day .level{stroke:var(--rule)}
.day .full{stroke:var(--bound);stroke-dasharray:6 4}
.day .hour{text-anchor:middle}
.day .first{text-anchor:start}
.day line.now{stroke:var(--ink);stroke-width:2}
.day text.now{fill:var(--ink);font-weight:600;font-size:13px}
.day text.before{text-anchor:end}
.day .lines{overflow:hidden}
.day polyline{fill:none;stroke:var(--line);stroke-width:2;vector-effect:non-scaling-stroke}
.day .dashed{stroke-dasharray:6 4}
${hues}
#day .key{flex-direction:column;margin-top:.8rem}
#day .key li::before{height:0;width:1.4rem;border-radius:0;box-shadow:none;border-top:3px solid var(--line);background:none;vertical-align:.25em}
#day .key .dashed::before{border-top-style:dashed}
@media (max-width:600px){.day .minor{display:none}.day>svg{height:12rem}}
`;

/** The style of live pages. */
export const style = `${base}${now}${controls}${pools}${day}`;
