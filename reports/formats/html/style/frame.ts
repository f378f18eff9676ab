/** Head, contents and glossary of the report. */
export const frame = `
.name,.verdict,.caveat,.note,li,dd{overflow-wrap:anywhere}
.verdict{font-size:1.5rem;line-height:1.4;font-weight:600;letter-spacing:-.012em;max-width:56rem;margin:0 0 1rem;padding-left:1.1rem;border-left:4px solid var(--accent)}
.caveat{color:var(--warn);max-width:56rem}
.versus{margin:1.5rem 0 .5rem;color:var(--faint);font-size:.92rem}
.versus strong{color:var(--ink)}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,13rem),1fr));gap:.75rem;margin:0}
.tile{background:var(--panel);border:1px solid var(--rule);border-radius:10px;padding:.8rem 1rem}
.tile dt{color:var(--faint);font-size:.88rem}
.tile dd{margin:.1rem 0 0;font-variant-numeric:tabular-nums}
.tile strong{font-size:1.45rem;font-weight:650;letter-spacing:-.01em}
.tile small{display:block}
.before{color:var(--faint)}
nav{margin-top:2rem;border-block:1px solid var(--rule)}
nav ul{display:flex;flex-wrap:wrap;gap:.1rem 1.4rem;list-style:none;margin:0;padding:.55rem 0}
nav a{text-decoration:none;font-size:.92rem;display:inline-block;padding:.2rem 0}
nav a:hover{text-decoration:underline}
.warnings{margin:0;padding:0;list-style:none;max-width:56rem}
.warnings li{border:1px solid var(--rule);border-left:4px solid var(--warn);border-radius:6px;padding:.6rem .9rem;margin:0 0 .6rem;background:var(--panel)}
#warnings{margin-top:2rem}
.conduct p{margin:.3rem 0 0}
.conduct .example{color:var(--faint);font-variant-numeric:tabular-nums}
details{border-bottom:1px solid var(--rule)}
summary{cursor:pointer;padding:.5rem 0;font-weight:550}
pre{margin:0 0 1rem;padding:.9rem 1rem;background:var(--panel);border-radius:8px;overflow:auto;max-height:30rem}
dl.facts-list,dl.glossary{margin:0;display:grid;gap:.45rem}
.facts-list div,.glossary div{display:grid;grid-template-columns:minmax(8rem,15rem) minmax(0,1fr);gap:.2rem 1.5rem}
.facts-list dt,.glossary dt{font-weight:550}
.facts-list dd,.glossary dd{margin:0;max-width:48rem}
.glossary div:target{background:var(--strong);outline:.4rem solid var(--strong);border-radius:2px}
.glossary dt code{display:block;color:var(--faint)}
@media (max-width:600px){
.verdict{font-size:1.2rem;padding-left:.8rem}
.tiles{grid-template-columns:repeat(2,minmax(0,1fr))}
.tile{padding:.6rem .7rem}
.tile strong{font-size:1.15rem}
.facts-list div,.glossary div{grid-template-columns:minmax(0,1fr)}
nav ul{gap:.1rem 1.1rem}
}
`;
