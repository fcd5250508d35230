import { authRoutes } from '#bff/contract/identity/auth.ts';
import { secondFactorRoutes } from '#bff/contract/identity/second-factor-routes.ts';
import { stopResetByLink } from '#bff/identity/factors/second-factor-reset.ts';
import { stepUp } from '#bff/identity/factors/step-up.ts';
import { undoFactor } from '#bff/identity/factors/undo-factor.ts';
import { endOne, endOthers, sessions } from '#bff/identity/sessions/session-list.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { passkeyHandlers } from './customer-passkeys.ts';
import { mfaChallenge, mfaEnroll, mfaFactors, mfaUnenroll, mfaVerify, recoveryCodes } from './mfa.ts';
import { forgotPassword, resetPassword, youngFactors } from './password-reset.ts';
import { restoreEmail } from './restore-email.ts';
import { refresh, session, signIn, signOut } from './sign-in.ts';
import { signUp } from './sign-up.ts';
import { customerSteps } from './signed-in.ts';
import { updateUser } from './update-user.ts';
import { resend, verifyEmail } from './verify-email.ts';

export const registerAuth = feature({ ...authRoutes, ...secondFactorRoutes }, (deps, app) => ({
  signUp: (call) => signUp(deps, call),
  signIn: (call) => signIn(app, deps, call),
  refresh: (call) => refresh(app, deps, call),
  signOut: signOut(deps),
  getSession: (call) => session(deps, call),
  verifyEmail: (call) => verifyEmail(deps, call),
  resendVerification: (call) => resend(deps, call),
  forgotPassword: (call) => forgotPassword(deps, call),
  resetPassword: (call) => resetPassword(deps, call),
  listYoungFactors: (call) => youngFactors(deps, call),
  restoreEmail: (call) => restoreEmail(deps, call),
  undoSecondFactor: (call) => undoFactor(deps, call),
  stopSecondFactorReset: async ({ body }) => {
    await stopResetByLink(deps, body.token);
    return { message: 'The reset was stopped. Your second factor stays as it is.' };
  },
  getSessions: sessions(deps),
  endSession: endOne(deps),
  endOtherSessions: endOthers(deps),
  updateUser: (call) => updateUser(deps, call),
  enrollMfaFactor: (call) => mfaEnroll(deps, call),
  createMfaChallenge: (call) => mfaChallenge(app, deps, call),
  verifyMfaChallenge: (call) => mfaVerify(app, deps, call),
  listMfaFactors: (call) => mfaFactors(deps, call),
  removeMfaFactor: (call) => mfaUnenroll(deps, call),
  makeRecoveryCodes: (call) => recoveryCodes(deps, call),
  ...passkeyHandlers(deps),
  signInByCode: customerSteps(app, deps).byCode,
  signInByPasskey: customerSteps(app, deps).byPasskey,
  createPasskeyChallenge: async (call) =>
    customerSteps(app, deps).askForPasskey(call, call.actor.kind === 'customer' ? call.actor.customerId : null),
  stepUp: (call) => stepUp(deps, call),
}));
