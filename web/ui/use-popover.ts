import { type RefObject, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { type Placement, placeFloating } from './place-floating.ts';

export type PopoverControl = {
  id: string;
  open: boolean;
  setOpen: (open: boolean) => void;
  /** Closes and gives the focus back to the trigger. */
  close: () => void;
  triggerRef: RefObject<HTMLButtonElement | null>;
  panelRef: RefObject<HTMLDivElement | null>;
};

/**
 * Opens a panel above everything (the browser's top layer), beside its trigger; a press outside, Escape, or the focus leaving
 * closes it. The panel must have `popover="manual"` and be rendered only while open.
 */
export function usePopover(placement: Placement = 'bottom-end'): PopoverControl {
  const id = useId();
  const [open, setOpen] = useState(false);
  const triggerRef = useRef<HTMLButtonElement>(null);
  const panelRef = useRef<HTMLDivElement>(null);
  const close = useCallback(() => {
    setOpen(false);
    triggerRef.current?.focus();
  }, []);

  useLayoutEffect(() => {
    const panel = panelRef.current;
    const trigger = triggerRef.current;
    if (!open || !panel || !trigger) return;
    panel.showPopover();
    const place = () => placeFloating(panel, trigger, placement);
    place();
    const observer = new ResizeObserver(place);
    observer.observe(panel);
    addEventListener('resize', place);
    addEventListener('scroll', place, { capture: true, passive: true });
    return () => {
      observer.disconnect();
      removeEventListener('resize', place);
      removeEventListener('scroll', place, { capture: true });
    };
  }, [open, placement]);

  useEffect(() => {
    if (!open) return;
    const isInside = (target: EventTarget | null) =>
      target instanceof Node && (panelRef.current?.contains(target) || triggerRef.current?.contains(target));
    const onPointerDown = (event: PointerEvent) => {
      if (!isInside(event.target)) setOpen(false);
    };
    const onFocusIn = (event: FocusEvent) => {
      if (!isInside(event.target)) setOpen(false);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      // Claimed: a dialog around this popover stays open.
      event.preventDefault();
      close();
    };
    document.addEventListener('pointerdown', onPointerDown, true);
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('keydown', onKeyDown, true);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown, true);
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('keydown', onKeyDown, true);
    };
  }, [open, close]);

  return { id, open, setOpen, close, triggerRef, panelRef };
}
