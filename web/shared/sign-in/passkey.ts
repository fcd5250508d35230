import { useSyncExternalStore } from 'react';
import type { NewPasskey, PasskeyProof } from '#bff/contract/identity/passkey.ts';
import { ApiError } from '#web/lib/call/api-error.ts';
import type { Answer } from '#web/lib/call/api-types.ts';

const never = () => () => undefined;

/** Whether the browser has passkeys. The server, which draws the sign-in for every browser, assumes so. */
export const useCanUsePasskeys = (): boolean =>
  useSyncExternalStore(
    never,
    () => 'PublicKeyCredential' in globalThis,
    () => true,
  );

/** The code for the browser's dialog is loaded only when it is needed. */
const load = () => import('@simplewebauthn/browser');

/** Browsers give a passkey only to the address that it belongs to: at 127.0.0.1 there is none of localhost. */
function atOwnAddress(error: unknown, address: string | undefined): unknown {
  if (!(error instanceof Error) || error.name !== 'SecurityError' || address === undefined) return error;
  const message = `Passkeys work at ${address} only, and this is ${location.hostname}. Please open the store there.`;
  return new ApiError(409, { code: 'passkey_elsewhere', message }, { cause: error });
}

/** Lets the browser make a passkey. @throws ApiError where the device has one already, or the browser's own error */
export async function makePasskey({ data }: Answer<'POST /auth/passkeys/setup'>): Promise<NewPasskey> {
  const { startRegistration } = await load();
  try {
    return (await startRegistration({ optionsJSON: data })) as NewPasskey;
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'InvalidStateError') throw atOwnAddress(error, data.rp.id);
    const message = 'This device has a passkey for your account already.';
    throw new ApiError(409, { code: 'passkey_known', message }, { cause: error });
  }
}

export async function signWithPasskey({ data }: Answer<'POST /auth/passkeys/challenge'>): Promise<PasskeyProof> {
  const { startAuthentication } = await load();
  try {
    return (await startAuthentication({ optionsJSON: data })) as PasskeyProof;
  } catch (error) {
    throw atOwnAddress(error, data.rpId);
  }
}
