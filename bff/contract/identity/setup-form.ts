import { requiredText } from '#bff/contract/base/form-fields.ts';
import { RegisterForm } from './auth-forms.ts';

/** The first owner, by the secret that the server printed. */
export const OwnerForm = RegisterForm.safeExtend({
  secret: requiredText('Please enter the secret that the server printed', 200),
});
