import { lazy, Suspense } from 'react';
import type { MfaEnrollAnswer } from '#bff/contract/identity/auth.ts';
import { fieldError, serverMessage } from '#web/lib/call/api-error.ts';
import { CodeField, useCodeForm } from '#web/shared/sign-in/code-field.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { CopyButton } from '#web/ui/actions/copy-button.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';

const QRCodeSVG = lazy(() => import('qrcode.react').then((m) => ({ default: m.QRCodeSVG })));
const WRONG_CODE = 'Failed to verify MFA code. Please check the code and try again.';

type MfaSetupProps = {
  totp: MfaEnrollAnswer['totp'];
  verify: (code: string) => Promise<unknown>;
  onCancel: () => void;
};

export function MfaSetup({ totp, verify, onCancel }: MfaSetupProps) {
  const { form } = useCodeForm();
  const submit = form.handleSubmit(async ({ code }) => {
    try {
      await verify(code);
    } catch (failure) {
      const isWrong = fieldError(failure, 'code') !== undefined;
      form.setError(
        'code',
        { message: isWrong ? WRONG_CODE : serverMessage(failure, WRONG_CODE) },
        { shouldFocus: true },
      );
    }
  });
  return (
    <div className="flex flex-col gap-6 sm:flex-row">
      <div className="w-fit rounded-lg border bg-white p-4">
        <Suspense fallback={<div className="size-44" />}>
          <QRCodeSVG value={totp.uri} size={176} title="QR code for your authenticator app" />
        </Suspense>
      </div>
      <form noValidate onSubmit={submit} className="flex min-w-0 grow flex-col gap-5 sm:max-w-sm">
        <div className="text-sm">
          <p>Scan the code with your authenticator app, or type this key into it:</p>
          <p className="mt-2 flex items-center gap-2">
            <code className="min-w-0 rounded-sm bg-sunken px-2 py-1 font-mono text-xs wrap-anywhere">
              {totp.secret}
            </code>
            <CopyButton value={totp.secret} label="Copy key" />
          </p>
        </div>
        <CodeField form={form} className="tabular" />
        <div className="flex gap-2">
          <SubmitButton form={form}>Verify and enable</SubmitButton>
          <Button variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </div>
  );
}
