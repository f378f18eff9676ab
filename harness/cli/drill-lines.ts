import { showDuration, showShare, showUsd } from '../../reports/formats/figures.ts';
import { type TableColumn, tableLines } from '../../reports/formats/terminal/table.ts';
import { visible } from '../../sim/kernel/visible.ts';
import type { Drilled } from '../run/drill.ts';

/** More names than this say nothing new. */
const mostNames = 3;

/** One line for each target, and one for each that does not work. */
export function drillLines(file: string, targets: readonly Drilled[]): readonly string[] {
  if (targets.length === 0) return [`${visible(file)}: no strategy has a route`];
  const column = (head: string, align: TableColumn['align'], cell: (one: Drilled) => string): TableColumn => ({
    head: [head],
    align,
    cells: targets.map(cell),
  });
  const columns = [
    column('target', 'left', ({ target, adapt }) => visible(adapt === undefined ? target : `${target} (${adapt})`)),
    column('requests', 'right', ({ requests }) => String(requests)),
    column('usable', 'right', ({ usable }) => showShare(usable)),
    column('malformed', 'right', ({ malformed }) => showShare(malformed)),
    column('p50', 'right', ({ p50Ms }) => showDuration(p50Ms)),
    column('p95', 'right', ({ p95Ms }) => showDuration(p95Ms)),
    column('cost', 'right', ({ costUsd }) => showUsd(costUsd)),
    column('in', 'left', ({ strategies }) => named(strategies)),
  ];
  return [
    `${visible(file)}: each target alone`,
    ...tableLines(columns, 2, (line) => line).map((line) => `  ${line}`),
    ...targets.filter(({ works }) => !works).map(faultOf),
  ];
}

function named(names: readonly string[]): string {
  const more = names.length > mostNames ? [`and ${names.length - mostNames} more`] : [];
  return [...names.slice(0, mostNames).map(visible), ...more].join(', ');
}

function faultOf({ target, requests, malformed }: Drilled): string {
  const what =
    requests === 0 ? 'was asked nothing' : malformed === 1 ? 'gave no answer that its callers can read' : 'gave no usable answer';
  return `  ${visible(target)} ${what}`;
}
