import { UniqueIntegrityConstraintViolationError } from 'slonik';
import { v7 } from 'uuid';
import { z } from 'zod';
import { actionOf } from '#bff/audit/record-action.ts';
import { normalizeEmail } from '#bff/auth/accounts.ts';
import { closeAdministratorDoors, endAdminSessions } from '#bff/auth/admin-sessions.ts';
import { dropSecondFactor } from '#bff/auth/mfa-factors.ts';
import { AdminRole } from '#bff/contract/admin-auth.ts';
import type { BffDeps } from '#bff/deps.ts';
import { type Queryable, sql } from '#bff/lib/sql.ts';
import type { AdminAction } from '#core/admin/events.ts';
import { ROLES, type Role } from '#core/admin/roles.ts';
import { DomainError } from '#core/kernel/errors.ts';
import type { Actor } from '#core/kernel/event.ts';

/** How long the link for choosing a password works. */
const PASSWORD_LINK_HOURS = 24;

const AdministratorRow = z.object({
  administrator_id: z.string(),
  email: z.string(),
  name: z.string(),
  roles: z.array(AdminRole),
  is_active: z.boolean(),
});
type AdministratorRow = z.infer<typeof AdministratorRow>;

const columns = sql.fragment`administrator_id, email, name, roles, is_active`;

type Deps = Pick<BffDeps, 'database' | 'crypto' | 'ledger' | 'config'>;

export type NewAdministrator = { readonly email: string; readonly name: string; readonly roles: readonly Role[] };

/**
 * Adds an administrator, who chooses a password by the returned link. Nobody can sign in before that.
 * @throws DomainError invalid_value for an address that an administrator has
 */
export async function createAdministrator(deps: Deps, wanted: NewAdministrator, actor: Actor): Promise<string> {
  const administratorId = v7();
  const passwordHash = await deps.crypto.hashPassword(deps.crypto.randomToken());
  return deps.database
    .transaction(async (transaction) => {
      await transaction.query(sql.void`
        insert into app.administrator (administrator_id, email, name, roles, password_hash)
        values (${administratorId}, ${normalizeEmail(wanted.email)}, ${wanted.name.trim()},
          ${sql.array(inOrder(wanted.roles), 'text')}, ${passwordHash})`);
      await record(deps, administratorId, 'administrator-created', actor, {
        roles: inOrder(wanted.roles).join(', '),
      });
      return passwordLink(deps, transaction, administratorId);
    })
    .catch((error: unknown) => {
      if (!(error instanceof UniqueIntegrityConstraintViolationError)) throw error;
      throw new DomainError('invalid_value', `${normalizeEmail(wanted.email)} is an administrator already.`, {
        field: 'email',
      });
    });
}

/**
 * Disables the password, ends all sessions and returns the link for a new one. The second factor is removed too, unless it is kept: a link
 * that is sent by mail must not be enough where a second factor is required.
 */
export async function resetAdministrator(
  deps: Deps,
  email: string,
  actor: Actor,
  { keepsSecondFactor = false } = {},
): Promise<string> {
  const passwordHash = await deps.crypto.hashPassword(deps.crypto.randomToken());
  return deps.database.transaction(async (transaction) => {
    const { administrator_id } = await requireAdministrator(transaction, email);
    await transaction.query(sql.void`update app.administrator set password_hash = ${passwordHash}
      where administrator_id = ${administrator_id}`);
    await closeAdministratorDoors(transaction, administrator_id);
    if (!keepsSecondFactor) await dropSecondFactor(transaction, administrator_id);
    await record(deps, administrator_id, 'administrator-reset', actor);
    return passwordLink(deps, transaction, administrator_id);
  });
}

/**
 * Lets an administrator in, or locks them out. Locking out ends all sessions and links at once.
 * @throws DomainError invalid_state for the last active owner
 */
export async function setAdministratorActive(
  deps: Deps,
  email: string,
  isActive: boolean,
  actor: Actor,
): Promise<void> {
  await deps.database.transaction(async (transaction) => {
    const { administrator_id } = isActive
      ? await requireAdministrator(transaction, email)
      : await requireAnotherOwner(transaction, email);
    await transaction.query(sql.void`update app.administrator set is_active = ${isActive}
      where administrator_id = ${administrator_id}`);
    if (!isActive) await closeAdministratorDoors(transaction, administrator_id);
    await record(deps, administrator_id, isActive ? 'administrator-enabled' : 'administrator-disabled', actor);
  });
}

/** Ends all sessions of an administrator. The password keeps working. */
export async function endAdministratorSessions(deps: Deps, email: string, actor: Actor): Promise<void> {
  await deps.database.transaction(async (transaction) => {
    const { administrator_id } = await requireAdministrator(transaction, email);
    await endAdminSessions(transaction, administrator_id);
    await record(deps, administrator_id, 'administrator-sessions-ended', actor);
  });
}

