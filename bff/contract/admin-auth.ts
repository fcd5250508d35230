import { z } from 'zod';
import { ROLES } from '#core/admin/roles.ts';
import { SecondFactor } from './auth.ts';
import { MfaCodeForm, NewPasswordForm } from './auth-forms.ts';
import { Currency, dataOf, named, Timestamp, Uuid } from './common.ts';
import { Passkey } from './passkey.ts';
import { PERMISSIONS, type Permission } from './roles.ts';

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
export const SetPasswordBody = NewPasswordForm.safeExtend({ token: z.string().min(1).max(200) });

const session = z.object({
  administrator: Administrator,
  /** What the roles permit, so that screens know what to offer. */
  permissions: z.array(z.enum(Object.keys(PERMISSIONS) as Permission[])),
  expires_at: Timestamp,
  /** The store's currencies, in the order of its configuration. */
  currencies: z.array(Currency),
  /** A second factor is required and not set up. Until then nothing else is allowed. */
  must_enrol: z.boolean(),
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

export const AdminSessionAnswer = dataOf(session);
