import { z } from 'zod';
import type { BffDeps } from '#bff/deps.ts';
import { sql } from '#bff/lib/sql.ts';

type SignIn = { readonly email: string; readonly password: string };

/**
 * Refuses to serve people while somebody can sign in by a password that is published with the source: those of the demonstration.
 * @throws Error that names the account and what to do
 */
export async function refusePublishedPasswords(
  { database, crypto }: Pick<BffDeps, 'database' | 'crypto'>,
  published: { readonly customer: SignIn; readonly administrator: SignIn },
): Promise<void> {
  const hashes = await database.any(
    sql.type(z.object({ kind: z.enum(['customer', 'administrator']), password_hash: z.string() }))`
      select 'customer' as kind, password_hash from app.account where email = ${published.customer.email}
      union all
      select 'administrator', password_hash from app.administrator
        where email = ${published.administrator.email} and is_active`,
  );
  for (const { kind, password_hash } of hashes) {
    const { email, password } = published[kind];
    if (await crypto.verifyPassword(password, password_hash)) {
      throw new Error(
        `The ${kind} ${email} of the demonstration can sign in with a published password. Nothing is served until that password is changed or the demonstration's data is removed. A store for the public begins with an empty database.`,
      );
    }
  }
}
