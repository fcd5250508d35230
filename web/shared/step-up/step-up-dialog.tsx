import { type FormEvent, type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { PasskeyProof } from '#bff/contract/identity/passkey.ts';
import { type FieldErrors, fieldError, isApiError, serverMessage } from '#web/lib/call/api-error.ts';
import type { Answer } from '#web/lib/call/api-types.ts';
import { useZodForm } from '#web/lib/form/use-zod-form.ts';
import { SecondFactorField, useSecondFactorForm } from '#web/shared/sign-in/code-field.tsx';
import { PasskeyButton } from '#web/shared/sign-in/passkey-button.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { fields } from '#web/ui/form/fields.tsx';
import { password } from '#web/ui/form/form-password.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

type Proof = { password: string } | { code: string } | { passkey: PasskeyProof };
type SendProof = (proof: Proof) => Promise<unknown>;
type AskForPasskey = () => Promise<Answer<'POST /auth/passkeys/challenge'>>;
type ProofCalls = { challenge: AskForPasskey; send: SendProof };

/**
 * Asks for one of the proofs that a refusal names (the password, a code, a passkey). It has a root of its own beside the app, so the screen
 * behind it and its typed text stay as they are. @throws DOMException AbortError where no proof is given
 */
export function askForProof(wanted: FieldErrors, { challenge, send }: ProofCalls): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const host = document.createElement('div');
    document.body.append(host);
    const root = createRoot(host);
    const end = (isConfirmed: boolean) => {
      root.unmount();
      host.remove();
      if (isConfirmed) resolve();
      else reject(new DOMException('Not confirmed', 'AbortError'));
    };
    root.render(
      wanted.password ? (
        <PasswordStep send={send} onEnd={end} />
      ) : (
        <SecondFactorStep
          hasApp={'code' in wanted}
          challenge={'passkey' in wanted ? challenge : null}
          send={send}
          onEnd={end}
        />
      ),
    );
  });
}

type StepProps = { send: SendProof; onEnd: (isConfirmed: boolean) => void };

function PasswordStep({ send, onEnd }: StepProps) {
  const form = useZodForm(() => import('#bff/contract/identity/auth-forms.ts').then((m) => m.PasswordForm), {
    password: '',
  });
  const { failure, attempt } = useAttempt(send, onEnd, (message) => form.setError('password', { message }));
  return (
    <Frame
      text="Enter your password to go on. You are not asked again for ten minutes."
      failure={failure}
      busy={form.formState.isSubmitting}
      onSubmit={form.handleSubmit(attempt)}
      onEnd={onEnd}
    >
      {fields(form, [password('password', 'Password', { autoComplete: 'current-password', autofocus: true })])}
    </Frame>
  );
}

/** `challenge` is null where there is no passkey. */
type SecondFactorStepProps = StepProps & { hasApp: boolean; challenge: AskForPasskey | null };

function SecondFactorStep({ hasApp, challenge, send, onEnd }: SecondFactorStepProps) {
  const secondFactor = useSecondFactorForm(hasApp);
  const { form, isAsked } = secondFactor;
  const { failure, attempt } = useAttempt(send, onEnd, (message) => form.setError('code', { message }));
  return (
    <Frame
      text={`Use ${challenge ? 'your passkey' : 'a code of your authenticator app'} to go on. You are not asked again for ten minutes.`}
      hasField={isAsked}
      failure={failure}
      busy={form.formState.isSubmitting}
      onSubmit={form.handleSubmit(attempt)}
      onEnd={onEnd}
    >
      {challenge && (
        <PasskeyButton
          variant="primary"
          challenge={challenge}
          send={async (passkey) => {
            await send({ passkey });
            onEnd(true);
          }}
        >
          Use your passkey
        </PasskeyButton>
      )}
      <SecondFactorField of={secondFactor} className="tabular" data-autofocus={hasApp || undefined} />
    </Frame>
  );
}

/** Sends the proof. A wrong value is shown at its field, every other failure above the form. */
function useAttempt(send: SendProof, onEnd: StepProps['onEnd'], refuse: (message: string) => void) {
  const [failure, setFailure] = useState<string | null>(null);
  const attempt = async (proof: Proof) => {
    setFailure(null);
    try {
      await send(proof);
    } catch (error) {
      const message = fieldError(error, 'password') ?? fieldError(error, 'code');
      if (message !== undefined) return refuse(message);
      // The session has ended: the shell opens the sign-in, and there is nothing left to confirm.
      if (isApiError(error) && error.status === 401) return onEnd(false);
      return setFailure(serverMessage(error, 'This could not be checked. Please try again.'));
    }
    onEnd(true);
  };
  return { failure, attempt };
}

type FrameProps = {
  text: string;
  /** False where only a button of its own sends something. */
  hasField?: boolean;
  failure: string | null;
  busy: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
  onEnd: StepProps['onEnd'];
  children: ReactNode;
};

function Frame({ text, hasField = true, failure, busy, onSubmit, onEnd, children }: FrameProps) {
  return (
    <Dialog
      size="sm"
      title="Confirm that it is you"
      description={text}
      onClose={() => onEnd(false)}
      onSubmit={onSubmit}
      footer={
        <>
          <Button onClick={() => onEnd(false)}>Cancel</Button>
          {hasField && (
            <Button type="submit" variant="primary" busy={busy} busyText="Checking...">
              Confirm
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {failure !== null && <Alert tone="bad">{failure}</Alert>}
        {children}
      </div>
    </Dialog>
  );
}
