import { transport } from './lib/api.ts';
import { toaster } from './lib/toast.ts';
import { showToast } from './ui/toaster.ts';

/** Gives lib, which has no look, what it asks of the screens: toasts, and the question who somebody is. */
export function connect(): void {
  toaster.show = showToast;
  transport.prove = async (realm, refusal) => (await import('./lib/step-up.ts')).stepUp(realm, refusal);
}
