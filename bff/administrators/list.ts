import { z } from 'zod';
import { isOpen } from '#bff/auth/admin-sessions.ts';
import { AdminRole } from '#bff/contract/admin-auth.ts';
import type { BffDeps } from '#bff/deps.ts';
import { sql } from '#bff/lib/sql.ts';

/** One shop has a handful of administrators. */
const MAX_LISTED = 500;

const ListedRow = z.object({
  administratorId: z.string(),
  email: z.string(),
  name: z.string(),
  roles: z.array(AdminRole),
  isActive: z.boolean(),
  createdAt: z.date(),
  lastSignInAt: z.date().nullable(),
  /** When the link ends. Choosing a password uses up all links, so a link that is left means that no password was chosen. */
  linkExpiresAt: z.date().nullable(),
  openSessions: z.int(),
});
export type ListedAdministrator = z.infer<typeof ListedRow>;

/** All administrators, the first one first; or the one with this id. */
export async function listAdministrators(
  { database }: Pick<BffDeps, 'database'>,
  id: string | null = null,
): Promise<readonly ListedAdministrator[]> {
  return database.any(sql.type(ListedRow)`
    select administrator_id as "administratorId", email, name, roles, is_active as "isActive",
      created_at as "createdAt", last_sign_in_at as "lastSignInAt",
      (select max(expires_at) from app.administrator_token as token
        where token.administrator_id = administrator.administrator_id and used_at is null) as "linkExpiresAt",
      (select count(*)::int from app.administrator_session as session
        where session.administrator_id = administrator.administrator_id
        and ${isOpen}) as "openSessions"
    from app.administrator as administrator
    where ${id}::uuid is null or administrator_id = ${id}::uuid order by created_at, administrator_id limit ${MAX_LISTED}`);
}
