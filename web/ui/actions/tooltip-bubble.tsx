import { useLayoutEffect, useRef } from 'react';

const GAP_PIXELS = 6;
const EDGE_PIXELS = 8;

/** Screen readers have the text already. */
export function TooltipBubble({ text, control }: { text: string; control: Element }) {
  const bubble = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (!bubble.current) return;
    bubble.current.showPopover();
    placeAbove(bubble.current, control);
  }, [control]);
  return (
    <span
      ref={bubble}
      popover="manual"
      aria-hidden="true"
      className="pointer-events-none max-w-64 animate-fade-in rounded-md bg-inverse px-2.5 py-1.5 text-left text-xs font-medium whitespace-normal text-on-inverse shadow-md"
    >
      {text}
    </span>
  );
}

/** Puts the bubble above its control, below it where there is no room, and always inside the window. */
function placeAbove(bubble: HTMLElement, control: Element): void {
  const at = control.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = bubble;
  const above = at.top - GAP_PIXELS - height;
  const right = document.documentElement.clientWidth - width - EDGE_PIXELS;
  bubble.style.position = 'fixed';
  bubble.style.top = `${above >= EDGE_PIXELS ? above : at.bottom + GAP_PIXELS}px`;
  bubble.style.left = `${Math.max(EDGE_PIXELS, Math.min(at.left + at.width / 2 - width / 2, right))}px`;
}
