import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import type { PasskeyProof } from '#bff/contract/identity/passkey.ts';
import { serverMessage } from '#web/lib/call/api-error.ts';
import type { Answer } from '#web/lib/call/api-types.ts';
import { Button, type ButtonProps } from '#web/ui/actions/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { signWithPasskey, useCanUsePasskeys } from './passkey.ts';

const NOT_USED = 'No passkey was used. Please try again, or go on another way.';

type PasskeyButtonProps = Pick<ButtonProps, 'variant' | 'size' | 'children'> & {
  challenge: () => Promise<Answer<'POST /auth/passkeys/challenge'>>;
  send: (passkey: PasskeyProof) => Promise<unknown>;
};

/** Asks the browser for a passkey and sends its signature. Nothing is shown where the browser has no passkeys. */
export function PasskeyButton({ challenge, send, ...button }: PasskeyButtonProps) {
  const canUsePasskeys = useCanUsePasskeys();
  const [failure, setFailure] = useState<string | null>(null);
  if (!canUsePasskeys) return null;
  const press = async () => {
    setFailure(null);
    try {
      await send(await signWithPasskey(await challenge()));
    } catch (error) {
      setFailure(serverMessage(error, NOT_USED));
    }
  };
  return (
    <>
      {failure !== null && <Alert tone="bad">{failure}</Alert>}
      <Button {...button} icon={<Fingerprint aria-hidden />} onClick={press} />
    </>
  );
}
