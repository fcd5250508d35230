import type { ApiError } from './api-error.ts';
import type { Realm } from './realm.ts';
import type { SendProof } from './step-up-dialog.tsx';

type Call = (
  route: 'POST /auth/step-up' | 'POST /admin/step-up',
  input: { body: Parameters<SendProof>[0] },
) => Promise<unknown>;

let asking: Promise<void> | undefined;

/**
 * Asks once more for what the refusal names, the password or a code. Calls that are refused at the same time share one question.
 * Apart from its dialog, so that what every page loads names one file and not all that the dialog is made of.
 * @throws DOMException AbortError where nothing is given
 */
export function stepUp(realm: Realm, { errors }: ApiError, api: Call): Promise<void> {
  const route = realm === 'customer' ? 'POST /auth/step-up' : 'POST /admin/step-up';
  asking ??= import('./step-up-dialog.tsx')
    .then(({ askForProof }) => askForProof(errors.code ? 'code' : 'password', (body) => api(route, { body })))
    .finally(() => {
      asking = undefined;
    });
  return asking;
}
