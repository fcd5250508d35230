import { z } from 'zod';
import { dataOf, MessageAnswer, savedOf } from '#bff/contract/base/common.ts';
import { routesFor } from '#bff/contract/base/route.ts';
import { ChangePasswordForm } from './account-forms.ts';
import { AdminMfaVerifyBody, AdminSecurityAnswer } from './admin-auth.ts';
import { MfaEnrollAnswer, RecoveryCodesAnswer, SessionItem } from './auth.ts';
import { Passkey, PasskeyNameForm } from './passkey.ts';
import { SECOND_FACTOR } from './second-factor-routes.ts';

const own = routesFor({ auth: 'administrator', permission: 'own', enrolment: true, tag: 'Admin: sign-in' });

/** An administrator's own account. */
export const adminSecurityRoutes = {
  adminGetSecurity: own.get(
    '/admin/security',
    'What is set up as a second factor, and how many recovery codes are left.',
    AdminSecurityAnswer,
  ),
  adminStepUp: own.post('/admin/step-up', ...SECOND_FACTOR.stepUp),
  adminChangePassword: own.put(
    '/admin/own-password',
    'Change one’s own password; ends all other sessions.',
    MessageAnswer,
    { step_up: 'code', body: ChangePasswordForm, rate_limit: 'auth' },
  ),
  adminEnrollMfaFactor: own.post('/admin/mfa/enroll', 'Begin to set up an authenticator app.', MfaEnrollAnswer, {
    step_up: true,
    status: 201,
    rate_limit: 'auth',
  }),
  adminVerifyMfaFactor: own.post(
    '/admin/mfa/verify',
    'Prove by a code that the app has the secret: it is asked for from now on. Ends all other sessions.',
    RecoveryCodesAnswer,
    { body: AdminMfaVerifyBody, rate_limit: 'auth' },
  ),
  adminRemoveMfaFactor: own.delete(
    '/admin/mfa',
    'Remove the authenticator app; with the last second factor go the recovery codes.',
    MessageAnswer,
    { step_up: true, rate_limit: 'auth' },
  ),
  adminBeginPasskey: own.post('/admin/passkeys/setup', ...SECOND_FACTOR.beginPasskey),
  adminAddPasskey: own.post('/admin/passkeys', ...SECOND_FACTOR.addPasskey),
  adminRenamePasskey: own.patch('/admin/passkeys/:id', 'Give a passkey another name.', savedOf(Passkey), {
    body: PasskeyNameForm,
  }),
  adminRemovePasskey: own.delete('/admin/passkeys/:id', ...SECOND_FACTOR.removePasskey),
  adminMakeRecoveryCodes: own.post('/admin/mfa/recovery-codes', ...SECOND_FACTOR.makeRecoveryCodes),
  adminListSessions: own.get('/admin/sessions', 'Where the administrator is signed in.', dataOf(z.array(SessionItem))),
  adminEndSession: own.delete('/admin/sessions/:id', 'Sign one device out.', MessageAnswer),
  adminEndOtherSessions: own.delete('/admin/sessions', 'Sign every other device out.', MessageAnswer),
};
