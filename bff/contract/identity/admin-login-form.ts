import { z } from 'zod';
import { emailField, passwordField } from '#bff/contract/base/form-fields.ts';

export const AdminLoginForm = z.object({ email: emailField(), password: passwordField() });
