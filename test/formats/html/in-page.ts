/** Expressions for the browser; texts, because the types of a browser have no place in this project. */
export const inPage = {
  /** How many pixels the page is wider than its window. */
  sideways: 'document.documentElement.scrollWidth - document.documentElement.clientWidth',

  /** Everything a reader sees, block by block, but for what the script adds to choose with. */
  text: `(() => {
    const tools = [...document.querySelectorAll('.tools')];
    for (const each of tools) each.hidden = true;
    const text = document.body.innerText;
    for (const each of tools) each.hidden = false;
    return text.split(/\\n/).map((line) => line.trim().split(/\\s+/).join(' ')).filter((line) => line !== '');
  })()`,

  /** Heads of groups and names in the main table, top to bottom, as far as they are shown. */
  rows: `[...document.querySelector('#strategies tbody').rows].filter((row) => !row.hidden).map((row) => row.cells[0].querySelector('bdi')?.textContent ?? row.cells[0].textContent)`,

  /** Elements and attributes that the page has no use for. */
  intruders: `[...document.querySelectorAll('*')].flatMap((element) => [
    ...(/^(?:img|iframe|object|embed|form|base|link|video|audio|x)$/.test(element.localName) ? [element.localName] : []),
    ...element.getAttributeNames().filter((name) => name.startsWith('on') || name === 'style'),
    ...['href', 'src', 'xlink:href'].filter((name) => element.hasAttribute(name) && element.localName !== 'img' && !element.getAttribute(name).startsWith('#')),
  ])`,

  /** Places of the strategies whose lines are shown by the check boxes of this group. */
  shownLines: (picker: string) => `[...new Set(
    [...document.querySelector('.picker:has([id^="${picker}-"])').querySelectorAll('.chart .s-line')]
      .filter((line) => getComputedStyle(line).display !== 'none')
      .map((line) => / k(\\d+)/.exec(line.getAttribute('class'))[1]),
  )]`,

  /** Of each chart against the limit: how often the region is named, and between which values of the axis it lies. */
  regions: `[...document.querySelectorAll('#limit .chart')].map((chart) => {
    const texts = [...chart.querySelectorAll('text')];
    const middle = (element) => { const { left, right } = element.getBoundingClientRect(); return (left + right) / 2; };
    const hatch = [...chart.querySelectorAll('path.s-bound')].find((path) => path.getAttribute('d').length > 200).getBoundingClientRect();
    const bottom = hatch.bottom;
    const values = texts.filter((text) => /^\\d+$/.test(text.textContent) && text.getBoundingClientRect().top > bottom);
    return {
      named: texts.filter((text) => text.textContent === 'SLO holds').length,
      inside: values.filter((text) => middle(text) > hatch.left && middle(text) < hatch.right).map((text) => text.textContent),
    };
  })`,

  /** Cells of a table by its caption's id, as a reader sees them. */
  cells: (id: string) =>
    `[...document.getElementById('${id}').closest('table').tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.innerText.replace(/\\s+/g, ' ').trim()))`,

  /** What a column of the main table is sorted by, top to bottom. */
  column: (place: number) =>
    `[...document.querySelector('#strategies tbody').rows].map((row) => row.cells[${place}].dataset.value ?? null)`,
};
