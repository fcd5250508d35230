import { CircleAlert, CircleCheck, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'wouter';
import { api } from '#web/lib/api.ts';
import { serverMessage } from '#web/lib/api-error.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { AuthCard } from './auth-card.tsx';

type State = { kind: 'asking' | 'busy' } | { kind: 'done' | 'failed'; message: string };

/** Where the link in the mail about a reset leads. A press is needed: mail scanners open links too. */
export function StopResetPage() {
  const { token = '' } = useParams<{ token: string }>();
  const [state, setState] = useState<State>({ kind: 'asking' });
  const stop = async () => {
    setState({ kind: 'busy' });
    try {
      const { message } = await api('POST /auth/stop-second-factor-reset', { body: { token }, authenticated: false });
      setState({ kind: 'done', message });
    } catch (error) {
      setState({ kind: 'failed', message: serverMessage(error, 'It could not be stopped. Please try again.') });
    }
  };
  if (state.kind === 'done') {
    return (
      <AuthCard icon={<CircleCheck aria-hidden />} title="Your second factor stays" description={state.message}>
        <LinkButton href="/settings/account?tab=password" variant="primary" className="w-full">
          Change your password
        </LinkButton>
      </AuthCard>
    );
  }
  const hasFailed = state.kind === 'failed';
  return (
    <AuthCard
      icon={hasFailed ? <CircleAlert aria-hidden /> : <ShieldCheck aria-hidden />}
      title="Keep your second factor"
      description={
        hasFailed
          ? state.message
          : 'Somebody told our support that you lost it. If that was not you, stop its removal here, then change your password.'
      }
    >
      <Button variant="primary" className="w-full" onClick={stop} busy={state.kind === 'busy'} busyText="Stopping...">
        {hasFailed ? 'Try again' : 'Stop the removal'}
      </Button>
    </AuthCard>
  );
}
