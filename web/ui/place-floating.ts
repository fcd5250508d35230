export type Placement = 'bottom-start' | 'bottom-end' | 'bottom' | 'top' | 'top-start' | 'top-end' | 'right';

const GAP_PIXELS = 6;
const EDGE_PIXELS = 8;

/** Puts a floating element beside its anchor, on the other side where there is no room, and always inside the window. */
export function placeFloating(floating: HTMLElement, anchor: Element, placement: Placement): void {
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = floating;
  const { clientWidth, clientHeight } = document.documentElement;
  floating.style.position = 'fixed';

  if (placement === 'right') {
    floating.style.left = `${Math.min(at.right + GAP_PIXELS, clientWidth - width - EDGE_PIXELS)}px`;
    floating.style.top = `${clamp(at.top + at.height / 2 - height / 2, EDGE_PIXELS, clientHeight - height - EDGE_PIXELS)}px`;
    return;
  }
  const below = at.bottom + GAP_PIXELS;
  const above = at.top - GAP_PIXELS - height;
  const fitsBelow = below + height <= clientHeight - EDGE_PIXELS;
  const fitsAbove = above >= EDGE_PIXELS;
  const goAbove = placement.startsWith('top') ? fitsAbove || !fitsBelow : !fitsBelow && fitsAbove;
  const left = placement.endsWith('start')
    ? at.left
    : placement.endsWith('end')
      ? at.right - width
      : at.left + at.width / 2 - width / 2;
  floating.style.top = `${goAbove ? above : Math.max(EDGE_PIXELS, Math.min(below, clientHeight - height - EDGE_PIXELS))}px`;
  floating.style.left = `${clamp(left, EDGE_PIXELS, clientWidth - width - EDGE_PIXELS)}px`;
}

const clamp = (value: number, least: number, most: number): number =>
  Math.max(least, Math.min(value, Math.max(least, most)));
