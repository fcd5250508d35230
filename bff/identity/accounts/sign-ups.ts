import { z } from 'zod';
import { KeptAcceptance, keptJson } from '#bff/kit/lib/accepted-texts.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { type Account, normalizeEmail } from './accounts.ts';

/** Of one address at a time; beyond, the oldest go. */
const MAX_SIGN_UPS = 50;
/** Hashes that one typed password is compared with; each comparison takes a core some 30 ms. */
export const MAX_COMPARED = 10;

const Row = z.object({
  sign_up_id: z.string(),
  name: z.string(),
  password_hash: z.string(),
  browser_hash: z.instanceof(Buffer),
  created_at: z.date(),
  accepted_texts: KeptAcceptance.nullable(),
});
/** A sign-up that waits until a link proves its address. */
export type SignUp = z.infer<typeof Row>;

type NewSignUp = {
  readonly signUpId: string;
  readonly customerId: string;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly browserHash: Buffer;
  readonly accepted: KeptAcceptance | null;
};

/**
 * Keeps a sign-up beside those of others for the same address: none replaces another's, and an account whose address is proven stays as it
 * is. What one browser entered last counts. Nobody gets an address that its former owner can still take back. Null there, else its id.
 */
export function keepSignUp(database: Queryable, wanted: NewSignUp): Promise<string | null> {
  const email = normalizeEmail(wanted.email);
  return database.transaction(async (transaction) => {
    await transaction.query(sql.void`
      insert into app.account (customer_id, email, name, password_hash)
      select ${wanted.customerId}, ${email}, ${wanted.name}, ${wanted.passwordHash}
      where not exists (select from app.account_token where email = ${email} and purpose = 'restore-email'
        and used_at is null and expires_at > now())
      on conflict (email) do nothing`);
    const kept = await transaction.maybeOne(sql.type(z.object({ sign_up_id: z.string(), customer_id: z.string() }))`
      insert into app.sign_up as sign_up (sign_up_id, customer_id, name, password_hash, browser_hash, accepted_texts)
      select ${wanted.signUpId}, customer_id, ${wanted.name}, ${wanted.passwordHash}, ${sql.binary(wanted.browserHash)},
        ${keptJson(wanted.accepted)}::jsonb
      from app.account where email = ${email}
      on conflict (customer_id, browser_hash) do update set name = excluded.name, password_hash = excluded.password_hash,
        accepted_texts = excluded.accepted_texts, created_at = now()
      returning sign_up_id, customer_id`);
    if (!kept) return null;
    await transaction.query(sql.void`delete from app.sign_up where sign_up_id in (select sign_up_id from app.sign_up
      where customer_id = ${kept.customer_id} order by created_at desc offset ${MAX_SIGN_UPS})`);
    return kept.sign_up_id;
  });
}

/** The sign-ups that wait for an address, the newest first. */
export const listSignUps = (database: Queryable, customerId: string): Promise<readonly SignUp[]> =>
  database.any(sql.type(
    Row,
  )`select sign_up_id, name, password_hash, browser_hash, created_at, accepted_texts from app.sign_up
    where customer_id = ${customerId} order by created_at desc limit ${MAX_SIGN_UPS}`);

/** The address is proven: what waited for it is settled. */
export async function dropSignUps(transaction: Queryable, customerId: string): Promise<void> {
  await transaction.query(sql.void`delete from app.sign_up where customer_id = ${customerId}`);
}

/**
 * The password of a sign-up that still waits, whether or not the address has an account already: this browser's, else the newest. Somebody
 * who signed up to find out whether an address is known gets one answer either way.
 */
export async function waitingPassword(
  database: Queryable,
  account: Account | null,
  browserHash: Buffer | undefined,
): Promise<string | null> {
  if (!account) return null;
  const waiting = await listSignUps(database, account.customer_id);
  const own = waiting.find(({ browser_hash }) => browserHash?.equals(browser_hash));
  // An account from before sign-ups waited has its password itself.
  return (own ?? waiting[0])?.password_hash ?? (account.email_verified_at ? null : account.password_hash);
}
