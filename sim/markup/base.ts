import { dark, light, properties } from './colours.ts';

/** What every page looks like: colours, dark where the reader's system is and light on paper, text, head, foot. */
export const base = `:root{color-scheme:light dark;${properties(light)}}
@media screen and (prefers-color-scheme:dark){:root{${properties(dark)}}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;scroll-padding-top:1rem}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:break-word}
.page{max-width:80rem;margin:0 auto;padding:2.5rem 1.5rem 4rem}
h1,h2,h3,h4{line-height:1.25;margin:0;font-weight:650;text-wrap:balance}
h1{font-size:1.05rem;display:inline}
h2{font-size:1.4rem;letter-spacing:-.01em;margin:0 0 .9rem}
h3{font-size:1.05rem;margin:2rem 0 .6rem}
h4{font-size:.95rem;margin:1.1rem 0 .4rem}
p{margin:0 0 .8rem;max-width:48rem}
a{color:var(--accent)}
a:focus-visible,button:focus-visible,input:focus-visible,summary:focus-visible,[tabindex]:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:4px}
code,pre{font:.86em/1.55 ui-monospace,"SF Mono",SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
small{font-size:.8rem;color:var(--faint);font-weight:400}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.skip{position:absolute;left:1rem;top:-4rem;background:var(--ground);padding:.4rem .8rem;border-radius:6px;z-index:2}
.skip:focus{top:.6rem}
.note,.facts,footer p{color:var(--faint);font-size:.92rem}
section{margin-top:3.25rem}
header .brand{float:right;margin:0;color:var(--faint);font-size:.9rem;font-weight:600}
header .brand span{font-weight:400}
.facts{margin:.15rem 0 1.5rem}
footer{margin-top:3.5rem;border-top:1px solid var(--rule);padding-top:1rem}
@media (max-width:600px){
.page{padding:1.25rem 1rem 3rem}
header .brand{float:none;margin-bottom:.5rem}
}
`;
