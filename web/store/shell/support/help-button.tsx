import { LifeBuoy } from 'lucide-react';
import { lazily } from '#web/lib/navigation/lazily.tsx';
import { useSupportDialog } from './support-state.ts';

const SupportDialog = lazily(() => import('./support-dialog.tsx'), 'SupportDialog');

/**
 * The floating button on every page that opens the support dialog. It covers nothing: wide pages keep a gutter free for it, others have a
 * strip below the scrolling content, which ends the page where the window is low.
 */
export function HelpButton() {
  const { isOpen, openSupport, closeSupport } = useSupportDialog();
  return (
    <>
      <div className="sticky bottom-0 z-20 low:static flex h-(--help-strip) items-center justify-end border-t bg-surface px-2 sm:px-4 xl:fixed xl:right-3 xl:bottom-6 xl:h-auto xl:border-0 xl:bg-transparent xl:p-0">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={openSupport}
          onPointerEnter={SupportDialog.preload}
          className="flex h-8 items-center gap-2 rounded-md px-2 text-sm font-medium text-muted transition-[color,transform] hover:text-ink xl:size-11 xl:justify-center xl:rounded-full xl:bg-inverse xl:text-on-inverse xl:shadow-md xl:hover:scale-105 xl:hover:text-on-inverse"
        >
          <LifeBuoy className="size-5" aria-hidden />
          <span className="xl:sr-only">Help</span>
        </button>
      </div>
      {isOpen && <SupportDialog onClose={closeSupport} />}
    </>
  );
}
