import { Undo2 } from 'lucide-react';
import { useParams } from 'wouter';
import { api } from '#web/lib/api.ts';
import { MailedAction } from './mailed-action.tsx';

/** The page behind the link in the mail to a former address. */
export function RestoreEmailPage() {
  const { userId = '', hash = '' } = useParams<{ userId: string; hash: string }>();
  return (
    <MailedAction
      icon={<Undo2 aria-hidden />}
      title="Take your account back"
      description="Your account gets this email address again. Every device is signed out, API keys stop working, and we mail you a link to choose a new password."
      label="Take my account back"
      busyText="Restoring..."
      act={() => api('POST /auth/restore-email', { body: { user_id: userId, hash }, authenticated: false })}
      failed="Your address could not be restored. Please try again."
      done={{ title: 'Your account is yours again', href: '/login', label: 'Go to sign-in' }}
    />
  );
}
