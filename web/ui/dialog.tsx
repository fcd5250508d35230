import { X } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { cx } from '#web/lib/cx.ts';
import { IconButton } from './icon-button.tsx';
import { useModalOverlay } from './overlay.ts';

export type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** Buttons at the foot, the main one last. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** Wraps body and footer in a form. */
  onSubmit?: (event: React.FormEvent<HTMLFormElement>) => void;
  children?: ReactNode;
  /** For confirmations: read out at once, and a press outside does not close. */
  alert?: boolean;
};

const WIDTHS = { sm: 'max-w-sm', md: 'max-w-lg', lg: 'max-w-2xl', xl: 'max-w-4xl' };

/** A dialog over the page. Its content exists only while it is open, so a form inside starts fresh each time. */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? createPortal(<OpenDialog {...rest} />, document.body) : null;
}

function OpenDialog({
  onClose,
  title,
  description,
  footer,
  size = 'md',
  onSubmit,
  children,
  alert = false,
}: Omit<DialogProps, 'open'>) {
  const overlay = useRef<HTMLDivElement>(null);
  const id = useId();
  useModalOverlay(overlay, onClose);
  const content = (
    <>
      {children !== undefined && <div className="min-h-0 grow overflow-y-auto px-6 py-1">{children}</div>}
      {footer !== undefined && <div className="flex flex-wrap justify-end gap-2 px-6 pt-5 pb-6">{footer}</div>}
    </>
  );
  return (
    <div
      ref={overlay}
      className="fixed inset-0 z-50 flex animate-fade-in items-end justify-center bg-scrim p-0 sm:items-center sm:p-6"
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the scrim is a convenience of the mouse. */}
      <div className="absolute inset-0" onClick={alert ? undefined : onClose} />
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles it may have take aria-modal. */}
      <div
        role={alert ? 'alertdialog' : 'dialog'}
        aria-modal="true"
        aria-labelledby={`${id}-title`}
        aria-describedby={description === undefined ? undefined : `${id}-description`}
        tabIndex={-1}
        className={cx(
          'relative flex max-h-[min(92dvh,56rem)] w-full animate-pop-in flex-col rounded-t-xl bg-surface shadow-lg sm:rounded-xl dark:bg-raised',
          WIDTHS[size],
        )}
      >
        <div className="flex items-start gap-4 px-6 pt-5 pb-3">
          <div className="min-w-0 grow">
            <h2 id={`${id}-title`} className="text-lg font-semibold">
              {title}
            </h2>
            {description !== undefined && (
              <p id={`${id}-description`} className="mt-1 text-sm text-muted">
                {description}
              </p>
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
        {footer === undefined && <div className="h-5 shrink-0" />}
      </div>
    </div>
  );
}
