import { password } from '#web/ui/form/form-password.tsx';

/** A new password, twice: 'New password' where there is an old one. */
export const newPassword = (label = 'Password') => [
  password('password', label, {
    hint: 'At least 8 characters, and not a common one.',
    autoComplete: 'new-password',
  }),
  password('password_confirmation', `Confirm ${label.toLowerCase()}`, { autoComplete: 'new-password' }),
];
