// Runs before the first paint; a file, because the content security policy forbids inline scripts.

/** True where the browser keeps something of ours: somebody signed in, a chosen theme. */
const keepsSomething = () => {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith('giftledger.'));
  } catch {
    // Storage may be blocked.
    return false;
  }
};

// The page never shows the wrong theme.
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

// The server draws public pages for a first visitor. For everybody else the browser draws them: see main.tsx. At an address of
// members it draws the sign-in, which then has the address that the route protection gives it.
if (keepsSomething()) document.documentElement.dataset.drawn = 'here';
else {
  const signIn = document.querySelector('meta[name="sign-in"]')?.content;
  const here = encodeURIComponent(location.pathname + location.search);
  if (signIn) history.replaceState(null, '', `${signIn}?redirect=${here}`);
}

/** A first picture that comes later than this after the page has shown is not waited for. */
const MOST_WAIT_MS = 1000;

// The code of a page that the server drew comes when the page shows, with its first picture: it would take the line and the processor
// from them (`pages` of npm run bench). At once where the browser draws the page, and where somebody presses something.
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
  const painted = new Promise((done) => new PerformanceObserver(done).observe({ type: 'paint', buffered: true }));
  const loaded = new Promise((done) => addEventListener('load', done));
  // What has come is drawn with the next frame: the load's end alone says nothing of what shows.
  Promise.all([painted, loaded]).then(() => requestAnimationFrame(() => requestAnimationFrame(ask)));
  painted.then(() => setTimeout(ask, MOST_WAIT_MS));
  // A page in the background is not painted.
  loaded.then(() => document.hidden && ask());
})();

// A button that is pressed before the page's code has come is pressed again when it has: see lib/early.ts.
window.earlyPress = (event) => {
  const button = event.target.closest('button');
  if (!button) return;
  event.preventDefault();
  window.earlyPress.button = button;
};
addEventListener('click', window.earlyPress, true);
