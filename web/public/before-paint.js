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

// The server draws public pages for a first visitor. For everybody else the browser draws them: see main.tsx.
if (keepsSomething()) document.documentElement.dataset.drawn = 'here';

// A button that is pressed before the page's code has come is pressed again when it has: see lib/early.ts.
window.earlyPress = (event) => {
  const button = event.target.closest('button');
  if (!button) return;
  event.preventDefault();
  window.earlyPress.button = button;
};
addEventListener('click', window.earlyPress, true);
