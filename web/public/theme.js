// Runs before the first paint so that the page never shows the wrong theme; a file, because the content security policy forbids inline scripts.
(() => {
  let choice = 'system';
  try {
    choice = localStorage.getItem('giftledger.theme') || 'system';
  } catch {
    // Storage may be blocked: the system's theme then decides.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
