import { ShieldCheck } from 'lucide-react';
import { useParams } from 'wouter';
import { api } from '#web/lib/api.ts';
import { MailedAction } from './mailed-action.tsx';

/** The page behind the link in the mail about a reset of the second factor. */
export function StopResetPage() {
  const { token = '' } = useParams<{ token: string }>();
  return (
    <MailedAction
      icon={<ShieldCheck aria-hidden />}
      title="Keep your second factor"
      description="Somebody told our support that you lost it. If that was not you, stop its removal here, then change your password."
      label="Stop the removal"
      busyText="Stopping..."
      act={() => api('POST /auth/stop-second-factor-reset', { body: { token }, authenticated: false })}
      failed="It could not be stopped. Please try again."
      done={{
        title: 'Your second factor stays',
        href: '/settings/account?tab=password',
        label: 'Change your password',
      }}
    />
  );
}
