import { QRCodeSVG } from 'qrcode.react';
import { useState } from 'react';
import type { MfaEnrollAnswer } from '#bff/contract/auth.ts';
import { api } from '#web/lib/api.ts';
import { serverMessage } from '#web/lib/api-error.ts';
import { startCustomerSession } from '#web/lib/session-refresh.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextInput } from '#web/ui/text-input.tsx';

const CODE_LENGTH = 6;

/** Scan, then prove by a code that the app has the secret. */
export function MfaSetup({
  setup,
  onEnabled,
  onCancel,
}: {
  setup: MfaEnrollAnswer;
  onEnabled: () => Promise<void>;
  onCancel: () => void;
}) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();

  const verify = async () => {
    if (code === '') return setError('Please enter the verification code from your authenticator app');
    setError(undefined);
    try {
      const challenge = await api('POST /auth/mfa/challenge', { body: { factor_id: setup.id } });
      const body = { factor_id: setup.id, challenge_id: challenge.challenge_id, code };
      startCustomerSession(await api('POST /auth/mfa/verify', { body }));
      await onEnabled();
    } catch (failure) {
      setError(serverMessage(failure, 'Failed to verify MFA code. Please check the code and try again.'));
    }
  };
  return (
    <div className="flex flex-col gap-6 sm:flex-row">
      <div className="w-fit rounded-lg border bg-white p-4">
        <QRCodeSVG value={setup.totp.uri} size={176} title="QR code for your authenticator app" />
      </div>
      <form
        noValidate
        onSubmit={(event) => event.preventDefault()}
        className="flex min-w-0 grow flex-col gap-5 sm:max-w-sm"
      >
        <div className="text-sm">
          <p>Scan the code with your authenticator app, or type this key into it:</p>
          <p className="mt-2 flex items-center gap-2">
            <code className="min-w-0 rounded-sm bg-sunken px-2 py-1 font-mono text-xs wrap-anywhere">
              {setup.totp.secret}
            </code>
            <CopyButton value={setup.totp.secret} label="Copy key" />
          </p>
        </div>
        <Field label="Verification code" error={error} required>
          <TextInput
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={CODE_LENGTH}
            className="tabular"
            value={code}
            onChange={(event) => setCode(event.target.value.replace(/\D/g, ''))}
          />
        </Field>
        <div className="flex gap-2">
          <Button type="submit" variant="primary" disabled={code.length !== CODE_LENGTH} onClick={verify}>
            Verify and enable
          </Button>
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </div>
  );
}
