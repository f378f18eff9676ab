/** Sorting for every table; filter and groups for those whose rows have marks. `arrange` shows a table as `view` says. */
export const tables = `
const view = { sort: {}, filter: '', group: '', front: false };
const tables = [...document.querySelectorAll('table')].map((table) => ({
  table, id: table.caption.id, body: table.tBodies[0], heads: [...table.tHead.rows[0].cells], rows: [...table.tBodies[0].rows],
}));
const compare = (a, b) => Number(a) - Number(b) || (a < b ? -1 : Number(a > b));
function arrange({ id, body, heads, rows }) {
  const [column, way] = view.sort[id] ?? [-1];
  heads.forEach((head, i) => i === column ? head.setAttribute('aria-sort', way) : head.removeAttribute('aria-sort'));
  const key = (row) => row.cells[column].dataset.value ?? null;
  const order = column < 0 ? [...rows] : [...rows].sort((one, other) => {
    const [a, b] = [key(one), key(other)];
    if (a === null || b === null) return (a === null) - (b === null);
    return way === 'ascending' ? compare(a, b) : compare(b, a);
  });
  if (id !== 'strategies-table') return body.append(...order);
  const wanted = view.filter.toLowerCase();
  for (const row of rows) row.hidden = !row.cells[0].querySelector('bdi').textContent.toLowerCase().includes(wanted) || (view.front && row.dataset.front !== 'yes');
  const groups = new Map();
  for (const row of order) {
    const name = view.group === '' ? '' : row.dataset[view.group];
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  body.replaceChildren(...[...groups].flatMap(([name, members]) => name === '' || members.every((row) => row.hidden) ? members : [headOf(name, heads.length), ...members]));
}
function headOf(name, columns) {
  const row = document.createElement('tr');
  const head = document.createElement('th');
  row.className = 'group';
  head.scope = 'rowgroup';
  head.colSpan = columns;
  head.textContent = name;
  row.append(head);
  return row;
}
for (const each of tables) {
  if (each.rows.length < 2) continue;
  each.heads.forEach((head, column) => {
    if (!each.rows.some((row) => 'value' in row.cells[column].dataset)) return;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'sort';
    button.setAttribute('aria-label', 'sort by ' + head.textContent.trim());
    head.append(' ', button);
    button.addEventListener('click', () => {
      view.sort[each.id] = [column, head.getAttribute('aria-sort') === 'ascending' ? 'descending' : 'ascending'];
      arrange(each);
      remember();
    });
  });
}
`;
