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

  /** What a column of the main table is sorted by, top to bottom. */
  column: (place: number) =>
    `[...document.querySelector('#strategies tbody').rows].map((row) => row.cells[${place}].dataset.value ?? null)`,
};
