/** Tables, marks of verdicts. */
export const tables = `
.scroll{position:relative;overflow-x:auto;border:1px solid var(--rule);border-radius:10px;margin:0 0 1rem}
table{border-collapse:separate;border-spacing:0;width:100%;font-size:.9375rem;line-height:1.5rem;font-variant-numeric:tabular-nums}
caption{text-align:left;padding:.65rem .75rem;color:var(--faint);font-size:.88rem;background:var(--panel);border-bottom:1px solid var(--rule)}
th,td{padding:.5rem .75rem;text-align:left;vertical-align:top;border-top:1px solid var(--rule)}
thead th{border-top:0;font-weight:550;color:var(--faint);vertical-align:bottom;background:var(--panel)}
thead .name{display:inline-block;min-width:5rem;color:var(--ink)}
caption span{position:sticky;left:.75rem;display:inline-block;max-width:calc(100vw - 5rem)}
tbody th{font-weight:550;max-width:20rem}
tbody th:not(.figure){min-width:10rem}
.figure{text-align:right;white-space:nowrap}
thead .figure{white-space:normal;min-width:5.5rem}
td small{display:block;line-height:1.25rem}
.strong>*{background:var(--strong)}
.strong>th{box-shadow:inset 4px 0 var(--accent)}
.remark{white-space:nowrap;color:var(--faint)}
.badge{display:inline-block;font-size:.74rem;font-weight:600;color:var(--accent);border:1px solid currentColor;border-radius:99px;padding:0 .5rem;white-space:nowrap}
.difference{display:inline-block;min-width:5.5rem}
.mark{white-space:nowrap;font-weight:550}
.mark.better,.mark.met{color:var(--good)}
.mark.worse,.mark.failed,.mark.missed{color:var(--bad)}
.mark.mixed,.mark.undecided{color:var(--warn)}
.mark.same,.mark.identical,.mark.baseline,.mark.none,.mark.not-measured{color:var(--faint);font-weight:400}
.term{color:inherit;text-decoration:underline dotted;text-underline-offset:.2em;text-decoration-thickness:1px}
.term:hover{color:var(--accent)}
.sort{font:inherit;color:inherit;background:none;border:0;padding:0 .15rem;cursor:pointer;min-width:1.5rem;min-height:1.5rem}
.sort::before{content:"↕";opacity:.75}
[aria-sort=ascending] .sort::before{content:"↑";opacity:1;color:var(--accent)}
[aria-sort=descending] .sort::before{content:"↓";opacity:1;color:var(--accent)}
.tools{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;margin:0 0 .75rem;font-size:.92rem}
.tools input[type=search],.tools select{font:inherit;color:inherit;background:var(--ground);border:1px solid var(--bound);border-radius:8px;padding:.3rem .6rem;max-width:100%}
.tools select:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.tools[hidden]{display:none}
.tools label{display:inline-flex;align-items:center;gap:.4rem}
tbody .group th{position:static;max-width:none;background:var(--panel);color:var(--faint)}
#tip{position:fixed;z-index:3;max-width:min(24rem,calc(100vw - 1rem));background:var(--ink);color:var(--ground);border-radius:8px;padding:.5rem .75rem;font-size:.88rem;line-height:1.45}
#tip[hidden]{display:none}
.slo{margin:0}
.slo div{display:grid;grid-template-columns:7.5rem minmax(0,1fr);gap:0 1rem;padding:.2rem 0}
.slo dd{margin:0}
tbody th,thead th:first-child{position:sticky;left:0;z-index:1}
tbody tr:not(.strong)>th{background:var(--ground)}
@media (max-width:600px){
th,td{padding:.45rem .65rem}
tbody th:not(.figure){min-width:8.5rem;max-width:42vw}
.slo div{grid-template-columns:minmax(0,1fr)}
}
`;
