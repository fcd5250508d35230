import { z } from 'zod';
import {
  MailedLinkBody,
  ResendBody,
  ResetPasswordBody,
  ResetTokenBody,
  SessionAnswer,
  SessionItem,
  SignedIn,
  SignInAnswer,
  StopResetBody,
  UpdateUserAnswer,
  UpdateUserBody,
  VerificationMailAnswer,
  VerifiedAnswer,
  VerifyEmailBody,
  YoungFactor,
} from './auth.ts';
import { ForgotPasswordForm, LoginForm, RegisterForm } from './auth-forms.ts';
import { dataOf, MessageAnswer } from './common.ts';
import { routesFor } from './route.ts';

const signIn = routesFor({ auth: 'public', tag: 'Sign-in' });
const signedIn = routesFor({ auth: 'customer-any-state', tag: 'Sign-in' });

export const authRoutes = {
  signUp: signIn.post(
    '/auth/sign-up',
    'Register. The answer is the same whether or not the address is known; the mail tells.',
    VerificationMailAnswer,
    { body: RegisterForm, status: 201, rate_limit: 'auth' },
  ),
  signIn: signIn.post(
    '/auth/sign-in',
    'Sign in with a password; answers a session, or asks for a second factor.',
    SignInAnswer,
    { body: LoginForm, rate_limit: 'auth' },
  ),
  refresh: signIn.post(
    '/auth/refresh',
    'A new access token for the refresh cookie, which is replaced. The old cookie yields the same successor until that was used; after that it ends the session.',
    SignedIn,
  ),
  signOut: signIn.post('/auth/sign-out', 'End this session.', MessageAnswer),
  getSession: signedIn.get('/auth/session', 'The session of this access token.', SessionAnswer),
  verifyEmail: signIn.post(
    '/auth/verify-email',
    'Confirm an e-mail address by the link that was mailed to it.',
    VerifiedAnswer,
    { body: VerifyEmailBody, rate_limit: 'auth' },
  ),
  resendVerification: signIn.post(
    '/auth/resend',
    'Mail the verification link again, at most every 30 seconds.',
    VerificationMailAnswer,
    { body: ResendBody, rate_limit: 'auth' },
  ),
  forgotPassword: signIn.post(
    '/auth/forgot-password',
    'Mail a link to choose a new password. The answer is the same for unknown addresses.',
    MessageAnswer,
    { body: ForgotPasswordForm, rate_limit: 'auth' },
  ),
  resetPassword: signIn.post(
    '/auth/reset-password',
    'Choose a new password by the mailed token; ends all sessions, and removes new second factors that are not kept.',
    MessageAnswer,
    { body: ResetPasswordBody, rate_limit: 'auth' },
  ),
  listYoungFactors: signIn.post(
    '/auth/reset-password/factors',
    'The second factors that a reset of the password removes unless they are kept: those that are new.',
    dataOf(z.array(YoungFactor)),
    { body: ResetTokenBody, rate_limit: 'auth' },
  ),
  restoreEmail: signIn.post(
    '/auth/restore-email',
    'Take a change of address back by the link that the old address got; ends all sessions.',
    MessageAnswer,
    { body: MailedLinkBody, rate_limit: 'auth' },
  ),
  stopSecondFactorReset: signIn.post(
    '/auth/stop-second-factor-reset',
    'Stop a reset of the second factor, by the link that was mailed.',
    MessageAnswer,
    { body: StopResetBody, rate_limit: 'auth' },
  ),
  undoSecondFactor: signIn.post(
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
