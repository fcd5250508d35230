import type { DialogViewProps } from './headless/dialog-view.tsx';
import { useHeadless } from './headless/load.ts';

/** `open` is left out where the dialog itself is there only while it is open. */
type Opened = { open?: boolean };
export type DialogProps = Omit<DialogViewProps, 'side'> & Opened;

/** The content exists only while it is open, so a form inside starts fresh each time. */
export function Dialog({ open = true, ...rest }: DialogProps) {
  const views = useHeadless(open);
  return views && <views.DialogView {...rest} />;
}

export type SheetProps = Omit<DialogViewProps, 'alert' | 'onSubmit'> & Opened;

/** A panel that slides in from the side: filters, a menu, the detail of a row. */
export function Sheet({ open = true, side = 'right', ...rest }: SheetProps) {
  const views = useHeadless(open);
  return views && <views.DialogView {...rest} side={side} />;
}
