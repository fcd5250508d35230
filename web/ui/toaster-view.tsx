import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { Toaster, toast } from 'sonner';
import './toaster.css';

export { toast as sonner };

let mounted: Promise<void> | undefined;

/**
 * Puts the toaster beside the app, in a root of its own: an open dialog makes the rest of the page inert, and what it says
 * must still be heard and dismissed.
 */
export function mountToaster(): Promise<void> {
  mounted ??= new Promise((resolve) => {
    const host = document.createElement('div');
    host.id = 'toasts';
    document.body.append(host);
    createRoot(host).render(<View onReady={resolve} />);
  });
  return mounted;
}

function View({ onReady }: { onReady: () => void }) {
  useEffect(onReady, [onReady]);
  return (
    <Toaster
      visibleToasts={1}
      position="bottom-center"
      closeButton
      icons={{
        success: <CircleCheck className="size-4 text-ok" aria-hidden />,
        error: <CircleAlert className="size-4 text-bad" aria-hidden />,
        warning: <TriangleAlert className="size-4 text-warn" aria-hidden />,
        info: <Info className="size-4 text-info" aria-hidden />,
      }}
    />
  );
}
