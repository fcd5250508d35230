import { ShieldCheck } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import type { MfaRequired, SignedIn } from '#bff/contract/auth.ts';
import { api } from '#web/lib/api.ts';
import { serverMessage } from '#web/lib/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';
import { AuthCard } from './auth-card.tsx';

const CODE_LENGTH = 6;

/** The second step of a sign-in: a code from the authenticator app. */
export function MfaStep({
  required,
  onVerified,
  onBack,
}: {
  required: MfaRequired;
  onVerified: (answer: SignedIn) => void;
  onBack: () => void;
}) {
  const [code, setCode] = useState('');
  const [challengeId, setChallengeId] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const factor = required.factors[0];

  const challenge = async (): Promise<string | null> => {
    if (!factor) {
      setError('No authenticator found. Please contact support.');
      return null;
    }
    try {
      const answer = await api('POST /auth/mfa/challenge', {
        body: { factor_id: factor.id, mfa_token: required.mfa_token },
        authenticated: false,
      });
      setChallengeId(answer.challenge_id);
      return answer.challenge_id;
    } catch {
      setError('Failed to start verification process');
      return null;
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: one challenge for each sign-in that asked for a code.
  useEffect(() => {
    void challenge();
  }, [required]);

  const verify = async () => {
    if (code === '') return setError('Please enter the verification code from your authenticator app');
    const id = challengeId ?? (await challenge());
    if (!id || !factor) return;
    setError(null);
    try {
      const body = { factor_id: factor.id, challenge_id: id, code, mfa_token: required.mfa_token };
      onVerified(await api('POST /auth/mfa/verify', { body, authenticated: false }));
    } catch (failure) {
      setError(serverMessage(failure, 'Failed to verify code. Please check the code and try again.'));
      // A challenge is good for one attempt after it expired or was used.
      setChallengeId(null);
      setCode('');
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
  };
  return (
    <AuthCard
      icon={<ShieldCheck aria-hidden />}
      title="Two-factor authentication"
      description="Enter the 6-digit code that your authenticator app shows for Giftledger."
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <Field label="Verification code" error={error ?? undefined} required>
          <TextInput
            autoFocus
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={CODE_LENGTH}
            className="tabular h-12 text-center text-lg tracking-[0.4em]"
            value={code}
            onChange={(event) => setCode(event.target.value.replace(/\D/g, ''))}
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" disabled={code.length !== CODE_LENGTH} onClick={verify}>
          Verify
        </Button>
        <Button variant="ghost" onClick={onBack}>
          Back to sign in
        </Button>
      </form>
    </AuthCard>
  );
}
