/** What is chosen, in the part of the address behind #, so that a link brings it back; filter and groups of the main table. */
export const view = `
const boxes = () => [...document.querySelectorAll('.picker input')];
const main = tables.find(({ id }) => id === 'strategies-table') ?? null;
const tools = main !== null && main.rows.length > 1 ? toolsOf() : null;
function make(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}
function toolsOf() {
  const filter = make('input', { type: 'search', 'aria-label': 'show strategies whose name contains', placeholder: 'part of a name' });
  const group = make('select', { 'aria-label': 'group strategies' }, ...[['', 'not grouped'], ['kind', 'by what they do'], ['verdict', 'by verdict']].map(([value, text]) => make('option', { value }, text)));
  const front = make('input', { type: 'checkbox' });
  const link = make('a', { href: '#view' }, 'link to this view');
  const count = make('span', { role: 'status' });
  const line = make('div', { class: 'tools', role: 'group', 'aria-label': 'filter and group' }, filter, group, make('label', {}, front, ' only the front ◆'), count, link);
  main.table.closest('.scroll').before(line);
  filter.addEventListener('input', () => chosen({ filter: filter.value }));
  group.addEventListener('change', () => chosen({ group: group.value }));
  front.addEventListener('change', () => chosen({ front: front.checked }));
  return { filter, group, front, link, count };
}
function chosen(change) {
  Object.assign(view, change);
  arrange(main);
  remember();
}
function told() {
  const words = new URLSearchParams();
  for (const [id, [column, way]] of Object.entries(view.sort)) words.append('sort', [id, column, way].join('.'));
  if (view.filter !== '') words.set('filter', view.filter);
  if (view.group !== '') words.set('group', view.group);
  if (view.front) words.set('front', 'yes');
  const first = boxes().filter((box) => box.checked !== box.defaultChecked).length > 0;
  if (first) words.set('show', [...new Set(boxes().filter((box) => box.checked).map((box) => box.value))].join(','));
  return '#view?' + words;
}
function remember() {
  const hash = told();
  if (tools !== null) {
    tools.link.setAttribute('href', hash);
    const shown = main.rows.filter((row) => !row.hidden).length;
    tools.count.textContent = shown === main.rows.length ? '' : shown + ' of ' + main.rows.length;
  }
  if (hash !== location.hash) location.replace(hash);
}
function restore() {
  if (!location.hash.startsWith('#view?') || location.hash === told()) return;
  const words = new URLSearchParams(location.hash.slice(6));
  view.sort = {};
  for (const word of words.getAll('sort')) {
    const [id, column, way] = word.split('.');
    const found = tables.find((each) => each.id === id);
    const known = /^\\d+$/.test(column) && found?.heads[Number(column)]?.querySelector('.sort') && (way === 'ascending' || way === 'descending');
    if (known) view.sort[id] = [Number(column), way];
  }
  view.filter = words.get('filter') ?? '';
  view.group = ['kind', 'verdict'].includes(words.get('group')) ? words.get('group') : '';
  view.front = words.get('front') === 'yes';
  const show = words.get('show');
  for (const box of boxes()) box.checked = show === null ? box.defaultChecked : show.split(',').includes(box.value);
  if (tools !== null) [tools.filter.value, tools.group.value, tools.front.checked] = [view.filter, view.group, view.front];
  for (const each of tables) arrange(each);
  remember();
}
document.addEventListener('change', ({ target }) => {
  if (!target.matches('.picker input')) return;
  for (const input of boxes()) if (input.value === target.value) input.checked = target.checked;
  remember();
});
addEventListener('hashchange', restore);
restore();
`;
