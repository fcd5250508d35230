import { text } from '#web/ui/form/fields.tsx';

/** It is copied as it is written. */
const EXACT = { autoComplete: 'off', spellCheck: false };

/** How money reaches an account: the fields of it in its form, below `at`. */
export const accountFields = <const At extends '' | `accounts.${number}.`>(at: At) =>
  [
    text(`${at}beneficiary`, 'Beneficiary', { ...EXACT, hint: 'As the bank has it, in Latin letters.' }),
    text(`${at}bank`, 'Bank', { ...EXACT, hint: 'Its name and place.' }),
    text(`${at}number`, 'IBAN, or account number', EXACT),
    text(`${at}bic`, 'BIC / SWIFT', { ...EXACT, optional: true, hint: 'Needed with an IBAN.' }),
    text(`${at}routing`, 'ABA routing number', { ...EXACT, optional: true, hint: 'For an account that has no IBAN.' }),
  ] as const;
