import { z } from 'zod';
import { Currency, dataOf, MessageAnswer, named, Timestamp, Uuid } from '#bff/contract/base/common.ts';
import { PERMISSIONS, type Permission } from '#bff/contract/base/roles.ts';
import { routesFor } from '#bff/contract/base/route.ts';
import { ROLES } from '#core/aggregates/admin/roles.ts';
import { AdminLoginForm } from './admin-login-form.ts';
import { SecondFactor, SignInCodeBody } from './auth.ts';
import { MfaCodeForm, NewPasswordForm } from './auth-forms.ts';
import { Passkey, PasskeySignInBody } from './passkey.ts';
import { SECOND_FACTOR } from './second-factor-routes.ts';
import { StoreState } from './store-state.ts';

export const AdminRole = z.enum(ROLES);

export const Administrator = named('Administrator', {
  id: Uuid,
  name: z.string(),
  email: z.string(),
  roles: z.array(AdminRole),
});
export type Administrator = z.infer<typeof Administrator>;

export const AdminMfaVerifyBody = MfaCodeForm.extend({ factor_id: Uuid });

/** The token comes from the link that an owner sends or the command line prints. */
const SetPasswordBody = NewPasswordForm.safeExtend({ token: z.string().min(1).max(200) });

const session = z.object({
  administrator: Administrator,
  /** Screens know from these what to offer. */
  permissions: z.array(z.enum(Object.keys(PERMISSIONS) as Permission[])),
  expires_at: Timestamp,
  /** The store's currencies, in the order of its configuration. */
  currencies: z.array(Currency),
  /** A second factor is required and not set up. Until then nothing else is allowed. */
  must_enrol: z.boolean(),
  store: StoreState,
});

/** The token is also set as a cookie that scripts cannot read. A program may send it as a bearer token. */
export const AdminSession = session
  .extend({ status: z.literal('signed_in'), token: z.string() })
  .meta({ id: 'AdminSession' });
export type AdminSession = z.infer<typeof AdminSession>;

/** The password was right. The next step is one of the second factors, with this token. */
const AdminMfaRequired = named('AdminMfaRequired', {
  status: z.literal('mfa_required'),
  mfa_token: z.string(),
  expires_at: Timestamp,
  second_factors: z.array(SecondFactor),
});

export const AdminLoginAnswer = z.discriminatedUnion('status', [AdminSession, AdminMfaRequired]);
export type AdminLoginAnswer = z.infer<typeof AdminLoginAnswer>;

export const AdminSecurityAnswer = dataOf(
  z.object({
    /** Since when an authenticator app is set up; null where none is. */
    second_factor_since: Timestamp.nullable(),
    passkeys: z.array(Passkey),
    recovery_codes_left: z.int(),
    is_second_factor_required: z.boolean(),
  }),
);

const AdminSessionAnswer = dataOf(session);

const visitor = routesFor({ auth: 'public', tag: 'Admin: sign-in' });
const desk = routesFor({ auth: 'administrator', permission: 'own', tag: 'Admin: sign-in', enrolment: true });

export const adminAuthRoutes = {
  adminSignIn: visitor.post(
    '/admin/login',
    'Sign in as an administrator, for one day; answers a session, or asks for a code.',
    AdminLoginAnswer,
    { body: AdminLoginForm, rate_limit: 'auth' },
  ),
  adminSignInByCode: visitor.post(
    '/admin/login/code',
    'The second step of a sign-in: a code of the authenticator app, or a recovery code.',
    AdminSession,
    { body: SignInCodeBody, rate_limit: 'auth' },
  ),
  adminCreatePasskeyChallenge: visitor.post('/admin/passkeys/challenge', ...SECOND_FACTOR.passkeyChallenge),
  adminSignInByPasskey: visitor.post(
    '/admin/login/passkey',
    'Sign in by a passkey, alone or as the second step. It counts as two factors.',
    AdminSession,
    { body: PasskeySignInBody, rate_limit: 'auth' },
  ),
  adminSetPassword: visitor.post(
    '/admin/password',
    'Choose a password by a link that an owner or the command line made.',
    MessageAnswer,
    { body: SetPasswordBody, rate_limit: 'auth' },
  ),
  adminSignOut: desk.post('/admin/logout', 'End the session.', MessageAnswer, {
    idempotent: { not: 'it ends the session by which the caller of a repetition would be known' },
  }),
  adminGetSession: desk.get('/admin/session', 'The signed-in administrator.', AdminSessionAnswer),
};
