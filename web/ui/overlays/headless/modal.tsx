import { Dialog, DialogPanel } from '@headlessui/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { focusPage } from '#web/lib/navigation/focus-page.ts';
import { cx } from '#web/lib/words/cx.ts';

type ModalProps = {
  onClose: () => void;
  children: ReactNode;
  /** Its name where there is no DialogTitle. */
  label?: string;
  /** For confirmations: screen readers read it at once, and a press outside does not close it. */
  alert?: boolean;
  /** The position of the panel in the window. */
  place: string;
  className: string;
};

/** A layer over the page that holds the focus: the page behind is inert and does not scroll, Escape closes. */
export function Modal({ onClose, children, label, alert = false, place, className }: ModalProps) {
  const panel = useRef<HTMLDivElement>(null);
  useFocusBack();
  // Headless UI closes on a press outside the panel. Without a named panel the whole window counts as inside.
  const Panel = alert ? 'div' : DialogPanel;
  return (
    <Dialog
      open
      onClose={onClose}
      role={alert ? 'alertdialog' : 'dialog'}
      aria-label={label}
      initialFocus={{
        get current() {
          return panel.current?.querySelector<HTMLElement>('[data-autofocus]') ?? panel.current;
        },
      }}
      className={cx('fixed inset-0 flex animate-fade-in bg-scrim', place)}
    >
      <Panel ref={panel} tabIndex={-1} className={cx('relative flex w-full flex-col shadow-lg', className)}>
        {children}
      </Panel>
    </Dialog>
  );
}

/** How long the reload of a list may take. */
const OPENER_MAY_GO_MILLISECONDS = 5000;

/**
 * Headless UI returns the focus to the element that it saw pressed. It has not seen a press before its code was loaded. Where the opener is
 * gone (a decided request has no buttons any more), the layer below this gets the focus.
 */
function useFocusBack(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
      focusBelow();
      // The reload of the list after a decision removes the row, and the opener with it.
      const watch = new MutationObserver(() => {
        if (opener?.isConnected) return;
        watch.disconnect();
        focusBelow();
      });
      watch.observe(document.body, { childList: true, subtree: true });
      setTimeout(() => watch.disconnect(), OPENER_MAY_GO_MILLISECONDS);
    },
    [opener],
  );
}

function focusBelow(): void {
  if (document.activeElement !== document.body) return;
  const below = [...document.querySelectorAll<HTMLElement>('[role$=dialog] > [tabindex="-1"]')].at(-1);
  if (below) below.focus({ preventScroll: true });
  else focusPage();
}
