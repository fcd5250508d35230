/** Moves the focus to the page's heading, so that Tab continues from there. */
export const focusPage = (): void =>
  (document.querySelector<HTMLElement>('main h1[tabindex="-1"]') ?? document.querySelector('main'))?.focus({
    preventScroll: true,
  });
