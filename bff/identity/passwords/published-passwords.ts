import { z } from 'zod';
import type { BffDeps } from '#bff/kit/deps.ts';
import { sql } from '#bff/kit/tables/sql.ts';

/** Hashes that several accounts share are of demonstrations alone, because each hash has a salt of its own. */
const MAX_SHARED = 20;

type SignIn = { readonly email: string; readonly password: string };

/**
 * Refuses to start in production while an account has a password that is published with the source (the demonstration's).
 * @throws Error that names the account and what to do
 */
export async function refusePublishedPasswords(
  { database, crypto }: Pick<BffDeps, 'database' | 'crypto'>,
  published: { readonly [who: string]: SignIn },
): Promise<void> {
  const passwords = new Map(Object.values(published).map(({ email, password }) => [email, password]));
  const emails = sql.array([...passwords.keys()], 'text');
  const hashes = await database.any(sql.type(
    z.object({ kind: z.enum(['customer', 'administrator']), email: z.string(), password_hash: z.string() }),
  )`
    select 'customer' as kind, email, password_hash from app.account where email = any(${emails})
    union all
    select 'administrator', email, password_hash from app.administrator where email = any(${emails}) and is_active`);
  for (const { kind, email, password_hash } of hashes) {
    const password = passwords.get(email);
    if (password !== undefined && (await crypto.verifyPassword(password, password_hash))) {
      throw refusalOf(`The ${kind} ${email} of the demonstration`);
    }
  }
  // Accounts of an earlier demonstration share one hash, whatever became of the account that is named above.
  const shared = await database.any(sql.type(z.object({ password_hash: z.string() }))`
    select password_hash from app.account group by password_hash having count(*) > 1 limit ${MAX_SHARED}`);
  for (const { password_hash } of shared) {
    for (const password of new Set(passwords.values())) {
      if (await crypto.verifyPassword(password, password_hash)) throw refusalOf('The customers of the demonstration');
    }
  }
}

const refusalOf = (who: string) =>
  new Error(
    `${who} can sign in with a published password. Nothing is served until that password is changed or the demonstration's data is removed. A store for the public begins with an empty database.`,
  );
