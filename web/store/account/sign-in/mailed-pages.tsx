import { CircleAlert, CircleCheck, Hand, type LucideIcon, ShieldCheck, ShieldOff, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'wouter';
import { api } from '#web/lib/api/api.ts';
import { serverMessage } from '#web/lib/call/api-error.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { AuthCard } from './auth-card.tsx';

type Link = { token?: string; userId?: string; hash?: string };
type MailedAction = {
  icon: LucideIcon;
  title: string;
  description: string;
  label: string;
  busyText: string;
  act: (link: Link) => Promise<{ message: string }>;
  /** The message where the server gives no reason. */
  failed: string;
  done: { title: string; href: string; label: string };
};
type State = { kind: 'asking' | 'busy' } | { kind: 'done' | 'failed'; message: string };

/** Behind the link in the mail to a former address. */
export const RestoreEmailPage = mailedAction({
  icon: Undo2,
  title: 'Take your account back',
  description:
    'Your account gets this email address again. Every device is signed out, API keys stop working, and we mail you a link to choose a new password.',
  label: 'Take my account back',
  busyText: 'Restoring...',
  act: ({ userId: user_id = '', hash = '' }) =>
    api('POST /auth/restore-email', { body: { user_id, hash }, authenticated: false }),
  failed: 'Your address could not be restored. Please try again.',
  done: { title: 'Your account is yours again', href: '/login', label: 'Go to sign-in' },
});

/** Behind the link in the mail about a new passkey or authenticator app. */
export const NotMePage = mailedAction({
  icon: ShieldOff,
  title: 'Was this not you?',
  description:
    'Then remove what was added. Every device is signed out, your password and API keys stop working, and we mail you a link to choose a new password. Your money and orders stay as they are.',
  label: 'Remove it and lock everybody out',
  busyText: 'Removing...',
  act: ({ userId: user_id = '', hash = '' }) =>
    api('POST /auth/undo-factor', { body: { user_id, hash }, authenticated: false }),
  failed: 'It could not be removed. Please try again.',
  done: { title: 'Your account is locked', href: '/login', label: 'Go to sign-in' },
});

/** Behind "This was not me" in the mail about a withdrawal. */
export const StopWithdrawalPage = mailedAction({
  icon: Hand,
  title: 'Stop a withdrawal',
  description:
    'Somebody asked us to pay money out of your wallet. If that was not you, stop it here: every device is signed out, API keys stop working, and we mail you a link to choose a new password.',
  label: 'This was not me',
  busyText: 'Stopping...',
  act: ({ token = '' }) => api('POST /withdrawals/stop', { body: { token }, authenticated: false }),
  failed: 'It could not be stopped. Please try again, or contact our support at once.',
  done: { title: 'Your account is safe', href: '/login', label: 'Go to sign-in' },
});

/** Behind the link in the mail about a reset of the second factor. */
export const StopResetPage = mailedAction({
  icon: ShieldCheck,
  title: 'Keep your second factor',
  description:
    'Somebody told our support that you lost it. If that was not you, stop its removal here, then change your password.',
  label: 'Stop the removal',
  busyText: 'Stopping...',
  act: ({ token = '' }) => api('POST /auth/stop-second-factor-reset', { body: { token }, authenticated: false }),
  failed: 'It could not be stopped. Please try again.',
  done: {
    title: 'Your second factor stays',
    href: '/settings/account?tab=password',
    label: 'Change your password',
  },
});

/** The page behind a link in a mail. The action needs a press, because mail scanners open links too. */
function mailedAction({ icon: Icon, title, description, label, busyText, act, failed, done }: MailedAction) {
  return function MailedActionPage() {
    const link = useParams<Link>();
    const [state, setState] = useState<State>({ kind: 'asking' });
    const press = async () => {
      setState({ kind: 'busy' });
      try {
        setState({ kind: 'done', message: (await act(link)).message });
      } catch (error) {
        setState({ kind: 'failed', message: serverMessage(error, failed) });
      }
    };
    if (state.kind === 'done') {
      return (
        <AuthCard icon={<CircleCheck aria-hidden />} title={done.title} description={state.message}>
          <LinkButton href={done.href} variant="primary" className="w-full">
            {done.label}
          </LinkButton>
        </AuthCard>
      );
    }
    const hasFailed = state.kind === 'failed';
    return (
      <AuthCard
        icon={hasFailed ? <CircleAlert aria-hidden /> : <Icon aria-hidden />}
        title={title}
        description={hasFailed ? state.message : description}
      >
        <Button variant="primary" className="w-full" onClick={press} busy={state.kind === 'busy'} busyText={busyText}>
          {hasFailed ? 'Try again' : label}
        </Button>
      </AuthCard>
    );
  };
}
