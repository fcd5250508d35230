import { type ReactNode, type RefObject, useEffect } from 'react';
import { cx } from '#web/lib/cx.ts';
import type { Placement } from './place-floating.ts';
import { usePopover } from './use-popover.ts';

/** What a popover's trigger button must be given. */
export type TriggerProps = {
  ref: RefObject<HTMLButtonElement | null>;
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  'aria-haspopup': 'dialog' | 'menu';
  onClick: () => void;
};

type PopoverProps = {
  /** Names the panel for those who listen. */
  label: string;
  /** Renders the button: `(props) => <IconButton {...props} … />`. */
  trigger: (props: TriggerProps, open: boolean) => ReactNode;
  children: (close: () => void) => ReactNode;
  placement?: Placement;
  className?: string;
  onOpen?: () => void;
};

/** A panel that opens beside a button. */
export function Popover({ label, trigger, children, placement = 'bottom-end', className, onOpen }: PopoverProps) {
  const { id, open, setOpen, close, triggerRef, panelRef } = usePopover(placement);
  useEffect(() => {
    if (open) panelRef.current?.focus({ preventScroll: true });
  }, [open, panelRef]);
  const toggle = () => {
    if (!open) onOpen?.();
    setOpen(!open);
  };
  return (
    <>
      {trigger(
        {
          ref: triggerRef,
          'aria-expanded': open,
          'aria-controls': open ? id : undefined,
          'aria-haspopup': 'dialog',
          onClick: toggle,
        },
        open,
      )}
      {open && (
        <div ref={panelRef} id={id} popover="manual" role="dialog" aria-label={label} tabIndex={-1}>
          <div className={cx('animate-pop-in overflow-hidden rounded-lg bg-raised text-sm shadow-md', className)}>
            {children(close)}
          </div>
        </div>
      )}
    </>
  );
}
