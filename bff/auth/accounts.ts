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
  frozen_at: z.date().nullable(),
});
export type Account = z.infer<typeof Account>;

const columns = sql.fragment`customer_id, email, name, password_hash, email_verified_at, pending_email,
  last_sign_in_at, created_at, frozen_at`;

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

/** In a transaction: changes to one account's keys and factors happen one after the other. */
export async function lockAccount(transaction: Queryable, customerId: string): Promise<void> {
  await transaction.query(sql.void`select from app.account where customer_id = ${customerId} for no key update`);
}

/** Changes columns of one account. A new password is set by `closeDoors`. */
export async function updateAccount(
  database: Queryable,
  customerId: string,
  changes: ReturnType<typeof sql.fragment>,
): Promise<void> {
  await database.query(
    sql.void`update app.account set ${changes}, updated_at = now() where customer_id = ${customerId}`,
  );
}

export function noteSignIn(database: Queryable, customerId: string): Promise<Account> {
  return database.one(sql.type(Account)`update app.account set last_sign_in_at = now() where customer_id = ${customerId}
    returning ${columns}`);
}
