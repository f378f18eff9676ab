/** The meaning of an underlined word beside it while it is pointed at or has the focus; Escape closes it. */
export const tips = `
const tip = document.createElement('div');
tip.id = 'tip';
tip.setAttribute('role', 'tooltip');
tip.hidden = true;
document.querySelector('main').append(tip);
for (const word of document.querySelectorAll('.term[title]')) {
  word.dataset.tip = word.title;
  word.removeAttribute('title');
}
let pointed = null;
function hide() {
  tip.hidden = true;
  pointed?.removeAttribute('aria-describedby');
  pointed = null;
}
function explain(word) {
  if (word === pointed) return;
  hide();
  if (word === null) return;
  pointed = word;
  tip.textContent = word.dataset.tip;
  tip.hidden = false;
  word.setAttribute('aria-describedby', 'tip');
  const place = word.getBoundingClientRect();
  const left = Math.max(8, Math.min(place.left, innerWidth - tip.offsetWidth - 8));
  const below = place.bottom + 6 + tip.offsetHeight < innerHeight;
  tip.style.left = left + 'px';
  tip.style.top = (below ? place.bottom + 6 : place.top - tip.offsetHeight - 6) + 'px';
}
const wordAt = (target) => target instanceof Element ? target.closest('.term[data-tip]') : null;
document.addEventListener('pointerover', ({ target }) => tip.contains(target) || explain(wordAt(target)));
document.addEventListener('focusin', ({ target }) => explain(wordAt(target)));
document.addEventListener('focusout', hide);
document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide());
addEventListener('scroll', hide, true);
`;
