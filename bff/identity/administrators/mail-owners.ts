import { z } from 'zod';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { Mail } from '#bff/kit/mails/layout.ts';
import { sql } from '#bff/kit/tables/sql.ts';

const Owner = z.object({ email: z.string(), name: z.string() });

/**
 * Mails every active owner, also who took the step: silence would be what a stolen session wants. `step` names it: what a crash repeats, or
 * another process, is sent once. `about`: what has a cool-down of its own. `formerly`: an administrator who hears of it where they were an owner.
 */
export async function mailOwners(
  { database, mails }: Pick<BffDeps, 'database' | 'mails'>,
  kind: 'administrator-change' | 'settings-change' | 'price-change' | 'security-alert',
  { step, mail, about, formerly = null }: OwnersMail,
): Promise<void> {
  const owners = await database.any(sql.type(Owner)`select email, name from app.administrator
    where (is_active or administrator_id::text = ${formerly}) and 'owner' = any(roles) order by created_at`);
  for (const owner of owners)
    await mails.send(kind, owner, mail, { id: `${step}-${owner.email}`, ...(about && { about }) });
}
type OwnersMail = {
  readonly step: string;
  readonly mail: Mail;
  readonly about?: string;
  readonly formerly?: string | null;
};

/** As a mail to owners names them; null for the program and the command line. */
export const administratorName = async (
  { database }: Pick<BffDeps, 'database'>,
  id: string | null,
): Promise<string | null> =>
  (
    await database.maybeOne(sql.type(Owner.pick({ name: true }))`
      select name from app.administrator where administrator_id::text = ${id ?? ''}`)
  )?.name ?? null;
