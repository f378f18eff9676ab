import type { EChartsCoreOption } from 'echarts/core';
import { init } from 'echarts/dist/echarts.esm.min';
import { attribute } from './escape.ts';
import { svgBeginning } from './svg-beginning.ts';

/** The library counts its ids over the life of the process; numbered by first appearance they are the same in every run. */
function renumbered(svg: string): string {
  const numbers = new Map<string, number>();
  return svg.replace(/\bzr\d+-([a-z]+)-?\d*/g, (id, kind: string) => {
    const number = numbers.get(id) ?? numbers.size;
    numbers.set(id, number);
    return `${kind}${number}`;
  });
}

/** Styles for pointing at things, and notes of the library to itself, have no use in a still picture. */
function still(svg: string): string {
  return svg.replace(/ (?:ecmeta_[a-z_]+|class|pointer-events)="[^"]*"/g, '').replace(/<style >[\s\S]*?<\/style>\n/, '');
}

/** Draws a chart of this size as an SVG text, the same to the byte in every run; `label` is what a screen reader says. */
export function drawSvg(option: EChartsCoreOption, size: { readonly width: number; readonly height: number }, label: string): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...size });
  chart.setOption({ animation: false, useUTC: true, ...option });
  const svg = still(renumbered(chart.renderToSVGString()));
  chart.dispose();
  return `${svg.replace(/^<svg /, `${svgBeginning}${attribute(label)}" `)}\n`;
}
