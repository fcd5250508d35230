import { z } from 'zod';
import { dataOf, MessageAnswer, named, Timestamp, Uuid } from '#bff/contract/base/common.ts';
import { emailField, passwordField } from '#bff/contract/base/form-fields.ts';
import { routesFor } from '#bff/contract/base/route.ts';
import { ChangeEmailForm, ChangePasswordForm, ProfileForm } from './account-forms.ts';
import { ForgotPasswordForm, LoginForm, NewPasswordForm, RegisterForm, SecondFactorForm } from './auth-forms.ts';
import { CurrentUser } from './current-user.ts';
import { Passkey } from './passkey.ts';

/** A signed-in session: the access token goes into `Authorization: Bearer …`; the refresh token is in a cookie scripts cannot read. */
export const SignedIn = named('SignedIn', {
  status: z.literal('signed_in'),
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_at: Timestamp,
  user: CurrentUser,
});
export type SignedIn = z.infer<typeof SignedIn>;

/** What signs in besides the password. A recovery code replaces either. */
export const SecondFactor = z.enum(['app', 'passkey']);
export type SecondFactor = z.infer<typeof SecondFactor>;

/**
 * The password was right. The next step is one of the second factors, with this token: a code of the app that `factors` names (challenge,
 * then verify), a passkey, or a recovery code.
 */
export const MfaRequired = named('MfaRequired', {
  status: z.literal('mfa_required'),
  mfa_token: z.string(),
  expires_at: Timestamp,
  second_factors: z.array(SecondFactor),
  factors: z.array(z.object({ id: Uuid, type: z.literal('totp') })),
});
export type MfaRequired = z.infer<typeof MfaRequired>;

export const SignInAnswer = z.discriminatedUnion('status', [SignedIn, MfaRequired]);

const MailedLinkBody = z.object({ user_id: Uuid, hash: z.string().min(1).max(200) });

/**
 * `at_once`: the page was opened and nobody pressed a button, so the link acts only in the browser that asked for it; anywhere else the answer
 * is 409 press_needed, or password_needed where several people signed up with the address. `password`: that of one's own sign-up.
 */
const VerifyEmailBody = MailedLinkBody.extend({
  at_once: z.boolean().default(false),
  password: passwordField().optional(),
});

/** `email`: the address that was proven now, for the sign-in; null where an earlier press proved it. */
const VerifiedAnswer = MessageAnswer.extend({ email: z.string().nullable() });

const ResendBody = z.object({ email: emailField() });

/** A verification mail may be on its way. `retry_after_s`: seconds until another may be requested. */
const VerificationMailAnswer = z.object({ message: z.string(), retry_after_s: z.int() });

const ResetTokenBody = z.object({ token: z.string().min(1).max(200) });

/** `keep_factors`: ids of the new second factors that are one's own; the others are removed. */
const ResetPasswordBody = NewPasswordForm.safeExtend({
  ...ResetTokenBody.shape,
  keep_factors: z.array(Uuid).max(50).default([]),
});

/** A second factor that was added in the last days. */
const YoungFactor = named('YoungFactor', {
  id: Uuid,
  kind: SecondFactor,
  name: z.string(),
  added_at: Timestamp,
});

/** One change at a time: the name, the e-mail address (takes effect once the new one is verified) or the password. */
const UpdateUserBody = z.union([ChangePasswordForm.strict(), ChangeEmailForm.strict(), ProfileForm.strict()]);

const UpdateUserAnswer = z.object({
  message: z.string(),
  data: CurrentUser,
  pending_email: z.string().nullable(),
});

const SessionAnswer = z.object({
  data: z.object({
    user: CurrentUser,
    expires_at: Timestamp,
    mfa_confirmed: z.boolean(),
  }),
});

export const SessionItem = named('SessionItem', {
  id: Uuid,
  /** For instance "Firefox on Windows". */
  device: z.string(),
  address: z.string().nullable(),
  created_at: Timestamp,
  last_used_at: Timestamp,
  is_current: z.boolean(),
});
export type SessionItem = z.infer<typeof SessionItem>;

const MfaFactor = named('MfaFactor', {
  id: Uuid,
  type: z.literal('totp'),
  status: z.enum(['unverified', 'verified']),
  created_at: Timestamp,
  verified_at: Timestamp.nullable(),
});

/** `totp.qr_code` is the otpauth:// address to draw as a QR code; `secret` is for typing it in by hand. Shown once. */
export const MfaEnrollAnswer = z.object({
  id: Uuid,
  type: z.literal('totp'),
  totp: z.object({ qr_code: z.string(), secret: z.string(), uri: z.string() }),
});
export type MfaEnrollAnswer = z.infer<typeof MfaEnrollAnswer>;

/** With `mfa_token` during sign-in; without it, for a signed-in customer who sets up or confirms a factor. */
export const MfaChallengeBody = z.object({ factor_id: Uuid, mfa_token: z.string().max(2_000).optional() });

