import { PasswordInput } from './controls/password-input.tsx';
import { fieldOf } from './fields.tsx';

/** A password, with a button that shows it. */
export const password = fieldOf(PasswordInput);
