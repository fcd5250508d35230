import { type ReactElement, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { later } from '#web/lib/navigation/later.ts';

const bubble = later(() => import('./tooltip-bubble.tsx'));
const DELAY_MILLISECONDS = 350;

type TooltipProps = {
  text: string;
  /** False where the text is the control's own name, which is read anyway. */
  describes?: boolean;
  children: ReactElement;
};

/** A short explanation on hover and focus. It must not be the only place of its information. */
export function Tooltip({ text, describes = true, children }: TooltipProps) {
  const id = useId();
  const wrapper = useRef<HTMLSpanElement>(null);
  const [control, setControl] = useState<Element>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const Bubble = control && bubble.current()?.TooltipBubble;

  const hide = () => {
    clearTimeout(timer.current);
    setControl(undefined);
  };
  const showSoon = () => {
    clearTimeout(timer.current);
    bubble.preload();
    timer.current = setTimeout(() => {
      const hovered = wrapper.current?.firstElementChild;
      // An open control needs no tooltip.
      if (hovered && hovered.ariaExpanded !== 'true') setControl(hovered);
    }, DELAY_MILLISECONDS);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  useLayoutEffect(() => {
    const described = wrapper.current?.firstElementChild;
    if (!described || !describes) return;
    described.setAttribute('aria-describedby', id);
    return () => described.removeAttribute('aria-describedby');
  }, [id, describes]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens in on the control inside, which has the role.
    <span
      ref={wrapper}
      className="contents"
      onPointerEnter={(event) => event.pointerType === 'mouse' && showSoon()}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={(event) => event.target.matches(':focus-visible') && showSoon()}
      onBlur={hide}
      onKeyDown={(event) => event.key === 'Escape' && hide()}
    >
      {children}
      {describes && (
        <span id={id} role="tooltip" hidden>
          {text}
        </span>
      )}
      {Bubble && <Bubble text={text} control={control} />}
    </span>
  );
}
