/** Expressions for the browser; texts, because the types of a browser have no place in this project. */
export const inPage = {
  /** How many pixels the page is wider than its window. */
  sideways: 'document.documentElement.scrollWidth - document.documentElement.clientWidth',

  /** Texts that stick out of the window at the left or right. */
  cutOff: `[...document.querySelectorAll('main *')].filter((element) => {
    const { left, right, width } = element.getBoundingClientRect();
    return width > 0 && (left < -0.5 || right > innerWidth + 0.5);
  }).map((element) => element.outerHTML.slice(0, 200))`,

  /** Elements and attributes that the page has no use for. */
  intruders: `[...document.querySelectorAll('*')].flatMap((element) => [
    ...(/^(?:img|iframe|object|embed|form|base|video|audio|x)$/.test(element.localName) ? [element.localName] : []),
    ...element.getAttributeNames().filter((name) => name.startsWith('on') || name === 'style'),
    ...['href', 'src', 'xlink:href'].filter((name) => element.hasAttribute(name) && element.localName !== 'link' && !element.getAttribute(name).startsWith('#')),
  ])`,

  /** Counts what is said aloud from now on: changes of the text of live regions. */
  listen: `globalThis.said = [];
  for (const region of document.querySelectorAll('[role=status],[aria-live]'))
    new MutationObserver(() => said.push(region.textContent)).observe(region, { childList: true, characterData: true, subtree: true });`,
  said: 'globalThis.said',
};
