/** Single requests, attempt by attempt. */
export const courses = `
.courses h3{margin-top:.6rem}
.course{margin:0 0 1.1rem;max-width:64rem}
.course figcaption{overflow-wrap:anywhere}
.course ol{list-style:none;margin:.3rem 0 0;padding:0;font-size:.88rem;font-variant-numeric:tabular-nums}
.course li{display:grid;grid-template-columns:minmax(0,22rem) minmax(0,1fr);gap:.2rem 1rem;align-items:center;padding:.1rem 0;border-top:1px solid var(--rule)}
.life{display:block;width:100%;height:.75rem}
@media (max-width:600px){
.course li{grid-template-columns:minmax(0,1fr)}
}
`;
