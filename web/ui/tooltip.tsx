import { type ReactElement, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';

const DELAY_MILLISECONDS = 350;
const GAP_PIXELS = 6;
const EDGE_PIXELS = 8;

type TooltipProps = {
  text: string;
  /** False where the text is the control's own name, which is read out anyway. */
  describes?: boolean;
  children: ReactElement;
};

/** A short explanation on hover and focus. It only describes: what it says must not be the one place to learn it. */
export function Tooltip({ text, describes = true, children }: TooltipProps) {
  const id = useId();
  const wrapper = useRef<HTMLSpanElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);
  const [shown, setShown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const hide = () => {
    clearTimeout(timer.current);
    setShown(false);
  };
  const showSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      // What has been opened says more than its tooltip.
      const control = wrapper.current?.firstElementChild;
      if (control?.ariaExpanded !== 'true') setShown(true);
    }, DELAY_MILLISECONDS);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  useLayoutEffect(() => {
    const anchor = wrapper.current?.firstElementChild;
    if (!anchor || !describes) return;
    anchor.setAttribute('aria-describedby', id);
    return () => anchor.removeAttribute('aria-describedby');
  }, [id, describes]);

  useLayoutEffect(() => {
    const anchor = wrapper.current?.firstElementChild;
    if (!shown || !bubble.current || !anchor) return;
    bubble.current.showPopover();
    placeAbove(bubble.current, anchor);
  }, [shown]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens in on the control inside, which has the role.
    <span
      ref={wrapper}
      className="contents"
      onPointerEnter={(event) => event.pointerType === 'mouse' && showSoon()}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && setShown(true)}
      onBlur={hide}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {children}
      {(shown || describes) && (
        <span id={id} role="tooltip" hidden={!shown} popover={shown ? 'manual' : undefined} ref={bubble}>
          <span className="pointer-events-none block max-w-64 animate-fade-in rounded-md bg-inverse px-2.5 py-1.5 text-left text-xs font-medium whitespace-normal text-on-inverse shadow-md">
            {text}
          </span>
        </span>
      )}
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
