import { z } from 'zod';
import { type Queryable, sql } from '#bff/lib/sql.ts';

export const Account = z.object({
  customer_id: z.string(),
  email: z.string(),
  name: z.string(),
  password_hash: z.string(),
  email_verified_at: z.date().nullable(),
  pending_email: z.string().nullable(),
  last_sign_in_at: z.date().nullable(),
  created_at: z.date(),
});
export type Account = z.infer<typeof Account>;

const columns = sql.fragment`customer_id, email, name, password_hash, email_verified_at, pending_email,
  last_sign_in_at, created_at`;

/** Addresses are compared and kept in lower case. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

export function findAccountByEmail(database: Queryable, email: string): Promise<Account | null> {
  return database.maybeOne(
    sql.type(Account)`select ${columns} from app.account where email = ${normalizeEmail(email)}`,
  );
}

export function findAccount(database: Queryable, customerId: string): Promise<Account | null> {
  return database.maybeOne(sql.type(Account)`select ${columns} from app.account where customer_id = ${customerId}`);
}

/** Inside a transaction: what is changed about one account's keys and factors happens one after the other. */
export async function lockAccount(transaction: Queryable, customerId: string): Promise<void> {
  await transaction.query(
    sql.typeAlias('void')`select from app.account where customer_id = ${customerId} for no key update`,
  );
}

/** False when the address has an account already. */
export async function insertAccount(
  database: Queryable,
  account: { customerId: string; email: string; name: string; passwordHash: string },
): Promise<boolean> {
  const inserted = await database.maybeOne(
    sql.type(z.object({ customer_id: z.string() }))`
      insert into app.account (customer_id, email, name, password_hash)
      values (${account.customerId}, ${normalizeEmail(account.email)}, ${account.name}, ${account.passwordHash})
      on conflict (email) do nothing returning customer_id`,
  );
  return inserted !== null;
}

export async function setPasswordHash(database: Queryable, customerId: string, passwordHash: string): Promise<void> {
  await database.query(
    sql.typeAlias('void')`update app.account set password_hash = ${passwordHash}, updated_at = now()
      where customer_id = ${customerId}`,
  );
}

export async function setName(database: Queryable, customerId: string, name: string): Promise<void> {
  await database.query(
    sql.typeAlias('void')`update app.account set name = ${name}, updated_at = now() where customer_id = ${customerId}`,
  );
}

export async function setPendingEmail(database: Queryable, customerId: string, email: string): Promise<void> {
  await database.query(
    sql.typeAlias('void')`update app.account set pending_email = ${normalizeEmail(email)}, updated_at = now()
      where customer_id = ${customerId}`,
  );
}

export async function noteSignIn(database: Queryable, customerId: string): Promise<void> {
  await database.query(
    sql.typeAlias('void')`update app.account set last_sign_in_at = now() where customer_id = ${customerId}`,
  );
}
