import { z } from 'zod';
import { AcceptedVersions } from '#bff/contract/base/accepted-texts.ts';
import { emailField, newPasswordField, passwordField, requiredText } from '#bff/contract/base/form-fields.ts';

export const LoginForm = z.object({
  email: emailField(),
  password: passwordField(),
  remember: z.boolean().default(false),
});

export const RegisterForm = z
  .object({
    name: requiredText('Name is required'),
    email: emailField(),
    password: newPasswordField(),
    password_confirmation: z.string({ error: 'Passwords do not match' }).min(1, 'Please repeat the password'),
    accepted: AcceptedVersions.default({}),
  })
  .refine((form) => form.password === form.password_confirmation, {
    path: ['password_confirmation'],
    message: 'Passwords do not match',
  });

export const ForgotPasswordForm = z.object({ email: emailField() });

/** The token comes from the link of the mail. */
export const NewPasswordForm = z
  .object({
    password: newPasswordField(),
    password_confirmation: z.string({ error: 'Passwords do not match' }).min(1, 'Please repeat the password'),
  })
  .refine((form) => form.password === form.password_confirmation, {
    path: ['password_confirmation'],
    message: 'Passwords do not match',
  });

const EMPTY_CODE = 'Please enter the verification code from your authenticator app';
const code = z.string({ error: EMPTY_CODE }).trim().min(1, EMPTY_CODE);
const isAppCode = (text: string) => /^\d{6}$/.test(text);

/** 24 letters and digits (16 in earlier codes), with or without spaces and hyphens; see bff/identity/factors/recovery-codes.ts. */
export const isRecoveryCode = (text: string): boolean => /^([a-z2-7][ -]*){16}(([a-z2-7][ -]*){8})?$/i.test(text);

export const MfaCodeForm = z.object({ code: code.refine(isAppCode, 'The code is 6 digits') });

/** A code of the app, or one of the recovery codes. */
export const SecondFactorForm = z.object({
  code: code
    .max(100)
    .refine(
      (text) => isAppCode(text) || isRecoveryCode(text),
      'The code is 6 digits, a recovery code 24 letters and digits',
    ),
});

export const PasswordForm = z.object({ password: passwordField() });
