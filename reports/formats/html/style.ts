import { charts } from './style/charts.ts';
import { dark, light, properties } from './style/colours.ts';
import { frame } from './style/frame.ts';
import { tables } from './style/tables.ts';

const print = `
@media print{
nav,.skip,.sort{display:none}
.page{max-width:none;padding:0}
body{font-size:11pt}
section{margin-top:1.5rem}
figure,tr,.tile,.warnings li{break-inside:avoid}
h2,h3{break-after:avoid}
.scroll{overflow:visible;border:0}
.choices label:not(:has(:checked)){display:none}
}
`;

/** The style of the page; dark where the reader's system is, light on paper. */
export const style = `:root{color-scheme:light dark;${properties(light)}}
@media screen and (prefers-color-scheme:dark){:root{${properties(dark)}}}
${frame}${tables}${charts}${print}`;