export const MfaChallengeAnswer = z.object({ challenge_id: Uuid, expires_at: Timestamp });

export const MfaVerifyBody = SecondFactorForm.extend({
  factor_id: Uuid,
  challenge_id: Uuid,
  mfa_token: z.string().max(2_000).optional(),
});

/** The second step of a sign-in, with the token of the first one's answer. */
export const SignInCodeBody = SecondFactorForm.extend({ mfa_token: z.string().max(2_000) });

/** Each replaces the authenticator app or the passkey once. Shown only here. */
export const RecoveryCodesAnswer = z.object({ recovery_codes: z.array(z.string()) });

/** A session that the code confirmed. Where the code finished a setup, the recovery codes are included. */
export const MfaVerified = SignedIn.extend({ recovery_codes: z.array(z.string()).optional() }).meta({
  id: 'MfaVerified',
});

export const MfaFactorsAnswer = dataOf(z.array(MfaFactor)).extend({
  passkeys: z.array(Passkey),
  recovery_codes_left: z.int(),
  /** When support removes the second factor at the customer’s request; null where no reset waits. */
  reset_due_at: Timestamp.nullable(),
});

/** The token is in the link of the mail. */
const StopResetBody = z.object({ token: z.string().min(1).max(200) });

const visitor = routesFor({ auth: 'public', tag: 'Sign-in' });
const signedIn = routesFor({ auth: 'customer-any-state', tag: 'Sign-in' });

export const authRoutes = {
  signUp: visitor.post(
    '/auth/sign-up',
    'Register. The answer is the same whether or not the address is known; the mail tells.',
    VerificationMailAnswer,
    { body: RegisterForm, status: 201, rate_limit: 'auth' },
  ),
  signIn: visitor.post(
    '/auth/sign-in',
    'Sign in with a password; answers a session, or asks for a second factor.',
    SignInAnswer,
    { body: LoginForm, rate_limit: 'auth' },
  ),
  refresh: visitor.post(
    '/auth/refresh',
    'A new access token for the refresh cookie, which is replaced. The old cookie yields the same successor until that was used; after that it ends the session.',
    SignedIn,
  ),
  signOut: visitor.post('/auth/sign-out', 'End this session.', MessageAnswer),
  getSession: signedIn.get('/auth/session', 'The session of this access token.', SessionAnswer),
  verifyEmail: visitor.post(
    '/auth/verify-email',
    'Confirm an e-mail address by the link that was mailed to it.',
    VerifiedAnswer,
    { body: VerifyEmailBody, rate_limit: 'auth' },
  ),
  resendVerification: visitor.post(
    '/auth/resend',
    'Mail the verification link again, at most every 30 seconds.',
    VerificationMailAnswer,
    { body: ResendBody, rate_limit: 'auth' },
  ),
  forgotPassword: visitor.post(
    '/auth/forgot-password',
    'Mail a link to choose a new password. The answer is the same for unknown addresses.',
    MessageAnswer,
    { body: ForgotPasswordForm, rate_limit: 'auth' },
  ),
  resetPassword: visitor.post(
    '/auth/reset-password',
    'Choose a new password by the mailed token; ends all sessions, and removes new second factors that are not kept.',
    MessageAnswer,
    { body: ResetPasswordBody, rate_limit: 'auth' },
  ),
  listYoungFactors: visitor.post(
    '/auth/reset-password/factors',
    'The second factors that a reset of the password removes unless they are kept: those that are new.',
    dataOf(z.array(YoungFactor)),
    { body: ResetTokenBody, rate_limit: 'auth' },
  ),
  restoreEmail: visitor.post(
    '/auth/restore-email',
    'Take a change of address back by the link that the old address got; ends all sessions.',
    MessageAnswer,
    { body: MailedLinkBody, rate_limit: 'auth' },
  ),
  stopSecondFactorReset: visitor.post(
    '/auth/stop-second-factor-reset',
    'Stop a reset of the second factor, by the link that was mailed.',
    MessageAnswer,
    { body: StopResetBody, rate_limit: 'auth' },
  ),
  undoSecondFactor: visitor.post(
    '/auth/undo-factor',
    'Remove a new second factor by the link of its mail; ends all sessions and asks for a new password.',
    MessageAnswer,
    { body: MailedLinkBody, rate_limit: 'auth' },
  ),
  getSessions: signedIn.get('/auth/sessions', 'Where the customer is signed in.', dataOf(z.array(SessionItem))),
  endSession: signedIn.delete('/auth/sessions/:id', 'Sign one device out.', MessageAnswer),
  endOtherSessions: signedIn.delete('/auth/sessions', 'Sign every other device out.', MessageAnswer),
  updateUser: signedIn.put('/auth/user', 'Change the name, the e-mail address or the password.', UpdateUserAnswer, {
    step_up: 'code',
    body: UpdateUserBody,
    rate_limit: 'auth',
  }),
};
