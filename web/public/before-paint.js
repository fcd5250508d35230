// Runs before the first paint. It is a file, because the content security policy forbids inline scripts.

/** True where the browser has stored something of ours: a session's mark, a chosen theme. */
const keepsSomething = () => {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith('giftledger.'));
  } catch {
    // Storage may be blocked.
    return false;
  }
};

// zod would try to compile a validator, which the policy forbids, before a form's code says that it must not.
globalThis.__zod_globalConfig = { jitless: true };

// The page must never show the wrong theme.
(() => {
  let choice = 'system';
  try {
    choice = localStorage.getItem('giftledger.theme') || 'system';
  } catch {
    // The system's theme then decides.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();

// The server draws public pages for first visitors. For everybody else the browser draws them: see main.tsx. At an address of members the
// server draws the sign-in, and the route protection then sets the sign-in's address.
if (keepsSomething()) document.documentElement.dataset.drawn = 'here';
else {
  const signIn = document.querySelector('meta[name="sign-in"]')?.content;
  const here = encodeURIComponent(location.pathname + location.search + location.hash);
  if (signIn) history.replaceState(null, '', `${signIn}?redirect=${here}`);
}

/** The longest wait for a first picture after the page is shown. */
const MOST_WAIT_MS = 1000;

// The code of a page that the server drew is loaded once the page shows with its first picture, because it would compete with them for the
// connection and the processor (`pages` of npm run bench). It is loaded at once where the browser draws the page, and where somebody
// presses something.
(() => {
  const [entry, ...imported] = document.querySelector('meta[name="code"]')?.content.split(' ') ?? [];
  if (!entry) return;
  let isAsked = false;
  const ask = () => {
    if (isAsked) return;
    isAsked = true;
    for (const href of imported)
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: entry }));
  };
  if (document.documentElement.dataset.drawn === 'here') return ask();
  for (const act of ['pointerdown', 'keydown']) addEventListener(act, ask, { once: true, passive: true });
  // The first paint may be the background alone.
  const contentIn = (list) => list.getEntriesByName('first-contentful-paint').length > 0;
  const painted = new Promise((done) =>
    new PerformanceObserver((list) => contentIn(list) && done()).observe({ type: 'paint', buffered: true }),
  );
  const loaded = new Promise((done) => addEventListener('load', done));
  // Loaded content is drawn with the next frame; the load event alone does not mean that it is visible.
  Promise.all([painted, loaded]).then(() => requestAnimationFrame(() => requestAnimationFrame(ask)));
  painted.then(() => setTimeout(ask, MOST_WAIT_MS));
  // A page in the background is not painted.
  loaded.then(() => document.hidden && ask());
})();

// A button that is pressed before the page's code is loaded is pressed again afterwards: see lib/early.ts.
window.earlyPress = (event) => {
  const button = event.target.closest('button');
  if (!button) return;
  event.preventDefault();
  window.earlyPress.button = button;
};
addEventListener('click', window.earlyPress, true);
