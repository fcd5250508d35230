import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { CURRENCY_CODES } from '../../kernel/currencies.ts';
import { accounts } from '../../kernel/postings.ts';
import { CliError, EXIT } from '../output.ts';

const AccountNumber = z.string().regex(/^\d{1,9}$/, 'an account has one to nine digits');
const names = Object.keys(accounts) as [keyof typeof accounts, ...(keyof typeof accounts)[]];

/** What the books of a company need beside the ledger. The numbers are those that its accountant has given. */
const Settings = z.strictObject({
  currency: z.enum(CURRENCY_CODES),
  accounts: z.record(z.enum(names), AccountNumber),
  /** DATEV: the accountant's number and the client's. */
  datev: z
    .strictObject({ consultant: z.int().min(1001).max(9_999_999), client: z.int().min(1).max(99_999) })
    .optional(),
  /** SAF-T: whose books they are. */
  company: z
    .strictObject({
      name: z.string().min(1).max(70),
      registrationNumber: z.string().min(1).max(35),
      taxNumber: z.string().min(1).max(35),
      country: z.string().regex(/^[A-Z]{2}$/),
      city: z.string().min(1).max(35),
      postalCode: z.string().min(1).max(18),
    })
    .optional(),
});
export type Settings = z.infer<typeof Settings>;

/** @throws CliError naming what is missing or wrong in the file */
export async function readSettings(file: string | undefined): Promise<Settings> {
  if (file === undefined) throw new CliError('This format needs --settings: a file with account numbers.', EXIT.usage);
  try {
    return Settings.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    const why =
      error instanceof z.ZodError ? z.prettifyError(error) : String(error instanceof Error ? error.message : error);
    throw new CliError(`${file} cannot be taken:\n${why}`, EXIT.usage);
  }
}
