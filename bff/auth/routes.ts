import type { FastifyInstance } from 'fastify';
import { authRoutes } from '#bff/contract/auth-routes.ts';
import { secondFactorRoutes } from '#bff/contract/second-factor-routes.ts';
import type { BffDeps } from '#bff/deps.ts';
import { registerRoutes } from '#bff/http/register-routes.ts';
import { passkeyChallenge, passkeyHandlers, signInCode, signInPasskey } from './customer-passkeys.ts';
import { mfaChallenge, mfaEnroll, mfaFactors, mfaUnenroll, mfaVerify, recoveryCodes } from './mfa.ts';
import { forgotPassword, resetPassword, youngFactors } from './password-reset.ts';
import { restoreEmail } from './restore-email.ts';
import { stopResetByLink } from './second-factor-reset.ts';
import { endOne, endOthers, sessions } from './session-list.ts';
import { refresh, session, signIn, signOut } from './sign-in.ts';
import { signUp } from './sign-up.ts';
import { stepUp } from './step-up.ts';
import { undoFactor } from './undo-factor.ts';
import { updateUser } from './update-user.ts';
import { resend, verifyEmail } from './verify-email.ts';

export function registerAuth(app: FastifyInstance, deps: BffDeps): void {
  registerRoutes(app, deps, authRoutes, {
    signUp: signUp(deps),
    signIn: signIn(app, deps),
    refresh: refresh(app, deps),
    signOut: signOut(deps),
    session: session(deps),
    verifyEmail: verifyEmail(deps),
    resend: resend(deps),
    forgotPassword: forgotPassword(deps),
    resetPassword: resetPassword(deps),
    youngFactors: youngFactors(deps),
    restoreEmail: restoreEmail(deps),
    undoFactor: undoFactor(deps),
    stopReset: async ({ body }) => {
      await stopResetByLink(deps, body.token);
      return { message: 'The reset was stopped. Your second factor stays as it is.' };
    },
    sessions: sessions(deps),
    endSession: endOne(deps),
    endOtherSessions: endOthers(deps),
    updateUser: updateUser(deps),
  });
  registerRoutes(app, deps, secondFactorRoutes, {
    mfaEnroll: mfaEnroll(deps),
    mfaChallenge: mfaChallenge(app, deps),
    mfaVerify: mfaVerify(app, deps),
    mfaFactors: mfaFactors(deps),
    mfaUnenroll: mfaUnenroll(deps),
    recoveryCodes: recoveryCodes(deps),
    ...passkeyHandlers(deps),
    signInCode: signInCode(app, deps),
    signInPasskey: signInPasskey(app, deps),
    passkeyChallenge: passkeyChallenge(app, deps),
    stepUp: stepUp(deps),
  });
}
