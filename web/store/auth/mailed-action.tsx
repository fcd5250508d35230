import { CircleAlert, CircleCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { serverMessage } from '#web/lib/api-error.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { AuthCard } from './auth-card.tsx';

type MailedActionProps = {
  icon: ReactNode;
  title: string;
  description: string;
  label: string;
  busyText: string;
  act: () => Promise<{ message: string }>;
  /** The message where the server gives no reason. */
  failed: string;
  done: { title: string; href: string; label: string };
};
type State = { kind: 'asking' | 'busy' } | { kind: 'done' | 'failed'; message: string };

/** The page behind a link in a mail. The action needs a press, because mail scanners open links too. */
export function MailedAction({ icon, title, description, label, busyText, act, failed, done }: MailedActionProps) {
  const [state, setState] = useState<State>({ kind: 'asking' });
  const press = async () => {
    setState({ kind: 'busy' });
    try {
      setState({ kind: 'done', message: (await act()).message });
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
      icon={hasFailed ? <CircleAlert aria-hidden /> : icon}
      title={title}
      description={hasFailed ? state.message : description}
    >
      <Button variant="primary" className="w-full" onClick={press} busy={state.kind === 'busy'} busyText={busyText}>
        {hasFailed ? 'Try again' : label}
      </Button>
    </AuthCard>
  );
}
