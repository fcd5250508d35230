import { z } from 'zod';
import { KeptAcceptance } from '#bff/kit/lib/accepted-texts.ts';
import { NOW, type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { appTable, type Values } from '#bff/kit/tables/table.ts';

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
  accepted_texts: KeptAcceptance.nullable(),
});
export type Account = z.infer<typeof Account>;

export const accounts = appTable('account', Account);

/** Addresses are compared and kept in lower case. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

export const findAccountByEmail = (database: Queryable, email: string): Promise<Account | null> =>
  accounts.find(database, { email: normalizeEmail(email) });

export const findAccount = (database: Queryable, customerId: string): Promise<Account | null> =>
  accounts.find(database, { customer_id: customerId });

/** In a transaction: changes to one account's keys and factors happen one after the other. */
export async function lockAccount(transaction: Queryable, customerId: string): Promise<void> {
  await transaction.query(sql.void`select from app.account where customer_id = ${customerId} for no key update`);
}

/** A new password is set by `closeDoors`. */
export const updateAccount = (database: Queryable, customerId: string, changes: Values): Promise<number> =>
  accounts.update(database, { customer_id: customerId }, { ...changes, updated_at: NOW });

/** Null for an account that nobody may sign in to: it is frozen, or an owner confirmed its erasure, whose job may not have come to it yet. */
export const noteSignIn = (database: Queryable, customerId: string): Promise<Account | null> =>
  database.maybeOne(sql.type(accounts.type)`update app.account set last_sign_in_at = now()
    where customer_id = ${customerId} and frozen_at is null and not exists (select from app.personal_data_request
      where customer_id = ${customerId} and kind = 'erasure' and status = 'confirmed')
    returning ${accounts.columns}`);

/** Those of the customers whose accounts an administrator froze. */
export async function frozenAccountsAmong(
  database: Queryable,
  customerIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const ids = await database.anyFirst(sql.type(z.object({ id: z.string() }))`
    select customer_id as id from app.account where frozen_at is not null and customer_id = any(${sql.array([...customerIds], 'uuid')})`);
  return new Set(ids);
}
