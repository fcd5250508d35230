import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { toast as sonner, Toaster } from 'sonner';
import type { ToastMessage } from '#web/lib/toast/toast.ts';
import { createToastQueue } from './toast-queue.ts';
import './toaster.css';

/** How long a toast stays, as specified for cart and add-to-cart. An error stays as long as it takes to read. */
const SHORT_MILLISECONDS = 3000;
const ERROR_MILLISECONDS = 8000;
const READING_MILLISECONDS_PER_CHARACTER = 60;

/** Below the bar: buttons that send or act are at the foot of a form, a dialog and a table, and in the bar. */
const BELOW_BAR = '4.5rem';

const durationOf = ({ kind, description = '' }: ToastMessage): number =>
  kind === 'error' ? ERROR_MILLISECONDS + READING_MILLISECONDS_PER_CHARACTER * description.length : SHORT_MILLISECONDS;

const queue = createToastQueue((message, onClosed) => {
  const { kind, title, description, reference, action } = message;
  const id = sonner[kind](title, {
    description: (description || reference || action) && (
      <Details message={message} onDone={() => sonner.dismiss(id)} />
    ),
    duration: durationOf(message),
    onAutoClose: onClosed,
    onDismiss: onClosed,
  });
  return () => sonner.dismiss(id);
});

/** Shows a message when its turn comes. */
export async function showToast(message: ToastMessage): Promise<void> {
  await mountToaster();
  queue.add(message);
}

export const settleToast = (): void => queue.settle();

let mounted: Promise<void> | undefined;

/**
 * Puts the toaster beside the app, in a root of its own: an open dialog makes the rest of the page inert, but toasts must still be
 * announced and dismissed.
 */
function mountToaster(): Promise<void> {
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
      position="top-center"
      offset={{ top: BELOW_BAR }}
      mobileOffset={{ top: BELOW_BAR }}
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

const BUTTON = 'rounded-sm font-medium text-accent-ink underline-offset-4 hover:underline';

function Details({ message, onDone }: { message: ToastMessage; onDone: () => void }) {
  const { description, reference, action } = message;
  return (
    <>
      {description && <span className="block whitespace-pre-line">{description}</span>}
      {(action || reference) && (
        <span className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1">
          {action && (
            <button
              type="button"
              className={BUTTON}
              onClick={() => {
                onDone();
                action.onPress();
              }}
            >
              {action.label}
            </button>
          )}
          {reference && <CopyReference reference={reference} />}
        </span>
      )}
    </>
  );
}

/** For a question to support: the id of the request in the server's log. */
function CopyReference({ reference }: { reference: string }) {
  const [label, setLabel] = useState('Copy request ID');
  const copy = () =>
    navigator.clipboard.writeText(reference).then(
      () => setLabel('Copied'),
      // Where the browser forbids copying, the id can be copied by hand.
      () => setLabel(`Request ID ${reference}`),
    );
  return (
    <button type="button" className={BUTTON} onClick={copy}>
      {label}
    </button>
  );
}
