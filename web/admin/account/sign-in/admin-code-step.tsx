import type { AdminLoginAnswer, AdminSession } from '#bff/contract/identity/admin-auth.ts';
import { api } from '#web/lib/api/api.ts';
import { fieldError, isApiError, serverMessage } from '#web/lib/call/api-error.ts';
import { SecondFactorField, useSecondFactorForm } from '#web/shared/sign-in/code-field.tsx';
import { PasskeyButton } from '#web/shared/sign-in/passkey-button.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { AdminAuthFrame } from './admin-auth-frame.tsx';
import { adminLoginMessage } from './admin-login-message.ts';

type AdminCodeStepProps = {
  required: Extract<AdminLoginAnswer, { status: 'mfa_required' }>;
  onSignedIn: (answer: AdminSession) => void;
  /** Called with the failure that ended the step; null where the administrator left it. */
  onBack: (failure: string | null) => void;
};

export function AdminCodeStep({ required, onSignedIn, onBack }: AdminCodeStepProps) {
  const { mfa_token, second_factors } = required;
  const [hasApp, hasPasskey] = [second_factors.includes('app'), second_factors.includes('passkey')];
  const secondFactor = useSecondFactorForm(hasApp);
  const { form, isAsked, isRecovery } = secondFactor;
  const submit = form.handleSubmit(async ({ code }) => {
    try {
      const body = { code, mfa_token };
      onSignedIn(await api('POST /admin/login/code', { body, authenticated: false }));
    } catch (error) {
      const wrong = fieldError(error, 'code');
      if (wrong === undefined) {
        // The password was right, so the server's message explains a 401 here.
        const isOver = isApiError(error) && error.status === 401;
        return onBack(isOver ? serverMessage(error, '') : adminLoginMessage(error));
      }
      form.setValue('code', '');
      form.setError('code', { message: wrong }, { shouldFocus: true });
    }
  });
  return (
    <AdminAuthFrame
      title="Two-factor authentication"
      description={`Your password was right. Now ${hasPasskey ? 'your passkey' : 'a code of your authenticator app'}.`}
    >
      <form noValidate onSubmit={submit} className="mt-7 flex flex-col gap-5">
        {hasPasskey && (
          <PasskeyButton
            variant="primary"
            size="lg"
            challenge={() => api('POST /admin/passkeys/challenge', { body: { mfa_token }, authenticated: false })}
            send={async (passkey) => {
              const body = { passkey, mfa_token };
              onSignedIn(await api('POST /admin/login/passkey', { body, authenticated: false }));
            }}
          >
            Use your passkey
          </PasskeyButton>
        )}
        <SecondFactorField of={secondFactor} autoFocus={!hasPasskey || isRecovery} className="tabular" />
        {isAsked && (
          <SubmitButton form={form} variant={hasPasskey ? 'secondary' : 'primary'} size="lg" busyText="Checking...">
            Verify
          </SubmitButton>
        )}
        <Button variant="ghost" onClick={() => onBack(null)}>
          Back to sign in
        </Button>
      </form>
    </AdminAuthFrame>
  );
}
