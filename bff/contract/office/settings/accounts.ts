import { z } from 'zod';
import { Currency, named } from '#bff/contract/base/common.ts';
import { ACCOUNT_EXAMPLE, BIC_EXAMPLE, NAME_EXAMPLE } from '#bff/contract/money/payee-fields.ts';
import { MAX_SELLER_ACCOUNTS } from '#core/aggregates/settings/limits.ts';
import { accountOf } from '#core/finance/bank/iban.ts';
import { payeeProblems } from '#core/finance/bank/payee.ts';
import { line } from './fields.ts';

const optionalCode = (example: { examples: string[] }) =>
  z
    .string()
    .trim()
    .max(20, 'Must be at most 20 characters')
    .meta(example)
    .nullish()
    .transform((text) => text || null);

/** The check digit of a routing number of the American Bankers Association: nine digits, weighted 3, 7, 1. */
const isRouting = (text: string): boolean =>
  /^\d{9}$/.test(text) &&
  [...text].reduce((sum, digit, at) => sum + Number(digit) * ([3, 7, 1][at % 3] ?? 0), 0) % 10 === 0;

export const AccountForm = z
  .object({
    /** Of an account that is known; empty for a new one. */
    id: z
      .string()
      .regex(/^[0-9a-z-]{0,40}$/, 'Must be the id of an account')
      .default(''),
    currency: Currency,
    is_standard: z.boolean(),
    beneficiary: line('Please enter whose account it is').meta(NAME_EXAMPLE),
    bank: line('Please enter the name of the bank'),
    /** With an IBAN and a BIC, or with an account and a routing number. */
    number: line('Please enter the IBAN or the account', 50).meta(ACCOUNT_EXAMPLE),
    bic: optionalCode(BIC_EXAMPLE),
    routing: optionalCode({ examples: [''] }),
  })
  .superRefine(({ currency, beneficiary, number, bic, routing }, context) => {
    const issue = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
    const payee = { name: beneficiary, account: accountOf(number), bic: accountOf(bic ?? '') };
    const fields = { name: 'beneficiary', account: 'number', bic: 'bic' } as const;
    for (const { part, message } of payeeProblems(payee, currency)) {
      // With a routing number, a transfer within the country needs no BIC.
      if (part !== 'bic' || routing === null || payee.bic !== '') issue(fields[part], message);
    }
    if (routing !== null && !isRouting(routing)) issue('routing', 'A routing number has nine digits: please check it');
  });

export const AccountsForm = z
  .object({
    accounts: z
      .array(AccountForm)
      .min(1, 'Enter one account at least')
      .max(MAX_SELLER_ACCOUNTS, `At most ${MAX_SELLER_ACCOUNTS} accounts`),
  })
  .superRefine(({ accounts }, context) => {
    const standard = new Map<string, number>();
    for (const { currency, is_standard } of accounts) {
      standard.set(currency, (standard.get(currency) ?? 0) + (is_standard ? 1 : 0));
    }
    for (const [index, { currency }] of accounts.entries()) {
      const count = standard.get(currency) ?? 0;
      if (count === 1) continue;
      const message = `Choose one account that deposits in ${currency} are sent to${count > 1 ? ': there are several' : ''}`;
      context.addIssue({ code: 'custom', path: ['accounts', index, 'is_standard'], message });
      return;
    }
  });
export type AccountsForm = z.infer<typeof AccountsForm>;

export const AccountValue = named('SettingsAccount', {
  id: z.string(),
  currency: Currency,
  is_standard: z.boolean(),
  beneficiary: z.string(),
  bank: z.string(),
  number: z.string(),
  bic: z.string().nullable(),
  routing: z.string().nullable(),
});
export const AccountsValue = named('SettingsAccounts', { accounts: z.array(AccountValue) });
export type AccountsValue = z.infer<typeof AccountsValue>;
