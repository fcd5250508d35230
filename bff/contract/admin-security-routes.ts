import { z } from 'zod';
import { ChangePasswordForm } from './account-forms.ts';
import { AdminMfaVerifyBody, AdminSecurityAnswer } from './admin-auth.ts';
import { MfaEnrollAnswer, RecoveryCodesAnswer, SessionItem } from './auth.ts';
import { StepUpForm } from './auth-forms.ts';
import { dataOf, MessageAnswer, UuidParams } from './common.ts';
import { defineRoutes } from './route.ts';

const own = { auth: 'administrator', permission: 'own', enrolment: true, tag: 'Admin: sign-in' } as const;

/** An administrator's own account. */
export const adminSecurityRoutes = defineRoutes({
  show: {
    ...own,
    operation: 'adminGetSecurity',
    method: 'GET',
    path: '/api/admin/security',
    response: AdminSecurityAnswer,
    summary: 'Whether the second factor is set up, and how many recovery codes are left.',
  },
  stepUp: {
    ...own,
    operation: 'adminStepUp',
    method: 'POST',
    path: '/api/admin/step-up',
    body: StepUpForm,
    response: MessageAnswer,
    rate_limit: 'auth',
    summary: 'Confirm this session for ten minutes: by a code where a second factor is set up, else by the password.',
  },
  changePassword: {
    ...own,
    operation: 'adminChangePassword',
    method: 'PUT',
    path: '/api/admin/own-password',
    step_up: 'code',
    body: ChangePasswordForm,
    response: MessageAnswer,
    rate_limit: 'auth',
    summary: 'Change one’s own password; ends all other sessions.',
  },
  mfaEnroll: {
    ...own,
    operation: 'adminEnrollMfaFactor',
    method: 'POST',
    path: '/api/admin/mfa/enroll',
    step_up: true,
    response: MfaEnrollAnswer,
    status: 201,
    rate_limit: 'auth',
    summary: 'Begin to set up an authenticator app.',
  },
  mfaVerify: {
    ...own,
    operation: 'adminVerifyMfaFactor',
    method: 'POST',
    path: '/api/admin/mfa/verify',
    body: AdminMfaVerifyBody,
    response: RecoveryCodesAnswer,
    rate_limit: 'auth',
    summary: 'Prove by a code that the app has the secret: it is asked for from now on. Ends all other sessions.',
  },
  mfaRemove: {
    ...own,
    operation: 'adminRemoveMfaFactor',
    method: 'DELETE',
    path: '/api/admin/mfa',
    step_up: true,
    response: MessageAnswer,
    rate_limit: 'auth',
    summary: 'Remove the authenticator app and the recovery codes.',
  },
  recoveryCodes: {
    ...own,
    operation: 'adminMakeRecoveryCodes',
    method: 'POST',
    path: '/api/admin/mfa/recovery-codes',
    step_up: true,
    response: RecoveryCodesAnswer,
    status: 201,
    rate_limit: 'auth',
    summary: 'New recovery codes, shown once; the earlier ones stop working.',
  },
  sessions: {
    ...own,
    operation: 'adminListSessions',
    method: 'GET',
    path: '/api/admin/sessions',
    response: dataOf(z.array(SessionItem)),
    summary: 'Where the administrator is signed in.',
  },
  endSession: {
    ...own,
    operation: 'adminEndSession',
    method: 'DELETE',
    path: '/api/admin/sessions/:id',
    params: UuidParams,
    response: MessageAnswer,
    summary: 'Sign one device out.',
  },
  endOtherSessions: {
    ...own,
    operation: 'adminEndOtherSessions',
    method: 'DELETE',
    path: '/api/admin/sessions',
    response: MessageAnswer,
    summary: 'Sign every other device out.',
  },
});
