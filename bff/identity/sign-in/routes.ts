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
  signUp: signUp(deps),
  signIn: signIn(app, deps),
  refresh: refresh(app, deps),
  signOut: signOut(deps),
  getSession: session(deps),
  verifyEmail: verifyEmail(deps),
  resendVerification: resend(deps),
  forgotPassword: forgotPassword(deps),
  resetPassword: resetPassword(deps),
  listYoungFactors: youngFactors(deps),
  restoreEmail: restoreEmail(deps),
  undoSecondFactor: undoFactor(deps),
  stopSecondFactorReset: async ({ body }) => {
    await stopResetByLink(deps, body.token);
    return { message: 'The reset was stopped. Your second factor stays as it is.' };
  },
  getSessions: sessions(deps),
  endSession: endOne(deps),
  endOtherSessions: endOthers(deps),
  updateUser: updateUser(deps),
  enrollMfaFactor: mfaEnroll(deps),
  createMfaChallenge: mfaChallenge(app, deps),
  verifyMfaChallenge: mfaVerify(app, deps),
  listMfaFactors: mfaFactors(deps),
  removeMfaFactor: mfaUnenroll(deps),
  makeRecoveryCodes: recoveryCodes(deps),
  ...passkeyHandlers(deps),
  signInByCode: customerSteps(app, deps).byCode,
  signInByPasskey: customerSteps(app, deps).byPasskey,
  createPasskeyChallenge: async (call) =>
    customerSteps(app, deps).askForPasskey(call, call.actor.kind === 'customer' ? call.actor.customerId : null),
  stepUp: stepUp(deps),
}));
