import { api } from '#web/lib/api/api.ts';
import type { ApiError } from '#web/lib/call/api-error.ts';
import { REALMS, type Realm } from '#web/lib/call/realm.ts';

let asking: Promise<void> | undefined;

/**
 * Asks for a proof that the refusal names: the password, a code or a passkey. Calls that are refused at the same time share one question.
 * It is separate from its dialog, so that every page loads only this file and not the dialog's parts.
 * @throws DOMException AbortError where no proof is given
 */
export function stepUp(realm: Realm, { errors }: ApiError): Promise<void> {
  const { base } = REALMS[realm];
  asking ??= import('./step-up-dialog.tsx')
    .then(({ askForProof }) =>
      askForProof(errors, {
        challenge: () => api(`POST ${base}/passkeys/challenge`),
        send: (body) => api(`POST ${base}/step-up`, { body }),
      }),
    )
    .finally(() => {
      asking = undefined;
    });
  return asking;
}
