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
import { defineRoutes } from './route.ts';

const signIn = { auth: 'public', tag: 'Sign-in' } as const;

export const authRoutes = defineRoutes(signIn, {
  signUp: {
    call: 'POST /auth/sign-up',
    body: RegisterForm,
    response: VerificationMailAnswer,
    status: 201,
    summary: 'Register. The answer is the same whether or not the address is known; the mail tells.',
    rate_limit: 'auth',
  },
  signIn: {
    call: 'POST /auth/sign-in',
    body: LoginForm,
    response: SignInAnswer,
    summary: 'Sign in with a password; answers a session, or asks for a second factor.',
    rate_limit: 'auth',
  },
  refresh: {
    call: 'POST /auth/refresh',
    response: SignedIn,
    summary:
      'A new access token for the refresh cookie, which is replaced. The old cookie yields the same successor until that was used; after that it ends the session.',
  },
  signOut: { call: 'POST /auth/sign-out', response: MessageAnswer, summary: 'End this session.' },
  session: {
    call: 'GET /auth/session',
    auth: 'customer-any-state',
    response: SessionAnswer,
    summary: 'The session of this access token.',
  },
  verifyEmail: {
    call: 'POST /auth/verify-email',
    body: VerifyEmailBody,
    response: VerifiedAnswer,
    summary: 'Confirm an e-mail address by the link that was mailed to it.',
    rate_limit: 'auth',
  },
  resend: {
    call: 'POST /auth/resend',
    operation: 'resendVerification',
    body: ResendBody,
    response: VerificationMailAnswer,
    summary: 'Mail the verification link again, at most every 30 seconds.',
    rate_limit: 'auth',
  },
  forgotPassword: {
    call: 'POST /auth/forgot-password',
    body: ForgotPasswordForm,
    response: MessageAnswer,
    summary: 'Mail a link to choose a new password. The answer is the same for unknown addresses.',
    rate_limit: 'auth',
  },
  resetPassword: {
    call: 'POST /auth/reset-password',
    body: ResetPasswordBody,
    response: MessageAnswer,
    summary:
      'Choose a new password by the mailed token; ends all sessions, and removes new second factors that are not kept.',
    rate_limit: 'auth',
  },
  youngFactors: {
    call: 'POST /auth/reset-password/factors',
    operation: 'listYoungFactors',
    body: ResetTokenBody,
    response: dataOf(z.array(YoungFactor)),
    summary: 'The second factors that a reset of the password removes unless they are kept: those that are new.',
    rate_limit: 'auth',
  },
  restoreEmail: {
    call: 'POST /auth/restore-email',
    body: MailedLinkBody,
    response: MessageAnswer,
    summary: 'Take a change of address back by the link that the old address got; ends all sessions.',
    rate_limit: 'auth',
  },
  stopReset: {
    call: 'POST /auth/stop-second-factor-reset',
    operation: 'stopSecondFactorReset',
    body: StopResetBody,
    response: MessageAnswer,
    summary: 'Stop a reset of the second factor, by the link that was mailed.',
    rate_limit: 'auth',
  },
  undoFactor: {
    call: 'POST /auth/undo-factor',
    operation: 'undoSecondFactor',
    body: MailedLinkBody,
    response: MessageAnswer,
    summary: 'Remove a new second factor by the link of its mail; ends all sessions and asks for a new password.',
    rate_limit: 'auth',
  },
  sessions: {
    call: 'GET /auth/sessions',
    auth: 'customer-any-state',
    response: dataOf(z.array(SessionItem)),
    summary: 'Where the customer is signed in.',
  },
  endSession: {
    call: 'DELETE /auth/sessions/:id',
    auth: 'customer-any-state',
    response: MessageAnswer,
    summary: 'Sign one device out.',
  },
  endOtherSessions: {
    call: 'DELETE /auth/sessions',
    auth: 'customer-any-state',
    response: MessageAnswer,
    summary: 'Sign every other device out.',
  },
  updateUser: {
    call: 'PUT /auth/user',
    auth: 'customer-any-state',
    step_up: 'code',
    body: UpdateUserBody,
    response: UpdateUserAnswer,
    summary: 'Change the name, the e-mail address or the password.',
    rate_limit: 'auth',
  },
});
