import { Popover, PopoverButton, PopoverPanel, useClose } from '@headlessui/react';
import { type ComponentProps, type FocusEvent, type ReactNode, useEffect } from 'react';
import { cx } from '#web/lib/words/cx.ts';
import { anchorOf, PANEL_CLASS, type Placement } from './placement.ts';
import { type RenderTrigger, Trigger, useOpenAtOnce } from './trigger.tsx';

export type PopoverProps = {
  /** The panel's name for screen readers. */
  label: string;
  trigger: RenderTrigger;
  children: (close: () => void) => ReactNode;
  placement?: Placement;
  className?: string;
};

/** See Popover. */
export function PopoverView({ label, trigger, children, placement = 'bottom-end', className }: PopoverProps) {
  const button = useOpenAtOnce('pointer');
  return (
    <Popover className="contents">
      <PopoverButton as={Trigger} ref={button} render={trigger} />
      <PopoverPanel as={Panel} focus anchor={anchorOf(placement)} label={label} className={cx(PANEL_CLASS, className)}>
        {({ close }) => <>{children(() => close())}</>}
      </PopoverPanel>
    </Popover>
  );
}

/** Takes the focus itself where nothing inside has it, because its content may still be loading. */
function Panel({ label, onBlur, ...props }: ComponentProps<'div'> & { label: string }) {
  const { id = '' } = props;
  useEffect(() => {
    const panel = document.getElementById(id);
    if (!panel?.contains(document.activeElement)) panel?.focus({ preventScroll: true });
  }, [id]);
  useEscapeFromNowhere();
  return (
    <div
      {...props}
      role="dialog"
      aria-label={label}
      onBlur={(event) => {
        if (!opensFrom(event)) onBlur?.(event);
      }}
    />
  );
}

/** Headless UI closes a panel that the focus leaves. The list of a select inside it lies elsewhere in the page, but belongs to it. */
function opensFrom({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): boolean {
  const list = relatedTarget?.closest('[role=listbox]');
  return [...currentTarget.querySelectorAll('[aria-controls]')].some(
    (each) => list?.id === each.getAttribute('aria-controls'),
  );
}

/** Headless UI handles Escape only in the panel. The focus is nowhere after the focused element was removed (a line of the cart). */
function useEscapeFromNowhere(): void {
  const close = useClose();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.activeElement !== document.body) return;
      // Prevented, so that a dialog around this panel stays open.
      event.preventDefault();
      close();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [close]);
}
