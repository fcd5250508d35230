import { z } from 'zod';
import { isOpen } from '#bff/auth/admin-sessions.ts';
import { AdminRole } from '#bff/contract/admin-auth.ts';
import type { BffDeps } from '#bff/deps.ts';
import { sql } from '#bff/lib/sql.ts';
import { rowsOf } from '#bff/lib/table.ts';

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

const listed = rowsOf(ListedRow, sql.fragment`app.administrator as administrator`, {
  linkExpiresAt: sql.fragment`(select max(expires_at) from app.administrator_token as token
    where token.administrator_id = administrator.administrator_id and used_at is null)`,
  openSessions: sql.fragment`(select count(*)::int from app.administrator_session as session
    where session.administrator_id = administrator.administrator_id and ${isOpen})`,
});

/** All administrators, the first one first; or the one with this id. */
export const listAdministrators = ({ database }: Pick<BffDeps, 'database'>, administratorId?: string) =>
  listed.list(database, { administratorId }, sql.fragment`order by created_at, administrator_id limit ${MAX_LISTED}`);
