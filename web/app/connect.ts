import { transport } from '#web/lib/api/api.ts';
import { toaster } from '#web/lib/toast/toast.ts';
import { settleToast, showToast } from '#web/ui/feedback/toaster.ts';

/** Gives lib, which has no look, what it asks of the screens: toasts, and the question who somebody is. */
export function connect(): void {
  toaster.show = showToast;
  toaster.settle = settleToast;
  transport.prove = async (realm, refusal) => (await import('#web/shared/step-up/step-up.ts')).stepUp(realm, refusal);
}
