import type { FastifyRequest } from 'fastify';
import { v7 } from 'uuid';
import { normalizeEmail } from '#bff/identity/accounts/accounts.ts';
import { applyChange, lockAdministrators, setChosenPassword } from '#bff/identity/administrators/administrators.ts';
import type { AdministratorChange } from '#bff/identity/administrators/change.ts';
import { requireOwnAddress } from '#bff/identity/administrators/own-address.ts';
import { type Recording, recordedTransaction } from '#bff/identity/audit/keep-record.ts';
import { clearAttempts, countAttempt, type Guess, noteGuess } from '#bff/identity/passwords/attempts.ts';
import { requireUncommonPassword } from '#bff/identity/passwords/common-passwords.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { networkOf } from '#bff/kit/http/network.ts';
import { conflict, invalidField } from '#bff/kit/lib/api-error.ts';
import { isSetupSecret, takeSetupSecret } from './setup-secret.ts';
import { beginSetup, readStoreState } from './store-state.ts';

const ACTOR = { kind: 'system', id: 'setup' } as const;

type Owner = { readonly secret: string; readonly email: string; readonly name: string; readonly password: string };

/**
 * Makes the first owner of a store that has no administrator, and uses the secret up. Returns the owner's id. Of several who come at once
 * one becomes the owner.
 * @throws ApiError 409 store_has_owner, 422, 429; DomainError invalid_value
 */
export async function makeFirstOwner(deps: BffDeps, given: Owner, request: FastifyRequest): Promise<string> {
  const [email, name] = [normalizeEmail(given.email), given.name.trim()];
  if ((await readStoreState(deps.database)).state !== 'ownerless') throw hasOwner();
  await requireSecret(deps, given.secret, request.ip);
  requireOwnAddress(deps, email);
  await requireUncommonPassword(given.password, { email, name });
  const passwordHash = await deps.crypto.hashPassword(given.password);
  const id = v7();
  await recordedTransaction(deps, ACTOR, async (transaction, record) => {
    const isTaken = await takeSetupSecret(deps, transaction, given.secret);
    // The command line may have made one meanwhile.
    if ((await lockAdministrators(transaction)).length > 0) throw hasOwner();
    if (!isTaken) throw wrongSecret();
    const change: AdministratorChange = { step: 'invite', email, name, roles: ['owner'] };
    const recordSetup: Recording = (action, subject, facts) => record(action, subject, { ...facts, way: 'setup' });
    await applyChange(deps, transaction, recordSetup, { id, change, by: null });
    await setChosenPassword(transaction, id, passwordHash);
    await beginSetup(transaction);
  });
  return id;
}

/** A wrong secret is noted with its address, and limited as wrong passwords of a sign-in are. @throws ApiError 422, 429 */
async function requireSecret(deps: BffDeps, secret: string, address: string): Promise<void> {
  const guess: Guess = {
    kind: 'setup-secret',
    account: 'setup',
    by: `network:${networkOf(address)}`,
    address,
    isKnown: false,
    isAdministrator: true,
    ownerId: undefined,
  };
  await countAttempt(deps, guess);
  if (await isSetupSecret(deps, secret)) return clearAttempts(deps, guess);
  noteGuess(deps, 'setup-secret-failed', guess);
  throw wrongSecret();
}

const hasOwner = () =>
  conflict('store_has_owner', 'This store has an owner already. Sign in, or ask the owner to invite you.');

const wrongSecret = () =>
  invalidField(
    'secret',
    'This is not the secret of this start. The server prints a new one each time that it starts: use the last one in its log.',
  );