/**
 * Sets the roles, which decide what an administrator may do from the next request on.
 * @throws DomainError invalid_state where no active owner would be left
 */
export async function setAdministratorRoles(
  deps: Deps,
  email: string,
  roles: readonly Role[],
  actor: Actor,
): Promise<void> {
  await deps.database.transaction(async (transaction) => {
    const { administrator_id } = roles.includes('owner')
      ? await requireAdministrator(transaction, email)
      : await requireAnotherOwner(transaction, email);
    await transaction.query(sql.void`update app.administrator set roles = ${sql.array(inOrder(roles), 'text')}
      where administrator_id = ${administrator_id}`);
    await record(deps, administrator_id, 'administrator-roles-set', actor, { roles: inOrder(roles).join(', ') });
  });
}

/** Sets the password by its link. Returns the administrator, or null where the link does not work. */
export async function choosePassword(
  deps: Pick<Deps, 'database' | 'crypto'>,
  token: string,
  passwordHash: string,
): Promise<string | null> {
  return deps.database.transaction(async (transaction) => {
    const taken = await transaction.maybeOne(sql.type(z.object({ administrator_id: z.string() }))`
      update app.administrator_token set used_at = now()
      where token_hash = ${sql.binary(deps.crypto.hashToken(token))} and used_at is null and expires_at > now()
      returning administrator_id`);
    if (!taken) return null;
    await closeAdministratorDoors(transaction, taken.administrator_id);
    await transaction.query(sql.void`update app.administrator set password_hash = ${passwordHash}
      where administrator_id = ${taken.administrator_id}`);
    return taken.administrator_id;
  });
}

/** The administrator whose link it is; null where it does not work. */
export function findByPasswordLink(
  { database, crypto }: Pick<Deps, 'database' | 'crypto'>,
  token: string,
): Promise<AdministratorRow | null> {
  return database.maybeOne(sql.type(AdministratorRow)`
    select ${columns} from app.administrator
    where is_active and administrator_id = (select administrator_id from app.administrator_token
      where token_hash = ${sql.binary(crypto.hashToken(token))} and used_at is null and expires_at > now())`);
}

async function requireAdministrator(database: Queryable, email: string): Promise<AdministratorRow> {
  const row = await database.maybeOne(sql.type(AdministratorRow)`select ${columns} from app.administrator
    where email = ${normalizeEmail(email)} for update`);
  if (!row) throw noAdministrator(email);
  return row;
}

/**
 * Returns the administrator where somebody else is an active owner; without one nobody could manage the administrators. All rows are locked
 * in one order, so that of two requests that would leave no owner, the second one sees what the first one did.
 */
async function requireAnotherOwner(transaction: Queryable, email: string): Promise<AdministratorRow> {
  const rows = await transaction.any(
    sql.type(AdministratorRow)`select ${columns} from app.administrator order by administrator_id for update`,
  );
  const administrator = rows.find((row) => row.email === normalizeEmail(email));
  if (!administrator) throw noAdministrator(email);
  const isActiveOwner = (row: AdministratorRow) => row.is_active && row.roles.includes('owner');
  if (isActiveOwner(administrator) && !rows.some((row) => row !== administrator && isActiveOwner(row))) {
    throw new DomainError(
      'invalid_state',
      `${administrator.email} is the last active owner. Make somebody else an owner first, or nobody could manage the administrators.`,
    );
  }
  return administrator;
}

const noAdministrator = (email: string) =>
  new DomainError('not_found', `There is no administrator ${normalizeEmail(email)}.`);

/** Each role once, in the order of ROLES. */
const inOrder = (roles: readonly Role[]): Role[] => ROLES.filter((role) => roles.includes(role));

async function passwordLink(deps: Deps, transaction: Queryable, administratorId: string): Promise<string> {
  const token = deps.crypto.randomToken();
  await transaction.query(sql.void`
    insert into app.administrator_token (token_hash, administrator_id, expires_at)
    values (${sql.binary(deps.crypto.hashToken(token))}, ${administratorId},
      now() + ${`${PASSWORD_LINK_HOURS} hours`}::interval)`);
  return `${deps.config.publicUrl}/admin/password/${token}`;
}

/**
 * The entry is in the stream of who did it, else in the stream of who it was done to. An action that cannot be recorded is not done: the
 * error ends the transaction.
 */
async function record(
  deps: Pick<Deps, 'ledger'>,
  administratorId: string,
  action: AdminAction,
  actor: Actor,
  facts: Readonly<Record<string, string>> = {},
): Promise<void> {
  const id = v7();
  const by = actor.kind === 'administrator' ? actor.id : administratorId;
  const command = actionOf(by, action, ['admin', administratorId], facts);
  await deps.ledger.execute(command, { commandId: id, correlationId: id, actor });
}
