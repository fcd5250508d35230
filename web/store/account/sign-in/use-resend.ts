import { api } from '#web/lib/api/api.ts';
import { isApiError } from '#web/lib/call/api-error.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { toastFailed } from '#web/lib/toast/toast-error.ts';
import { rememberUnverified } from '#web/store/shared/unverified-email.ts';
import { startCooldown, useCooldown } from './use-cooldown.ts';

const FAILED = 'Failed to send verification email. Please try again.';

/** Mails the link that proves an address again, at most every 30 seconds; `secondsLeft` until it may be asked for. */
export function useResend(email: string) {
  const secondsLeft = useCooldown();
  const resend = async () => {
    try {
      const answer = await api('POST /auth/resend', { body: { email }, authenticated: false });
      rememberUnverified(email);
      startCooldown(answer.retry_after_s);
      // The page does not say that a mail was sent, because a stranger must not learn whether the address waits for one.
      toast.info(answer.message, 'Please check your inbox and your spam folder.');
    } catch (error) {
      if (isApiError(error) && error.retryAfterSeconds) startCooldown(error.retryAfterSeconds);
      toastFailed('Error', error, FAILED);
    }
  };
  return { secondsLeft, resend };
}
