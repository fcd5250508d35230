import { LifeBuoy } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useSupportDialog } from './support-state.ts';

const loadDialog = () => import('./support-dialog.tsx').then((m) => ({ default: m.SupportDialog }));
const SupportDialog = lazy(loadDialog);

/** The floating button on every page that opens the support dialog. */
export function HelpButton() {
  const { isOpen, openSupport, closeSupport } = useSupportDialog();
  return (
    <>
      <button
        type="button"
        aria-label="Help"
        aria-haspopup="dialog"
        onClick={openSupport}
        onPointerEnter={() => void loadDialog().catch(() => undefined)}
        className="fixed right-4 bottom-4 z-30 grid size-11 place-items-center rounded-full bg-inverse text-on-inverse shadow-md transition-transform hover:scale-105 sm:right-6 sm:bottom-6"
      >
        <LifeBuoy className="size-5" aria-hidden />
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <SupportDialog open onClose={closeSupport} />
        </Suspense>
      )}
    </>
  );
}
