import { z } from 'zod';
import { ChangePasswordForm } from './account-forms.ts';
import { AdminMfaVerifyBody, AdminSecurityAnswer } from './admin-auth.ts';
import { MfaEnrollAnswer, RecoveryCodesAnswer, SessionItem } from './auth.ts';
import { dataOf, MessageAnswer, savedOf } from './common.ts';
import { AddPasskeyBody, Passkey, PasskeyAdded, PasskeyNameForm, PasskeySetup, StepUpBody } from './passkey.ts';
import { defineRoutes } from './route.ts';

const own = { auth: 'administrator', permission: 'own', enrolment: true, tag: 'Admin: sign-in' } as const;

/** An administrator's own account. */
export const adminSecurityRoutes = defineRoutes(own, {
  show: {
    call: 'GET /admin/security',
    operation: 'adminGetSecurity',
    response: AdminSecurityAnswer,
    summary: 'What is set up as a second factor, and how many recovery codes are left.',
  },
  stepUp: {
    call: 'POST /admin/step-up',
    operation: 'adminStepUp',
    body: StepUpBody,
    response: MessageAnswer,
    rate_limit: 'auth',
    summary:
      'Confirm this session for ten minutes: by a code or a passkey where a second factor is set up, else by the password.',
  },
  changePassword: {
    call: 'PUT /admin/own-password',
    operation: 'adminChangePassword',
    step_up: 'code',
    body: ChangePasswordForm,
    response: MessageAnswer,
    rate_limit: 'auth',
    summary: 'Change one’s own password; ends all other sessions.',
  },
  mfaEnroll: {
    call: 'POST /admin/mfa/enroll',
    operation: 'adminEnrollMfaFactor',
    step_up: true,
    response: MfaEnrollAnswer,
    status: 201,
    rate_limit: 'auth',
    summary: 'Begin to set up an authenticator app.',
  },
  mfaVerify: {
    call: 'POST /admin/mfa/verify',
    operation: 'adminVerifyMfaFactor',
    body: AdminMfaVerifyBody,
    response: RecoveryCodesAnswer,
    rate_limit: 'auth',
    summary: 'Prove by a code that the app has the secret: it is asked for from now on. Ends all other sessions.',
  },
  mfaRemove: {
    call: 'DELETE /admin/mfa',
    operation: 'adminRemoveMfaFactor',
    step_up: true,
    response: MessageAnswer,
    rate_limit: 'auth',
    summary: 'Remove the authenticator app; with the last second factor go the recovery codes.',
  },
  passkeySetup: {
    call: 'POST /admin/passkeys/setup',
    operation: 'adminBeginPasskey',
    step_up: true,
    response: PasskeySetup,
    summary: 'Begin to add a passkey: what the browser makes it by. For five minutes.',
    rate_limit: 'auth',
  },
  passkeyAdd: {
    call: 'POST /admin/passkeys',
    operation: 'adminAddPasskey',
    body: AddPasskeyBody,
    response: PasskeyAdded,
    status: 201,
    summary: 'Add the passkey that the browser made. The first second factor ends all other sessions.',
    rate_limit: 'auth',
  },
  passkeyRename: {
    call: 'PATCH /admin/passkeys/:id',
    operation: 'adminRenamePasskey',
    body: PasskeyNameForm,
    response: savedOf(Passkey),
    summary: 'Give a passkey another name.',
  },
  passkeyRemove: {
    call: 'DELETE /admin/passkeys/:id',
    operation: 'adminRemovePasskey',
    step_up: true,
    response: MessageAnswer,
    summary: 'Remove a passkey.',
    rate_limit: 'auth',
  },
  recoveryCodes: {
    call: 'POST /admin/mfa/recovery-codes',
    operation: 'adminMakeRecoveryCodes',
    step_up: true,
    response: RecoveryCodesAnswer,
    status: 201,
    rate_limit: 'auth',
    summary: 'New recovery codes, shown once; the earlier ones stop working.',
  },
  sessions: {
    call: 'GET /admin/sessions',
    operation: 'adminListSessions',
    response: dataOf(z.array(SessionItem)),
    summary: 'Where the administrator is signed in.',
  },
  endSession: {
    call: 'DELETE /admin/sessions/:id',
    operation: 'adminEndSession',
    response: MessageAnswer,
    summary: 'Sign one device out.',
  },
  endOtherSessions: {
    call: 'DELETE /admin/sessions',
    operation: 'adminEndOtherSessions',
    response: MessageAnswer,
    summary: 'Sign every other device out.',
  },
});
