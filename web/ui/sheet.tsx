import { X } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { cx } from '#web/lib/cx.ts';
import { IconButton } from './icon-button.tsx';
import { useModalOverlay } from './overlay.ts';

type SheetProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  side?: 'left' | 'right';
  size?: 'sm' | 'md' | 'lg';
  footer?: ReactNode;
  children: ReactNode;
};

const WIDTHS = { sm: 'max-w-80', md: 'max-w-md', lg: 'max-w-2xl' };

/** A panel that slides in from the side: filters, a menu, the detail of a row. */
export function Sheet({ open, ...rest }: SheetProps) {
  return open ? createPortal(<OpenSheet {...rest} />, document.body) : null;
}

function OpenSheet({
  onClose,
  title,
  description,
  side = 'right',
  size = 'md',
  footer,
  children,
}: Omit<SheetProps, 'open'>) {
  const overlay = useRef<HTMLDivElement>(null);
  const id = useId();
  useModalOverlay(overlay, onClose);
  return (
    <div ref={overlay} className="fixed inset-0 z-50 animate-fade-in overflow-hidden bg-scrim">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the scrim is a convenience of the mouse. */}
      <div className="absolute inset-0" onClick={onClose} />
      <div
        role="dialog"
        aria-modal="true"
        aria-labelledby={id}
        tabIndex={-1}
        className={cx(
          'absolute inset-y-0 flex w-[92%] flex-col bg-surface shadow-lg',
          side === 'right' ? 'right-0 animate-slide-in-right' : 'left-0 animate-slide-in-left',
          WIDTHS[size],
        )}
      >
        <div className="flex items-start gap-4 border-b px-6 py-4">
          <div className="min-w-0 grow">
            <h2 id={id} className="text-lg font-semibold">
              {title}
            </h2>
            {description !== undefined && <div className="mt-0.5 text-sm text-muted">{description}</div>}
          </div>
          <IconButton
            label="Close"
            tooltip={false}
            size="sm"
            icon={<X aria-hidden />}
            onClick={onClose}
            className="-mr-2"
          />
        </div>
        <div className="min-h-0 grow overflow-y-auto px-6 py-5">{children}</div>
        {footer !== undefined && <div className="flex flex-wrap justify-end gap-2 border-t px-6 py-4">{footer}</div>}
      </div>
    </div>
  );
}
