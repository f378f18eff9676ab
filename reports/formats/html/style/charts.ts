import type { Scheme } from '../../../../sim/markup/colours.ts';

const tokens = ['ink', 'faint', 'rule', 'shade', 'bound', 'errors', 'p95', 'goodput'] as const satisfies readonly (keyof Scheme)[];
const paints = tokens.map((token) => `.f-${token}{fill:var(--${token})}.s-${token}{stroke:var(--${token})}`).join('\n');
const hues = Array.from({ length: 8 }, (_, i) => `.h${i}{--line:var(--hue-${i})}`).join('');

/** Charts, their legends and check boxes. */
export const charts = `
.charts{align-items:end;display:grid;gap:1.5rem 2rem;margin:1rem 0 1.5rem}
.charts.two{grid-template-columns:repeat(auto-fill,minmax(min(100%,26rem),1fr))}
.charts.three{grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr))}
.charts.one{max-width:38rem}
figure{margin:0;min-width:0}
figcaption{font-size:.88rem;color:var(--faint);margin:0 0 .25rem}
figcaption strong{color:var(--ink);font-weight:600;margin-right:.25rem}
.chart{display:block;width:100%;height:auto;overflow:visible}
.chart path{vector-effect:non-scaling-stroke}
.chart text{font-size:12px;font-family:inherit;paint-order:stroke;stroke:var(--ground);stroke-width:3px;stroke-linejoin:round}
.glyph{vertical-align:-.1em;flex:none}
.s-line{stroke:var(--line);fill:none}
.glyph .s-line{stroke-width:2}
.plain{--line:var(--ink)}
.f-line{fill:var(--line)}
${paints}
${hues}
.looks{max-width:56rem;padding-left:1.4rem}
.looks li{margin:0 0 .5rem}
.remedy{color:var(--faint)}
.bar{display:block;margin:.2rem 0 0 auto;border-radius:3px}
fieldset{border:0;margin:0;padding:0;min-width:0}
legend{font-size:.88rem;color:var(--faint);padding:0;margin:0 0 .4rem}
.choices{display:flex;flex-wrap:wrap;gap:.4rem}
.choices label{display:flex;align-items:center;gap:.45rem;border:1px solid var(--rule);border-radius:8px;padding:.3rem .65rem;font-size:.88rem;cursor:pointer;min-width:0}
.choices label:has(:checked){background:var(--panel);border-color:var(--bound)}
.choices input{margin:0;accent-color:var(--accent);flex:none}
.legend{display:flex;flex-wrap:wrap;gap:.3rem 1.5rem;list-style:none;padding:0;margin:0 0 .5rem;font-size:.9rem}
@media (max-width:600px){
.charts.two .chart text,.charts.one .chart path{vector-effect:non-scaling-stroke}
.chart text{font-size:16px}
}
`;
