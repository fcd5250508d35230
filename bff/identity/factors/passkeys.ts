import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { NewPasskey, PasskeyChallenge, PasskeyProof, PasskeySetup } from '#bff/contract/identity/passkey.ts';
import { browserHashOf, markBrowser } from '#bff/identity/passwords/known-devices.ts';
import { deviceName } from '#bff/identity/sessions/device-name.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { ApiError, conflict } from '#bff/kit/lib/api-error.ts';
import { storeName } from '#bff/kit/lib/seller.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { passkeyRefusedMail } from '#bff/papers/mails/second-factor-mails.ts';
import {
  type Ceremony,
  CHALLENGE_MS,
  type Credential,
  countUse,
  credentials,
  keepChallenge,
  takeChallenge,
} from './passkey-store.ts';

const MAX_PASSKEYS = 20;
/** What devices sign with, by their numbers in COSE: EdDSA, ES256, RS256. Newer ones are experimental in Node. */
const ALGORITHMS = [-8, -7, -257];

/** A tenth of what the API consists of: read at the first passkey, not at its start. */
const webAuthn = () => import('@simplewebauthn/server');

type Asked = { readonly request: FastifyRequest; readonly reply: FastifyReply };

/** Passkeys belong to the address that browsers see. */
function siteOf({ publicUrl }: BffDeps['config']) {
  const { hostname, origin } = new URL(publicUrl);
  return { rpID: hostname, origin };
}

async function knownOf(database: BffDeps['database'], ownerId: string) {
  const known = await credentials.list(database, { owner_id: ownerId }, sql.fragment`order by created_at`);
  return known.map(({ credential_id, transports }) => ({ id: credential_id, transports }));
}

/** The user handle in a passkey, by which nobody has to type an address. It names nobody. */
const handleOf = (ownerId: string) => new Uint8Array(Buffer.from(ownerId));

export const passkeyRefused = () =>
  new ApiError(
    422,
    'passkey_refused',
    'This passkey could not be checked: it is not known here, or it took too long. Please try again, or go on another way.',
  );

