import { DEMONSTRATION } from '#bff/kit/lib/demonstration.ts';

/** One line of small text with its padding and rule: screens that fill the window leave it free. */
const HEIGHT = '1.5625rem';

/** It is in the page's flow, so it covers nothing; the colours are the screens' tokens. */
const STYLE = `<style id="demonstration-style">#demonstration{padding:.25rem 1rem;border-bottom:1px solid var(--color-line);background:var(--color-warn-soft);color:var(--color-warn);font-size:.75rem;line-height:1rem;font-weight:500;text-align:center}
#demonstration~#root .h-dvh{height:calc(100dvh - ${HEIGHT})}#demonstration~#root .min-h-dvh{min-height:calc(100dvh - ${HEIGHT})}
#demonstration~#root [class*="100dvh-var(--help-strip)"]{min-height:calc(100dvh - var(--help-strip) - ${HEIGHT})}</style>`;
const STRIP = `<aside id="demonstration" aria-label="Demonstration">${DEMONSTRATION}</aside>`;

/** The page of a demonstration: it says so first, before and without any script. */
export const withStrip = (page: string): string =>
  page.replace('</head>', () => `${STYLE}</head>`).replace('<body>', () => `<body>${STRIP}`);
