import { type Content, type Markup, markup } from '../../../sim/markup/markup.ts';

export interface Column {
  readonly head: Content;
  /** Figures stand at the right edge, text at the left one. */
  readonly figure: boolean;
}

export interface Cell {
  readonly content: Content;
  /** What the column is sorted by; null stands last. */
  readonly value?: number | string | null;
}

export interface Row {
  readonly head: Cell;
  readonly cells: readonly Cell[];
  /** Stands out, as the recommended one. */
  readonly strong?: boolean;
  /** What rows can be chosen and grouped by, name and value; names are ours. */
  readonly marks?: Readonly<Record<string, string>>;
}

export interface Table {
  readonly id: string;
  readonly caption: Content;
  /** The first column holds the heads of the rows. */
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

function attributes({ value }: Cell, figure: boolean): Content {
  return [figure && markup` class="figure"`, value !== undefined && value !== null && markup` data-value="${value}"`];
}

function rowOf({ head, cells, strong, marks = {} }: Row, columns: readonly Column[]): Markup {
  const tail = cells.map((cell, i) => markup`<td${attributes(cell, columns[i + 1]?.figure ?? true)}>${cell.content}</td>`);
  const data = Object.entries(marks).map(([name, value]) => markup` data-${name}="${value}"`);
  return markup`<tr${strong === true && markup` class="strong"`}${data}><th scope="row"${attributes(head, columns[0]?.figure ?? false)}>${head.content}</th>${tail}</tr>
`;
}

/** A table with a caption, sorted by a click where the page's script runs, in a box that scrolls on its own where the page is narrow. */
export function table({ id, caption, columns, rows }: Table): Markup {
  const heads = columns.map(({ head, figure }) => markup`<th scope="col"${figure && markup` class="figure"`}>${head}</th>`);
  return markup`<div class="scroll" role="region" aria-labelledby="${id}" tabindex="0">
<table>
<caption id="${id}"><span>${caption}</span></caption>
<thead><tr>${heads}</tr></thead>
<tbody>
${rows.map((row) => rowOf(row, columns))}</tbody>
</table>
</div>
`;
}
