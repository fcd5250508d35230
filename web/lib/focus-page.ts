/** Moves the focus to the heading of the page, so that Tab goes on from there. */
export const focusPage = (): void =>
  (document.querySelector<HTMLElement>('main h1[tabindex="-1"]') ?? document.querySelector('main'))?.focus({
    preventScroll: true,
  });
