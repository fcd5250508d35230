/** What every page, paper and mail of a demonstration says first. */
export const DEMONSTRATION = 'Demonstration store: no real money, no real codes.';

/** One line of small text with its padding and rule: screens that fill the window leave it free. */
const HEIGHT = '1.5625rem';

/** It is in the page's flow, so it covers nothing. The colours are the screens' tokens; pages without them get the same by value. */
export const STRIP_CSS = `#demonstration{margin:0;padding:.25rem 1rem;border-bottom:1px solid var(--color-line,light-dark(#e4e4e7,#27272a));background:var(--color-warn-soft,light-dark(#fdf3d7,#33290f));color:var(--color-warn,light-dark(#6b4500,#f2d48a));font-size:.75rem;line-height:1rem;font-weight:500;text-align:center}
#demonstration~#root .h-dvh{height:calc(100dvh - ${HEIGHT})}#demonstration~#root .min-h-dvh{min-height:calc(100dvh - ${HEIGHT})}
#demonstration~#root [class*="100dvh-var(--help-strip)"]{min-height:calc(100dvh - var(--help-strip) - ${HEIGHT})}`;
export const STRIP = `<aside id="demonstration" aria-label="Demonstration">${DEMONSTRATION}</aside>`;
