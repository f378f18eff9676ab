/**
 * The script of a live page. Once a second it loads the page again and renews the parts marked `data-live`, node by node, so
 * that focus and selection stay where they are. It presses buttons that carry their requests in `data-calls`.
 */

const everyMs = 1000;
/** A server that takes longer to answer is lost. */
const patienceMs = 5000;
const storedAs = 'at-capacity-token';

const connection = document.querySelector('#connection');
/** What the server wants to be told on an address that others reach, once it stood in the page's address: `#token=…`. */
let token = null;
let wake = () => {};

document.documentElement.classList.add('live');
takeToken();
addEventListener('hashchange', () => {
  takeToken();
  wake();
});
document.addEventListener('visibilitychange', () => wake());
document.addEventListener('click', ({ target }) => {
  const button = target.closest('button[data-calls]');
  if (button !== null) press(button);
});
keepUp();

/** For ever, but not while nobody looks. */
async function keepUp() {
  for (;;) {
    if (!document.hidden) await refresh();
    await new Promise((resolve) => {
      wake = resolve;
      if (!document.hidden) setTimeout(resolve, everyMs);
    });
  }
}

async function refresh() {
  try {
    const response = await ask('GET', location.pathname);
    const locked = response.status === 401;
    if (!response.ok && !locked) throw new Error(`status ${response.status}`);
    const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
    document.title = fresh.title;
    for (const part of document.querySelectorAll('[data-live]')) {
      const next = fresh.getElementById(part.id);
      if (next !== null) renew(part, next);
    }
    if (locked) tell('locked', 'This server wants its token: open the whole address that it printed, with #token=… at its end.');
    else tell('connected', 'Live: renewed every second.');
  } catch {
    const time = document.querySelector('time')?.textContent;
    tell('lost', `Connection lost${time ? `: these are the figures of ${time}` : ''}. Trying again every second.`);
  }
}

/** Says it once, so that nobody hears it every second. */
function tell(state, text) {
  if (connection.textContent === text) return;
  document.documentElement.dataset.connection = state;
  connection.textContent = text;
}

/** Makes one node what another one is. What is marked `data-kept` is the script's own. */
function renew(old, next) {
  if (old.hasAttribute('data-kept')) return;
  for (const name of old.getAttributeNames()) if (!next.hasAttribute(name)) old.removeAttribute(name);
  for (const name of next.getAttributeNames()) {
    if (old.getAttribute(name) !== next.getAttribute(name)) old.setAttribute(name, next.getAttribute(name));
  }
  const [before, after] = [[...old.childNodes], [...next.childNodes]];
  after.forEach((node, place) => {
    const here = before[place];
    if (here === undefined) old.append(node);
    else if (here.nodeName !== node.nodeName) here.replaceWith(node);
    else if (node.nodeType === Node.ELEMENT_NODE) renew(here, node);
    else if (here.data !== node.data) here.data = node.data;
  });
  for (const node of before.slice(after.length)) node.remove();
}

async function press(button) {
  const said = document.querySelector('#said');
  try {
    for (const { method, path, body } of JSON.parse(button.dataset.calls)) {
      const response = await ask(method, path, body);
      const isGone = method === 'DELETE' && response.status === 404;
      if (!response.ok && !isGone) throw new Error(`status ${response.status}, ${await response.text()}`);
    }
    said.textContent = button.dataset.said;
  } catch (error) {
    said.textContent = `“${button.textContent.trim()}” failed: ${error.message}`;
  }
  wake();
}

function ask(method, path, body) {
  const headers = new Headers();
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  if (body !== undefined) headers.set('content-type', 'application/json');
  const signal = AbortSignal.timeout(patienceMs);
  return fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), cache: 'no-store', signal });
}

/** Takes the token out of the address, where it would be seen, and keeps it for as long as the tab is open. */
function takeToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given !== null) {
    token = given;
    history.replaceState(null, '', location.pathname);
  }
  try {
    if (given !== null) sessionStorage.setItem(storedAs, given);
    else token ??= sessionStorage.getItem(storedAs);
  } catch {
    // Where nothing may be stored it is known until the page is left.
  }
}
