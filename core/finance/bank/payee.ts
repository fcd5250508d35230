import { isBic, isIban } from './iban.ts';
import { latinOf } from './latin.ts';

/** Account and BIC without spaces. */
export type Payee = { readonly name: string; readonly account: string; readonly bic: string };
type Problem = { readonly part: keyof Payee; readonly message: string };

/** A bank takes this many letters of a name (ISO 20022, Max70Text). */
const MAX_NAME = 70;
const MAX_ACCOUNT = 34;

/** Why no file for the bank can pay it in that currency: the first problem of each part. Euros need an IBAN, other currencies a BIC. */
export function payeeProblems({ name, account, bic }: Payee, currency: string): readonly Problem[] {
  const inEuros = currency === 'EUR';
  return [
    problem('name', nameProblem(name)),
    problem('account', accountProblem(account, inEuros)),
    problem(
      'bic',
      (bic === '' ? inEuros : isBic(bic)) ? undefined : 'This SWIFT code (BIC) is not valid: it has 8 or 11 characters',
    ),
  ].filter((each) => each !== undefined);
}

const problem = (part: keyof Payee, message: string | undefined): Problem | undefined =>
  message === undefined ? undefined : { part, message };

function nameProblem(name: string): string | undefined {
  const { text, lost } = latinOf(name);
  if (lost.length > 0)
    return `Please write the name in Latin letters, as the bank has it: ${lost.slice(0, 5).join(' ')} cannot be sent`;
  if (!/[A-Za-z0-9]/.test(text)) return 'Please write the name in Latin letters, as the bank has it';
  return text.length > MAX_NAME
    ? `A bank takes at most ${MAX_NAME} letters of a name; in Latin letters this one has ${text.length}`
    : undefined;
}

function accountProblem(account: string, inEuros: boolean): string | undefined {
  if (inEuros || /^[A-Z]{2}\d{2}/.test(account)) {
    return isIban(account) ? undefined : 'This IBAN is not valid: please check it, sign by sign';
  }
  return /^[A-Z0-9]+$/.test(account) && account.length <= MAX_ACCOUNT
    ? undefined
    : `An account number has letters and digits only, at most ${MAX_ACCOUNT}`;
}
