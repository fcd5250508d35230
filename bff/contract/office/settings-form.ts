import { z } from 'zod';
import { Currency } from '#bff/contract/base/common.ts';
import { emailField, optionalText, requiredText, websiteField } from '#bff/contract/base/form-fields.ts';
import { ACCOUNT_EXAMPLE, BIC_EXAMPLE, NAME_EXAMPLE } from '#bff/contract/money/payee-fields.ts';
import {
  MAX_ADDRESS_LINES,
  MAX_SELLER_ACCOUNTS,
  MAX_SELLER_LINKS,
  MAX_SETTINGS_LINE,
  MAX_SETTINGS_REASON,
} from '#core/aggregates/settings/limits.ts';
import { accountOf } from '#core/finance/bank/iban.ts';
import { payeeProblems } from '#core/finance/bank/payee.ts';

/** A mail shows before and after on lines of their own: no value may add lines that look like those. */
const isOneLine = (text: string | null): boolean => text === null || !/[\p{Cc}\u2028\u2029]/u.test(text);
const ONE_LINE = 'Please write it on one line';
const line = (message: string, max: number = MAX_SETTINGS_LINE) =>
  requiredText(message, max).refine(isOneLine, ONE_LINE);
const optionalLine = () => optionalText(MAX_SETTINGS_LINE).refine(isOneLine, ONE_LINE);
const optionalEmail = () =>
  z
    .union([z.literal(''), z.null(), emailField()], { error: 'Please enter a valid email address' })
    .optional()
    .transform((text) => text || null);
/** The lines of a text, without empty ones. */
export const linesIn = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .map((each) => each.trim())
    .filter((each) => each !== '');

const isLink = ({ label, url }: { label: string; url: string }): boolean =>
  label.trim() !== '' &&
  label.length <= MAX_SETTINGS_LINE &&
  url.length <= 500 &&
  /^https?:\/\//.test(url) &&
  websiteField('').safeParse(url).success;

export const SellerForm = z.object({
  name: line('Please enter the name of the company'),
  trade_name: optionalLine(),
  /** A line each, without the country. */
  address: requiredText('Please enter the address', 1_000)
    .refine(
      (text) => linesIn(text).length <= MAX_ADDRESS_LINES,
      `An address has at most ${MAX_ADDRESS_LINES} lines; the country has a field of its own`,
    )
    .refine((text) => linesIn(text).every((each) => each.length <= MAX_SETTINGS_LINE), 'A line of it is too long'),
  country: z
    .string({ error: 'Please choose the country' })
    .regex(/^[A-Z]{2}$/, 'Please choose the country')
    .meta({ examples: ['DE'] }),
  vat_id: optionalLine(),
  registration: optionalLine(),
  email: emailField('Please enter the address that papers print'),
  support_email: optionalEmail(),
  mail_from: optionalEmail(),
  /** Pages of the store elsewhere, such as of social networks. */
  links: z
    .array(z.object({ label: z.string(), url: z.string() }))
    .max(MAX_SELLER_LINKS, `At most ${MAX_SELLER_LINKS} pages`)
    .refine(
      (links) => links.every(isLink),
      'Write each page on a line: its name and its web address, such as Blog https://…',
    )
    .default([]),
});
export type SellerForm = z.infer<typeof SellerForm>;

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

/** What every change says beside its values. `expect_version`: of the section, as it was shown. */
export const settingsChange = {
  why: requiredText('Please say why', MAX_SETTINGS_REASON),
  expect_version: z.int().min(0),
};
