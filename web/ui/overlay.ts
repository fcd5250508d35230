import { type RefObject, useEffect, useRef } from 'react';

/** Open overlays, the topmost last. Only that one may be reached; all below it, and the page, are inert. */
const stack: HTMLElement[] = [];

/** Elements beside the app that stay reachable whatever is open. */
const ALWAYS_REACHABLE = new Set(['toasts', 'headlessui-portal-root']);

function settle(): void {
  const top = stack.at(-1);
  for (const child of document.body.children) {
    if (!(child instanceof HTMLElement) || ALWAYS_REACHABLE.has(child.id)) continue;
    child.inert = top !== undefined && !child.contains(top);
  }
  document.documentElement.style.overflow = top ? 'hidden' : '';
}

/**
 * Makes an element (rendered in a portal of its own under body) the one reachable thing while it is mounted: the page behind
 * is inert and does not scroll, Escape closes, and the focus comes in and goes back where it was.
 */
export function useModalOverlay(element: RefObject<HTMLElement | null>, onClose: () => void): void {
  const latestClose = useRef(onClose);
  useEffect(() => {
    latestClose.current = onClose;
  });
  useEffect(() => {
    const overlay = element.current;
    if (!overlay) return;
    const before = document.activeElement;
    stack.push(overlay);
    settle();
    const wanted = overlay.querySelector<HTMLElement>('[data-autofocus], [autofocus]');
    (wanted ?? overlay.querySelector<HTMLElement>('[role=dialog]') ?? overlay).focus({ preventScroll: true });

    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || stack.at(-1) !== overlay) return;
      event.preventDefault();
      latestClose.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      stack.splice(stack.indexOf(overlay), 1);
      settle();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [element]);
}
