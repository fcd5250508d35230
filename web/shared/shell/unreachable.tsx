import { retrySession } from '#web/lib/api/session-refresh.ts';
import { ErrorState } from '#web/ui/feedback/error-state.tsx';

/** In place of a page while the server gives no answer about the session; it is asked again by itself, too. */
export const Unreachable = () => (
  <ErrorState
    title="We cannot reach the store"
    message="Your money is not affected. You stay signed in; we keep trying."
    onRetry={retrySession}
  />
);
