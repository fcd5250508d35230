import type { DialogViewProps } from './headless/dialog-view.tsx';
import { useHeadless } from './headless/load.ts';

export type DialogProps = Omit<DialogViewProps, 'side'> & { open: boolean };

/** The content exists only while it is open, so a form inside starts fresh each time. */
export function Dialog({ open, ...rest }: DialogProps) {
  const views = useHeadless(open);
  return views && <views.DialogView {...rest} />;
}

export type SheetProps = Omit<DialogViewProps, 'alert' | 'onSubmit'> & { open: boolean };

/** A panel that slides in from the side: filters, a menu, the detail of a row. */
export function Sheet({ open, side = 'right', ...rest }: SheetProps) {
  const views = useHeadless(open);
  return views && <views.DialogView {...rest} side={side} />;
}
