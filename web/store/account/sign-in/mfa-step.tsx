import { ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { MfaRequired, SignedIn } from '#bff/contract/identity/auth.ts';
import { api } from '#web/lib/api/api.ts';
import { serverMessage } from '#web/lib/call/api-error.ts';
import { lazily } from '#web/lib/navigation/lazily.tsx';
import { SecondFactorField, useSecondFactorForm } from '#web/shared/sign-in/code-field.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { AuthCard } from './auth-card.tsx';

const PasskeyButton = lazily(() => import('#web/shared/sign-in/passkey-button.tsx'), 'PasskeyButton');

type MfaStepProps = {
  required: MfaRequired;
  onVerified: (answer: SignedIn) => Promise<void>;
  onBack: () => void;
};

export function MfaStep({ required, onVerified, onBack }: MfaStepProps) {
  const { mfa_token, second_factors } = required;
  const hasPasskey = second_factors.includes('passkey');
  const factor = required.factors[0];
  const secondFactor = useSecondFactorForm(factor !== undefined || !hasPasskey);
  const { form, isAsked, isComplete, isRecovery } = secondFactor;
  const [challengeId, setChallengeId] = useState<string | null>(null);
  const refuse = (message: string) => form.setError('code', { message }, { shouldFocus: true });

  const challenge = async (): Promise<string | null> => {
    if (!factor) {
      if (!hasPasskey) refuse('No authenticator found. Please contact support.');
      return null;
    }
    try {
      const answer = await api('POST /auth/mfa/challenge', {
        body: { factor_id: factor.id, mfa_token },
        authenticated: false,
      });
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

  const verify = async (code: string): Promise<SignedIn | null> => {
    if (!factor && hasPasskey) {
      return api('POST /auth/sign-in/code', { body: { code, mfa_token }, authenticated: false });
    }
    const id = challengeId ?? (await challenge());
    if (!id || !factor) return null;
    const body = { factor_id: factor.id, challenge_id: id, code, mfa_token };
    return api('POST /auth/mfa/verify', { body, authenticated: false });
  };
  const submit = form.handleSubmit(async ({ code }) => {
    try {
      const answer = await verify(code);
      if (answer) await onVerified(answer);
    } catch (failure) {
      // A challenge that expired or was used is good for no further attempt.
      setChallengeId(null);
      form.setValue('code', '');
      refuse(serverMessage(failure, 'Failed to verify code. Please check the code and try again.'));
    }
  });
  return (
    <AuthCard
      icon={<ShieldCheck aria-hidden />}
      title="Two-factor authentication"
      description={describe(hasPasskey, isRecovery)}
      onSubmit={submit}
    >
      {hasPasskey && (
        <PasskeyButton
          variant="primary"
          size="lg"
          challenge={() => api('POST /auth/passkeys/challenge', { body: { mfa_token }, authenticated: false })}
          send={async (passkey) =>
            onVerified(await api('POST /auth/sign-in/passkey', { body: { passkey, mfa_token }, authenticated: false }))
          }
        >
          Use your passkey
        </PasskeyButton>
      )}
      <SecondFactorField
        of={secondFactor}
        autoFocus={!hasPasskey || isRecovery}
        className="tabular h-12 text-center text-lg tracking-[0.4em]"
        // While the button waits for six digits, Enter does not submit either. This shows the error all the same.
        onKeyDown={(event) => event.key === 'Enter' && !isComplete && void submit()}
      />
      {isAsked && (
        <SubmitButton form={form} variant={hasPasskey ? 'secondary' : 'primary'} size="lg" disabled={!isComplete}>
          Verify
        </SubmitButton>
      )}
      <Button variant="ghost" onClick={onBack}>
        Back to sign in
      </Button>
    </AuthCard>
  );
}

function describe(hasPasskey: boolean, isRecovery: boolean): string {
  if (isRecovery) return 'Enter a recovery code in place of your second factor.';
  if (hasPasskey) return 'Your password was right. Now confirm with your passkey that it is you.';
  return 'Enter the 6-digit code that your authenticator app shows.';
}
