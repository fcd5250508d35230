import { ManagedAdministrator } from '#bff/contract/identity/admin-administrator.ts';
import { isOpen } from '#bff/identity/sessions/admin-sessions.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { rowsOf } from '#bff/kit/tables/table.ts';

/** One shop has a handful of administrators. */
const MAX_LISTED = 500;

const administrators = rowsOf(ManagedAdministrator, sql.fragment`app.administrator`, {
  id: sql.fragment`administrator_id`,
  // Choosing a password uses up all links, so a link that is left means that no password was chosen.
  link_expires_at: sql.fragment`(select max(expires_at) from app.administrator_token as token
    where token.administrator_id = administrator.administrator_id and used_at is null)`,
  open_sessions: sql.fragment`(select count(*)::int from app.administrator_session as session
    where session.administrator_id = administrator.administrator_id and ${isOpen})`,
});

/** All administrators, the first one first; or the one with this id. */
export const listAdministrators = ({ database }: Pick<BffDeps, 'database'>, administratorId?: string) =>
  administrators.list(
    database,
    { administratorId },
    sql.fragment`order by created_at, administrator_id limit ${MAX_LISTED}`,
  );