/** `label` is what the browser shows beside the passkey. */
export async function beginPasskey(
  deps: BffDeps,
  asked: Asked,
  { id, label }: { id: string; label: string },
): Promise<z.infer<typeof PasskeySetup>> {
  const known = await knownOf(deps.database, id);
  if (known.length >= MAX_PASSKEYS) {
    throw conflict('too_many_passkeys', `You have ${MAX_PASSKEYS} passkeys. Please remove one first.`);
  }
  const options = await (await webAuthn()).generateRegistrationOptions({
    rpName: storeName(deps.settings),
    rpID: siteOf(deps.config).rpID,
    userName: label,
    userDisplayName: label,
    userID: handleOf(id),
    timeout: CHALLENGE_MS,
    supportedAlgorithmIDs: ALGORITHMS,
    attestationType: 'none',
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await keepChallenge(deps, { purpose: 'add', ownerId: id, browserHash: markBrowser(deps, asked) }, options.challenge);
  return { data: options };
}

/** Verifies the passkey that the browser made, for storing. @throws ApiError 422 */
export async function judgeNewPasskey(
  deps: BffDeps,
  request: FastifyRequest,
  ownerId: string,
  { passkeyId, name, passkey }: { passkeyId: string; name?: string | undefined; passkey: NewPasskey },
): Promise<Credential & { readonly counter: bigint }> {
  const { rpID, origin } = siteOf(deps.config);
  const expectedChallenge = await takenChallenge(deps, request, { purpose: 'add', ownerId }, passkey);
  const { verifyRegistrationResponse } = await webAuthn();
  const { registrationInfo } = await judged(deps, () =>
    verifyRegistrationResponse({
      response: { ...passkey, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      supportedAlgorithmIDs: ALGORITHMS,
      requireUserVerification: true,
    }),
  );
  if (!registrationInfo) throw passkeyRefused();
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return {
    passkey_id: passkeyId,
    owner_id: ownerId,
    credential_id: id,
    public_key: Buffer.from(publicKey),
    counter: BigInt(counter),
    transports,
    name: name ?? deviceName(request.headers['user-agent']),
  };
}

/** A challenge for the passkeys of an account, or for any that the browser has where `ownerId` is null. */
export async function askForPasskey(
  deps: BffDeps,
  asked: Asked,
  ownerId: string | null,
): Promise<z.infer<typeof PasskeyChallenge>> {
  const options = await (await webAuthn()).generateAuthenticationOptions({
    rpID: siteOf(deps.config).rpID,
    timeout: CHALLENGE_MS,
    allowCredentials: ownerId === null ? [] : await knownOf(deps.database, ownerId),
    userVerification: 'required',
  });
  await keepChallenge(deps, { purpose: 'prove', ownerId, browserHash: markBrowser(deps, asked) }, options.challenge);
  return { data: options };
}

/**
 * The passkey that signed the challenge with user verification (a finger, a face or a PIN): two factors in one. A passkey whose counter has
 * not grown is refused, and its owner gets a mail. @throws ApiError 422
 */
export async function provePasskey(
  deps: BffDeps,
  request: FastifyRequest,
  ownerId: string | null,
  proof: PasskeyProof,
): Promise<Credential> {
  const passkey = await credentials.find(deps.database, { credential_id: proof.id });
  if (!passkey || (ownerId !== null && passkey.owner_id !== ownerId)) throw passkeyRefused();
  const { userHandle } = proof.response;
  const isNamed = userHandle === Buffer.from(handleOf(passkey.owner_id)).toString('base64url');
  // The passkey may leave out the account only where we named it ourselves.
  if (!isNamed && (userHandle !== undefined || ownerId === null)) throw passkeyRefused();
  const { rpID, origin } = siteOf(deps.config);
  const expectedChallenge = await takenChallenge(deps, request, { purpose: 'prove', ownerId }, proof);
  const { verifyAuthenticationResponse } = await webAuthn();
  const { verified, authenticationInfo } = await judged(deps, () =>
    verifyAuthenticationResponse({
      response: { ...proof, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      // Zero leaves the check to `countUse`, which is right for two requests at once and stores what it saw.
      credential: { id: passkey.credential_id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
    }),
  );
  if (!verified) throw passkeyRefused();
  if (await countUse(deps.database, passkey.passkey_id, BigInt(authenticationInfo.newCounter))) return passkey;
  await announceCopy(deps, passkey, request.ip);
  throw passkeyRefused();
}

async function announceCopy(deps: BffDeps, passkey: Credential, address: string): Promise<void> {
  deps.security.note('passkey-copied', { accountId: passkey.owner_id, address, detail: passkey.passkey_id });
  const owner = await deps.database.maybeOne(sql.type(z.object({ email: z.string(), name: z.string() }))`
    select email, name from app.account where customer_id = ${passkey.owner_id}
    union all select email, name from app.administrator where administrator_id = ${passkey.owner_id}`);
  if (!owner) return;
  await deps.mails.send('second-factor', owner, passkeyRefusedMail(passkey.name));
}

/** The challenge that was signed, if we made it for this purpose and this browser. It is used up, whatever the verdict. */
async function takenChallenge(
  deps: BffDeps,
  request: FastifyRequest,
  ceremony: Omit<Ceremony, 'browserHash'>,
  { response }: NewPasskey | PasskeyProof,
): Promise<string> {
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers');
  const { challenge } = await judged(deps, async () => decodeClientDataJSON(response.clientDataJSON));
  const browserHash = browserHashOf(deps, request);
  if (browserHash === undefined || !(await takeChallenge(deps, { ...ceremony, browserHash }, String(challenge)))) {
    throw passkeyRefused();
  }
  return challenge;
}

/** The library throws where anything does not fit. All of it becomes one refusal. */
async function judged<Verdict>(deps: BffDeps, judge: () => Promise<Verdict>): Promise<Verdict> {
  try {
    return await judge();
  } catch (error) {
    deps.logger.info({ err: error }, 'a passkey was refused');
    throw passkeyRefused();
  }
}
