import { z } from 'zod';
import { dataOf, named, Timestamp, Uuid } from '#bff/contract/base/common.ts';
import { passwordField, requiredText } from '#bff/contract/base/form-fields.ts';
import { SecondFactorForm } from './auth-forms.ts';

const MAX_BINARY_LENGTH = 20_000;
const MAX_TOKEN_LENGTH = 2_000;

export const PasskeyNameForm = z.object({ name: requiredText('Name is required', 60) });

/** A passkey of an account. Its private key never leaves the owner's device. */
export const Passkey = named('Passkey', {
  id: Uuid,
  name: z.string(),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
  /** When it was last refused because its counter had not grown: there may be a copy of it. */
  refused_at: Timestamp.nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

/** Bytes, as browsers encode them in JSON. */
const binary = z
  .string()
  .min(1)
  .max(MAX_BINARY_LENGTH)
  .regex(/^[A-Za-z0-9_-]+$/);

const credential = named('PasskeyCredential', {
  id: binary,
  type: z.string(),
  transports: z.array(z.string()).optional(),
});

/** The options with which the browser makes a passkey: `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
export const PasskeySetup = dataOf(
  z.object({
    rp: z.object({ id: z.string().optional(), name: z.string() }),
    user: z.object({ id: binary, name: z.string(), displayName: z.string() }),
    challenge: binary,
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
    timeout: z.int().optional(),
    excludeCredentials: z.array(credential).optional(),
    authenticatorSelection: z
      .object({
        residentKey: z.enum(['discouraged', 'preferred', 'required']).optional(),
        requireResidentKey: z.boolean().optional(),
        userVerification: z.enum(['discouraged', 'preferred', 'required']).optional(),
      })
      .optional(),
    attestation: z.enum(['none', 'indirect', 'direct', 'enterprise']).optional(),
    extensions: z.object({ credProps: z.boolean().optional() }).optional(),
  }),
);

/** The options with which the browser uses a passkey: `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
export const PasskeyChallenge = dataOf(
  z.object({
    challenge: binary,
    timeout: z.int().optional(),
    rpId: z.string().optional(),
    allowCredentials: z.array(credential).optional(),
    userVerification: z.enum(['discouraged', 'preferred', 'required']).optional(),
  }),
);

/** With the token of a first step: the passkeys of that account. Signed in: one's own. Else: any that the browser has. */
export const PasskeyChallengeBody = z.object({ mfa_token: z.string().max(MAX_TOKEN_LENGTH).optional() }).prefault({});

/** The browser's answer after it made a passkey: `RegistrationResponseJSON` of WebAuthn. */
const NewPasskey = named('NewPasskey', {
  id: binary,
  rawId: binary,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: binary,
    attestationObject: binary,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});
export type NewPasskey = z.infer<typeof NewPasskey>;

/** The browser's answer after a passkey was used: `AuthenticationResponseJSON` of WebAuthn. */
export const PasskeyProof = named('PasskeyProof', {
  id: binary,
  rawId: binary,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: binary,
    authenticatorData: binary,
    signature: binary,
    userHandle: binary.optional(),
  }),
});
export type PasskeyProof = z.infer<typeof PasskeyProof>;

/** Without a name it gets the browser's. */
export const AddPasskeyBody = PasskeyNameForm.partial().extend({ passkey: NewPasskey });

/** An account's first passkey or app brings its recovery codes, which are shown only here. */
export const PasskeyAdded = z.object({ message: z.string(), data: Passkey, recovery_codes: z.array(z.string()) });

export const PasskeySignInBody = z.object({
  passkey: PasskeyProof,
  mfa_token: z.string().max(MAX_TOKEN_LENGTH).optional(),
});

/** Proves again who is at the device: the password, or where a second factor is set up, a code or a passkey. */
export const StepUpBody = z.object({
  password: passwordField().optional(),
  code: SecondFactorForm.shape.code.optional(),
  passkey: PasskeyProof.optional(),
});
export type StepUpBody = z.infer<typeof StepUpBody>;
