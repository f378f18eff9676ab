/**
 * Comfort only: columns that sort, and check boxes that stay alike in both groups of charts. The page says everything
 * without it.
 */
export const script = `'use strict';
for (const table of document.querySelectorAll('table')) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  if (body.rows.length < 2) continue;
  heads.forEach((head, column) => {
    if (![...body.rows].some((row) => 'value' in row.cells[column].dataset)) return;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'sort';
    button.setAttribute('aria-label', 'sort by ' + head.textContent.trim());
    head.append(' ', button);
    button.addEventListener('click', () => sort(table, heads, column));
  });
}
function sort(table, heads, column) {
  const up = heads[column].getAttribute('aria-sort') !== 'ascending';
  for (const head of heads) head.removeAttribute('aria-sort');
  heads[column].setAttribute('aria-sort', up ? 'ascending' : 'descending');
  const key = (row) => row.cells[column].dataset.value ?? null;
  const compare = (a, b) => Number(a) - Number(b) || (a < b ? -1 : Number(a > b));
  const rows = [...table.tBodies[0].rows].sort((one, other) => {
    const [a, b] = [key(one), key(other)];
    if (a === null || b === null) return (a === null) - (b === null);
    return up ? compare(a, b) : compare(b, a);
  });
  table.tBodies[0].append(...rows);
}
document.addEventListener('change', ({ target }) => {
  if (!target.matches('.picker input')) return;
  for (const input of document.querySelectorAll('.picker input')) if (input.value === target.value) input.checked = target.checked;
});
`;
