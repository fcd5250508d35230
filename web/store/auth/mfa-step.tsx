import { ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { MfaRequired, SignedIn } from '#bff/contract/auth.ts';
import { api } from '#web/lib/api.ts';
import { serverMessage } from '#web/lib/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { SecondFactorField, useSecondFactorForm } from '#web/ui/frames/code-field.tsx';
import { AuthCard } from './auth-card.tsx';

type MfaStepProps = {
  required: MfaRequired;
  onVerified: (answer: SignedIn) => Promise<void>;
  onBack: () => void;
};

/** The second step of a sign-in: a code from the authenticator app. */
export function MfaStep({ required, onVerified, onBack }: MfaStepProps) {
  const secondFactor = useSecondFactorForm();
  const { form, isComplete, isRecovery } = secondFactor;
  const [challengeId, setChallengeId] = useState<string | null>(null);
  const factor = required.factors[0];
  const refuse = (message: string) => form.setError('code', { message }, { shouldFocus: true });

  const challenge = async (): Promise<string | null> => {
    if (!factor) {
      refuse('No authenticator found. Please contact support.');
      return null;
    }
    try {
      const body = { factor_id: factor.id, mfa_token: required.mfa_token };
      const answer = await api('POST /auth/mfa/challenge', { body, authenticated: false });
      setChallengeId(answer.challenge_id);
      return answer.challenge_id;
    } catch {
      refuse('Failed to start verification process');
      return null;
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: one challenge for each sign-in that asked for a code.
  useEffect(() => {
    void challenge();
  }, [required]);

  const submit = form.handleSubmit(async ({ code }) => {
    const id = challengeId ?? (await challenge());
    if (!id || !factor) return;
    try {
      const body = { factor_id: factor.id, challenge_id: id, code, mfa_token: required.mfa_token };
      await onVerified(await api('POST /auth/mfa/verify', { body, authenticated: false }));
    } catch (failure) {
      // A challenge is good for one attempt after it expired or was used.
      setChallengeId(null);
      form.setValue('code', '');
      refuse(serverMessage(failure, 'Failed to verify code. Please check the code and try again.'));
    }
  });
  return (
    <AuthCard
      icon={<ShieldCheck aria-hidden />}
      title="Two-factor authentication"
      description={
        isRecovery
          ? 'Enter a recovery code in place of the code of your app.'
          : 'Enter the 6-digit code that your authenticator app shows for Giftledger.'
      }
      onSubmit={submit}
    >
      <SecondFactorField
        of={secondFactor}
        autoFocus
        className="tabular h-12 text-center text-lg tracking-[0.4em]"
        // The button waits for six digits and lets Enter go no further: what is missing is said all the same.
        onKeyDown={(event) => event.key === 'Enter' && !isComplete && void submit()}
      />
      <Button type="submit" variant="primary" size="lg" disabled={!isComplete} busy={form.formState.isSubmitting}>
        Verify
      </Button>
      <Button variant="ghost" onClick={onBack}>
        Back to sign in
      </Button>
    </AuthCard>
  );
}
