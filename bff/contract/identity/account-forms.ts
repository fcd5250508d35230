import { z } from 'zod';
import { emailField, newPasswordField, passwordField, requiredText } from '#bff/contract/base/form-fields.ts';

export const ProfileForm = z.object({ name: requiredText('Name is required') });

export const ChangeEmailForm = z.object({
  email: emailField(),
  current_password: passwordField('Current password is required'),
});
export type ChangeEmailForm = z.infer<typeof ChangeEmailForm>;

export const ChangePasswordForm = z
  .object({
    current_password: passwordField('Current password is required'),
    password: newPasswordField(),
    password_confirmation: z.string({ error: 'New passwords do not match.' }),
  })
  .refine((form) => form.password === form.password_confirmation, {
    path: ['password_confirmation'],
    message: 'New passwords do not match.',
  });
export type ChangePasswordForm = z.infer<typeof ChangePasswordForm>;
