import { CircleAlert, CircleCheck, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'wouter';
import { api } from '#web/lib/api.ts';
import { serverMessage } from '#web/lib/api-error.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { AuthCard } from './auth-card.tsx';

type State = { kind: 'asking' | 'busy' } | { kind: 'done' | 'failed'; message: string };

/** Where the link in the mail to a former address leads. A press is needed: mail scanners open links too. */
export function RestoreEmailPage() {
  const { userId = '', hash = '' } = useParams<{ userId: string; hash: string }>();
  const [state, setState] = useState<State>({ kind: 'asking' });
  const restore = async () => {
    setState({ kind: 'busy' });
    try {
      const body = { user_id: userId, hash };
      const { message } = await api('POST /auth/restore-email', { body, authenticated: false });
      setState({ kind: 'done', message });
    } catch (error) {
      setState({
        kind: 'failed',
        message: serverMessage(error, 'Your address could not be restored. Please try again.'),
      });
    }
  };
  if (state.kind === 'done') {
    return (
      <AuthCard icon={<CircleCheck aria-hidden />} title="Your account is yours again" description={state.message}>
        <LinkButton href="/login" variant="primary" className="w-full">
          Go to sign-in
        </LinkButton>
      </AuthCard>
    );
  }
  const hasFailed = state.kind === 'failed';
  return (
    <AuthCard
      icon={hasFailed ? <CircleAlert aria-hidden /> : <Undo2 aria-hidden />}
      title="Take your account back"
      description={
        hasFailed
          ? state.message
          : 'Your account gets this email address again. Every device is signed out, API keys stop working, and we mail you a link to choose a new password.'
      }
    >
      <Button
        variant="primary"
        className="w-full"
        onClick={restore}
        busy={state.kind === 'busy'}
        busyText="Restoring..."
      >
        {hasFailed ? 'Try again' : 'Take my account back'}
      </Button>
    </AuthCard>
  );
}
