import { useState } from 'react';
import { isApiError } from '#web/lib/call/api-error.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { toastError } from '#web/lib/toast/toast-error.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';

/** Scrolls to it once as it appears, because the form may be scrolled down to the pressed button. */
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/**
 * For a form whose subject another person may save meanwhile. `load` reloads it, null where it is gone; `take` puts it into the form and
 * keeps what was typed.
 */
export function useStaleEdit<Subject>(load: () => Promise<Subject | null>, take: (latest: Subject) => void) {
  const [state, setState] = useState<{ refusal: string } | 'loaded' | null>(null);
  const bringIn = async () => {
    try {
      const latest = await load();
      if (latest === null) {
        toast.error('Not Found', 'It was deleted in the meantime, so it cannot be changed any more.');
        return;
      }
      take(latest);
      setState('loaded');
    } catch (error) {
      toastError(error, 'The latest could not be loaded.');
    }
  };
  return {
    /** True for a save that was refused as stale; from then on the notice is shown. */
    catches(error: unknown): boolean {
      if (!isApiError(error) || error.code !== 'changed_elsewhere') return false;
      setState({ refusal: error.message });
      return true;
    },
    notice: state && (
      <div key={state === 'loaded' ? 'loaded' : 'refused'} ref={bringIntoView}>
        {state === 'loaded' ? (
          <Alert title="This is the latest">
            Fields that you changed keep what you typed. Check them, then save again.
          </Alert>
        ) : (
          <Alert tone="warn" title="Changed in the meantime">
            <p>{state.refusal} What you typed stays.</p>
            <Button size="sm" className="mt-3" onClick={bringIn} busyText="Loading...">
              Load the latest
            </Button>
          </Alert>
        )}
      </div>
    ),
  };
}
