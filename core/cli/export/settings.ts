import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { CliError, EXIT } from '#core/cli/output.ts';
import { CURRENCY_CODES } from '#core/kernel/money/currencies.ts';
import { accounts } from '#core/kernel/money/postings.ts';

const AccountNumber = z.string().regex(/^\d{1,9}$/, 'an account has one to nine digits');
const names = Object.keys(accounts) as [keyof typeof accounts, ...(keyof typeof accounts)[]];

/** What a company's books need besides the ledger. Its accountant has assigned the numbers. */
const Settings = z.strictObject({
  currency: z.enum(CURRENCY_CODES),
  accounts: z.record(z.enum(names), AccountNumber),
  /** DATEV: the accountant's number and the client's, and how many digits general accounts have, where not all accounts have as many. */
  datev: z
    .strictObject({
      consultant: z.int().min(1001).max(9_999_999),
      client: z.int().min(1).max(99_999),
      accountLength: z.int().min(4).max(8).optional(),
    })
    .optional(),
  /** SAF-T: the company whose books they are. */
  company: z
    .strictObject({
      name: z.string().min(1).max(70),
      registrationNumber: z.string().min(1).max(35),
      taxNumber: z.string().min(1).max(35),
      country: z.string().regex(/^[A-Z]{2}$/),
      city: z.string().min(1).max(35),
      postalCode: z.string().min(1).max(18),
      /** Whom an auditor asks: SAF-T demands it. */
      contact: z
        .strictObject({
          firstName: z.string().min(1).max(35),
          lastName: z.string().min(1).max(70),
          telephone: z.string().min(1).max(18),
          email: z.email().max(70).optional(),
        })
        .optional(),
    })
    .optional(),
});
export type Settings = z.infer<typeof Settings>;

const WHERE = 'docs/finance/books.md shows a whole file';

/** @throws CliError that names everything missing or wrong in the file */
export async function readSettings(file: string | undefined): Promise<Settings> {
  if (file === undefined) {
    throw new CliError(`This format needs --settings: a file with account numbers. ${WHERE}.`, EXIT.usage);
  }
  const given = await readJson(file);
  const { data, error } = Settings.safeParse(given);
  if (data) return data;
  const missing = missingAccounts(given);
  const others = error.issues.filter(
    ({ path: [part, name = missing[0]] }) => !(part === 'accounts' && missing.some((account) => account === name)),
  );
  const problems = [
    ...(missing.length > 0 ? [`Under "accounts" it has no number for ${missing.join(', ')}.`] : []),
    ...(others.length > 0 ? [z.prettifyError({ issues: others })] : []),
  ];
  throw new CliError(`${file} cannot be taken. ${problems.join('\n')}\n${WHERE}.`, EXIT.usage);
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    const why = error instanceof SyntaxError ? `It is no JSON: ${error.message}.` : 'There is no such file to read.';
    throw new CliError(`${file} cannot be taken. ${why}`, EXIT.usage);
  }
}

const WithAccounts = z.object({ accounts: z.record(z.string(), z.unknown()) });

function missingAccounts(given: unknown): readonly string[] {
  const { data } = WithAccounts.safeParse(given);
  return names.filter((name) => data?.accounts[name] === undefined);
}
