import { Mail } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { signOut, useCustomer } from '#web/lib/session/session.ts';
import { unverifiedEmail } from '#web/store/shared/unverified-email.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Field } from '#web/ui/form/controls/field.tsx';
import { TextInput } from '#web/ui/form/controls/text-input.tsx';
import { AuthCard } from './auth-card.tsx';
import { useResend } from './use-resend.ts';

/** Waits for the address to be verified; sends the mail again, at most every 30 seconds. */
export function VerifyYourEmailPage() {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const { user, status } = useCustomer();
  const [typed, setTyped] = useState(unverifiedEmail);
  const email = user?.email ?? typed.trim();
  const { secondsLeft, resend } = useResend(email);
  const leave = async () => {
    if (status === 'signed-in') await signOut('customer');
    navigate('/login');
  };
  return (
    <AuthCard
      icon={<Mail aria-hidden />}
      title="Verify your email"
      description={
        <>
          We sent a link to {email ? <strong className="font-medium text-ink">{email}</strong> : 'your address'}. Open
          it to go on.
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {search.get('expired') === 'true' && (
          <Alert tone="warn" title="Expired Link">
            The email verification link has expired. Please request a new verification email.
          </Alert>
        )}
        {!user && (
          <Field label="Email" required>
            <TextInput
              type="email"
              autoComplete="email"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
        )}
        <Button variant="primary" size="lg" disabled={secondsLeft > 0 || !email.includes('@')} onClick={resend}>
          {secondsLeft > 0 ? `Resend in ${secondsLeft} s` : 'Resend verification email'}
        </Button>
        <Button variant="ghost" onClick={leave}>
          Logout
        </Button>
      </div>
    </AuthCard>
  );
}
