import { z } from 'zod';
import { emailField, newPasswordField, passwordField, requiredText } from './form-fields.ts';

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
    password_confirmation: z.string({ error: 'Passwords do not match' }),
  })
  .refine((form) => form.password === form.password_confirmation, {
    path: ['password_confirmation'],
    message: 'Passwords do not match',
  });

export const ForgotPasswordForm = z.object({ email: emailField() });

/** What the reset screen asks; the token comes from its link. */
export const NewPasswordForm = z
  .object({
    password: newPasswordField(),
    password_confirmation: z.string({ error: 'Passwords do not match' }),
  })
  .refine((form) => form.password === form.password_confirmation, {
    path: ['password_confirmation'],
    message: 'Passwords do not match',
  });

const EMPTY_CODE = 'Please enter the verification code from your authenticator app';

export const MfaCodeForm = z.object({
  code: z
    .string({ error: EMPTY_CODE })
    .trim()
    .min(1, EMPTY_CODE)
    .regex(/^\d{6}$/, 'The code is 6 digits'),
});
