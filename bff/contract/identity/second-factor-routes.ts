import { z } from 'zod';
import { MessageAnswer, savedOf } from '#bff/contract/base/common.ts';
import { routesFor } from '#bff/contract/base/route.ts';
import {
  MfaChallengeAnswer,
  MfaChallengeBody,
  MfaEnrollAnswer,
  MfaFactorsAnswer,
  MfaVerified,
  MfaVerifyBody,
  RecoveryCodesAnswer,
  SignedIn,
  SignInCodeBody,
} from './auth.ts';
import {
  AddPasskeyBody,
  Passkey,
  PasskeyAdded,
  PasskeyChallenge,
  PasskeyChallengeBody,
  PasskeyNameForm,
  PasskeySetup,
  PasskeySignInBody,
  StepUpBody,
} from './passkey.ts';

/** What customers and administrators do alike, each below an address of their own: summary, answer, and what is asked. */
export const SECOND_FACTOR = {
  beginPasskey: [
    'Begin to add a passkey: what the browser makes it by. For five minutes.',
    PasskeySetup,
    { step_up: true, rate_limit: 'auth' },
  ],
  addPasskey: [
    'Add the passkey that the browser made. The first second factor ends all other sessions.',
    PasskeyAdded,
    { body: AddPasskeyBody, status: 201, rate_limit: 'auth' },
  ],
  removePasskey: ['Remove a passkey.', MessageAnswer, { step_up: true, rate_limit: 'auth' }],
  makeRecoveryCodes: [
    'New recovery codes, shown once; the earlier ones stop working.',
    RecoveryCodesAnswer,
    { step_up: true, status: 201, rate_limit: 'auth' },
  ],
  stepUp: [
    'Confirm this session for ten minutes: by a code or a passkey where a second factor is set up, else by the password.',
    MessageAnswer,
    { body: StepUpBody, rate_limit: 'auth' },
  ],
  passkeyChallenge: [
    'Ask for a passkey, to sign in or to confirm a session: what the browser has it sign. For five minutes.',
    PasskeyChallenge,
    { body: PasskeyChallengeBody, rate_limit: 'auth' },
  ],
} as const;

const factor = routesFor({ auth: 'customer-any-state', tag: 'Sign-in' });
const visitor = routesFor({ auth: 'public', tag: 'Sign-in' });

export const secondFactorRoutes = {
  signInByCode: visitor.post(
    '/auth/sign-in/code',
    'The second step of a sign-in: a code of the authenticator app, or a recovery code.',
    SignedIn,
    { body: SignInCodeBody, rate_limit: 'auth' },
  ),
  createPasskeyChallenge: visitor.post('/auth/passkeys/challenge', ...SECOND_FACTOR.passkeyChallenge),
  signInByPasskey: visitor.post(
    '/auth/sign-in/passkey',
    'Sign in by a passkey, alone or as the second step. It counts as two factors.',
    SignedIn,
    { body: PasskeySignInBody.extend({ remember: z.boolean().default(false) }), rate_limit: 'auth' },
  ),
  enrollMfaFactor: factor.post('/auth/mfa/enroll', 'Begin to set up an authenticator app.', MfaEnrollAnswer, {
    step_up: true,
    status: 201,
    rate_limit: 'auth',
  }),
  createMfaChallenge: visitor.post(
    '/auth/mfa/challenge',
    'Begin to check a code, while signing in (mfa_token) or for a signed-in customer.',
    MfaChallengeAnswer,
    { body: MfaChallengeBody, rate_limit: 'auth' },
  ),
  verifyMfaChallenge: visitor.post(
    '/auth/mfa/verify',
    'Check a code; answers a session that is confirmed by it, and the recovery codes of a new setup.',
    MfaVerified,
    { body: MfaVerifyBody, rate_limit: 'auth' },
  ),
  listMfaFactors: factor.get(
    '/auth/mfa/factors',
    'The authenticator apps and passkeys that are set up, and how many recovery codes are left.',
    MfaFactorsAnswer,
  ),
  removeMfaFactor: factor.delete(
    '/auth/mfa/factors/:id',
    'Remove an authenticator app (from a session that one confirmed).',
    MessageAnswer,
    { step_up: true, rate_limit: 'auth' },
  ),
  makeRecoveryCodes: factor.post('/auth/mfa/recovery-codes', ...SECOND_FACTOR.makeRecoveryCodes),
  beginPasskey: factor.post('/auth/passkeys/setup', ...SECOND_FACTOR.beginPasskey),
  addPasskey: factor.post('/auth/passkeys', ...SECOND_FACTOR.addPasskey),
  renamePasskey: factor.patch('/auth/passkeys/:id', 'Give a passkey another name.', savedOf(Passkey), {
    body: PasskeyNameForm,
  }),
  removePasskey: factor.delete('/auth/passkeys/:id', ...SECOND_FACTOR.removePasskey),
  stepUp: factor.post('/auth/step-up', ...SECOND_FACTOR.stepUp),
};
