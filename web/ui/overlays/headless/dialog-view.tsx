import { Description, DialogTitle } from '@headlessui/react';
import { X } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import { cx } from '#web/lib/words/cx.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Modal } from './modal.tsx';

export type DialogViewProps = {
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** Buttons at the foot, the main one last. */
  footer?: ReactNode;
  /** Wraps body and footer in a form. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  children?: ReactNode;
  /** For confirmations: screen readers read it at once, and a press outside does not close it. */
  alert?: boolean;
  size?: 'sm' | 'md' | 'lg';
  /** A sheet: it slides in from this side of the window. */
  side?: 'left' | 'right';
};

const DIALOG_WIDTHS = { sm: 'max-w-sm', md: 'max-w-lg', lg: 'max-w-2xl' };
const SHEET_WIDTHS = { sm: 'max-w-80', md: 'max-w-md', lg: 'max-w-2xl' };

const DIALOG = {
  place: 'items-end justify-center sm:items-center sm:p-6',
  panel: 'max-h-[min(92dvh,56rem)] animate-pop-in rounded-t-xl bg-surface sm:rounded-xl dark:bg-raised',
  head: 'px-6 pt-5 pb-3',
  body: 'px-6 py-1',
  foot: 'px-6 pt-5 pb-6',
};
const SHEET = {
  panel: 'w-[92%]! bg-surface',
  head: 'border-b px-6 py-4',
  body: 'px-6 py-5',
  foot: 'border-t px-6 py-4',
};
const SIDES = {
  left: { ...SHEET, place: 'justify-start overflow-hidden', panel: `${SHEET.panel} animate-slide-in-left` },
  right: { ...SHEET, place: 'justify-end overflow-hidden', panel: `${SHEET.panel} animate-slide-in-right` },
};

/** See Dialog and Sheet. */
export function DialogView(props: DialogViewProps) {
  const { onClose, title, description, footer, onSubmit, children, alert = false, size = 'md', side } = props;
  const look = side ? SIDES[side] : DIALOG;
  const content = (
    <>
      {children !== undefined && <div className={cx('min-h-0 grow overflow-y-auto', look.body)}>{children}</div>}
      {footer !== undefined && (
        // What stands there may come to nothing, as where nothing is left to decide.
        <div className={cx('flex flex-wrap justify-end gap-2 empty:hidden', look.foot)}>{footer}</div>
      )}
    </>
  );
  return (
    <Modal
      onClose={onClose}
      alert={alert}
      place={look.place}
      className={cx(look.panel, (side ? SHEET_WIDTHS : DIALOG_WIDTHS)[size])}
    >
      <div className={cx('flex items-start gap-4', look.head)}>
        <div className="min-w-0 grow">
          <DialogTitle className="text-lg font-semibold">{title}</DialogTitle>
          {description !== undefined && (
            <Description as="div" className={cx('text-sm text-muted', side ? 'mt-0.5' : 'mt-1')}>
              {description}
            </Description>
          )}
        </div>
        {!alert && (
          <IconButton
            label="Close"
            tooltip={false}
            size="sm"
            icon={<X aria-hidden />}
            onClick={onClose}
            className="-mr-2"
          />
        )}
      </div>
      {onSubmit ? (
        <form noValidate onSubmit={onSubmit} className="flex min-h-0 grow flex-col">
          {content}
        </form>
      ) : (
        content
      )}
      {!side && footer === undefined && <div className="h-5 shrink-0" />}
    </Modal>
  );
}
