import type { z } from 'zod';
import { accountOf } from '#core/finance/bank/iban.ts';
import { type Payee, payeeProblems } from '#core/finance/bank/payee.ts';

export const NAME_EXAMPLE = { examples: ['Ada Byron'] };
export const ACCOUNT_EXAMPLE = { examples: ['DE89370400440532013000'] };
export const BIC_EXAMPLE = { examples: ['COBADEFFXXX'] };

/** The payee as a form has it, in the form in which a bank gets it. */
export const payeeOf = ({ name, account, bic }: Payee): Payee => ({
  name,
  account: accountOf(account),
  bic: accountOf(bic),
});

/** Refuses, at its field, a payee that no file for the bank can pay: before money is held for it. */
export const payable =
  <Form>(
    fieldOf: Readonly<Record<keyof Payee, string[]>>,
    read: (form: Form) => Payee & { readonly currency: string },
  ) =>
  (form: Form, context: z.RefinementCtx): void => {
    const { currency, ...payee } = read(form);
    for (const { part, message } of payeeProblems(payeeOf(payee), currency)) {
      context.addIssue({ code: 'custom', path: fieldOf[part], message });
    }
  };
