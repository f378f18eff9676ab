import { base } from '../../../sim/markup/base.ts';
import { charts } from './style/charts.ts';
import { courses } from './style/courses.ts';
import { frame } from './style/frame.ts';
import { tables } from './style/tables.ts';

const print = `
@media print{
nav,.skip,.sort,.tools,#tip{display:none}
.page{max-width:none;padding:0}
html{font-size:12px}
body{font-size:10pt}
.verdict{font-size:14pt}
.tiles{grid-template-columns:repeat(4,1fr)}
.tile{padding:.4rem .6rem}
.tile strong{font-size:12pt}
table{font-size:7.5pt;line-height:1.35}
th,td,.figure{padding:.2rem .3rem;white-space:normal}
tbody th:not(.figure),thead .figure,.difference{min-width:0}
td small{font-size:6.5pt;line-height:1.3}
.charts.two{grid-template-columns:repeat(2,1fr)}
.charts.three{grid-template-columns:repeat(3,1fr)}
section{margin-top:1.5rem}
figure,tr,.tile,.warnings li{break-inside:avoid}
h2,h3{break-after:avoid}
.scroll{overflow:visible;border:0}
.choices label:not(:has(:checked)){display:none}
.keys::details-content{content-visibility:visible;height:auto}
}
`;

/** The style of the page; dark where the reader's system is, light on paper. */
export const style = `${base}${frame}${tables}${charts}${courses}${print}`;
