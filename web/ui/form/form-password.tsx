import { PasswordInput } from './controls/password-input.tsx';
import { fieldOf } from './fields.tsx';

export const password = fieldOf(PasswordInput);
