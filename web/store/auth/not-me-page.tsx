import { ShieldOff } from 'lucide-react';
import { useParams } from 'wouter';
import { api } from '#web/lib/api.ts';
import { MailedAction } from './mailed-action.tsx';

/** The page behind the link in the mail about a new passkey or authenticator app. */
export function NotMePage() {
  const { userId = '', hash = '' } = useParams<{ userId: string; hash: string }>();
  return (
    <MailedAction
      icon={<ShieldOff aria-hidden />}
      title="Was this not you?"
      description="Then remove what was added. Every device is signed out, your password and API keys stop working, and we mail you a link to choose a new password. Your money and orders stay as they are."
      label="Remove it and lock everybody out"
      busyText="Removing..."
      act={() => api('POST /auth/undo-factor', { body: { user_id: userId, hash }, authenticated: false })}
      failed="It could not be removed. Please try again."
      done={{ title: 'Your account is locked', href: '/login', label: 'Go to sign-in' }}
    />
  );
}
