import { type FormEvent, type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SecondFactorField, useSecondFactorForm } from '#web/ui/frames/code-field.tsx';
import { FormPassword } from '#web/ui/frames/form-field.tsx';
import { fieldError, isApiError, serverMessage } from './api-error.ts';
import { useZodForm } from './use-zod-form.ts';

type Proof = { password: string } | { code: string };
export type SendProof = (proof: Proof) => Promise<unknown>;

/**
 * Asks for the password or a code, in a root of its own beside the app: the screen behind it, and what was typed there, stay as they
 * are. @throws DOMException AbortError where nothing is given
 */
export function askForProof(wanted: 'password' | 'code', send: SendProof): Promise<void> {
  const Step = wanted === 'code' ? CodeStep : PasswordStep;
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
    root.render(<Step send={send} onEnd={end} />);
  });
}

type StepProps = { send: SendProof; onEnd: (isConfirmed: boolean) => void };

function PasswordStep({ send, onEnd }: StepProps) {
  const form = useZodForm(() => import('#bff/contract/auth-forms.ts').then((m) => m.PasswordForm), { password: '' });
  const { failure, attempt } = useAttempt(send, onEnd, (message) => form.setError('password', { message }));
  return (
    <Frame
      text="Enter your password to go on. You are not asked again for ten minutes."
      failure={failure}
      busy={form.formState.isSubmitting}
      onSubmit={form.handleSubmit(attempt)}
      onEnd={onEnd}
    >
      <FormPassword
        form={form}
        name="password"
        label="Password"
        autoComplete="current-password"
        data-autofocus
        required
      />
    </Frame>
  );
}

function CodeStep({ send, onEnd }: StepProps) {
  const secondFactor = useSecondFactorForm();
  const { form } = secondFactor;
  const { failure, attempt } = useAttempt(send, onEnd, (message) => form.setError('code', { message }));
  return (
    <Frame
      text="Enter a code of your authenticator app to go on. You are not asked again for ten minutes."
      failure={failure}
      busy={form.formState.isSubmitting}
      onSubmit={form.handleSubmit(attempt)}
      onEnd={onEnd}
    >
      <SecondFactorField of={secondFactor} className="tabular" data-autofocus />
    </Frame>
  );
}

/** Sends what was given: what is wrong stands at its field, all else above the form. */
function useAttempt(send: SendProof, onEnd: StepProps['onEnd'], refuse: (message: string) => void) {
  const [failure, setFailure] = useState<string | null>(null);
  const attempt = async (proof: Proof) => {
    setFailure(null);
    try {
      await send(proof);
    } catch (error) {
      const message = fieldError(error, 'password') ?? fieldError(error, 'code');
      if (message !== undefined) return refuse(message);
      // The session has ended: the shell leads to the sign-in, and there is nothing left to confirm.
      if (isApiError(error) && error.status === 401) return onEnd(false);
      return setFailure(serverMessage(error, 'This could not be checked. Please try again.'));
    }
    onEnd(true);
  };
  return { failure, attempt };
}

type FrameProps = {
  text: string;
  failure: string | null;
  busy: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
  onEnd: StepProps['onEnd'];
  children: ReactNode;
};

function Frame({ text, failure, busy, onSubmit, onEnd, children }: FrameProps) {
  return (
    <Dialog
      open
      size="sm"
      title="Confirm that it is you"
      description={text}
      onClose={() => onEnd(false)}
      onSubmit={onSubmit}
      footer={
        <>
          <Button onClick={() => onEnd(false)}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy} busyText="Checking...">
            Confirm
          </Button>
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
