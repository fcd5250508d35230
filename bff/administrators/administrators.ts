import { UniqueIntegrityConstraintViolationError } from 'slonik';
import { v7 } from 'uuid';
import { z } from 'zod';
import { normalizeEmail } from '#bff/auth/accounts.ts';
import type { BffDeps } from '#bff/deps.ts';
import { type Queryable, sql } from '#bff/lib/sql.ts';
import type { AdminAction } from '#core/admin/events.ts';
import { DomainError } from '#core/kernel/errors.ts';
import type { Actor } from '#core/kernel/event.ts';

/** How long the link works by which an administrator chooses a password. */
const PASSWORD_LINK_HOURS = 24;

const AdministratorRow = z.object({
  administrator_id: z.string(),
  email: z.string(),
  name: z.string(),
  is_active: z.boolean(),
  created_at: z.date(),
  last_sign_in_at: z.date().nullable(),
});
type AdministratorRow = z.infer<typeof AdministratorRow>;

const columns = sql.fragment`administrator_id, email, name, is_active, created_at, last_sign_in_at`;

type Deps = Pick<BffDeps, 'database' | 'crypto' | 'ledger' | 'config'>;

/** All administrators, the first one first. */
export async function listAdministrators({ database }: Pick<Deps, 'database'>) {
  const rows = await database.any(
    sql.type(AdministratorRow)`select ${columns} from app.administrator order by created_at`,
  );
  return rows.map((row) => ({
    email: row.email,
    name: row.name,
    isActive: row.is_active,
    createdAt: row.created_at,
    lastSignInAt: row.last_sign_in_at,
  }));
}

/**
 * A new administrator, who chooses a password by the returned link. Nobody can sign in before that.
 * @throws DomainError invalid_value for an address that an administrator has
 */
export async function createAdministrator(
  deps: Deps,
  wanted: { email: string; name: string },
  actor: Actor,
): Promise<string> {
  const administratorId = v7();
  const passwordHash = await deps.crypto.hashPassword(deps.crypto.randomToken());
  return deps.database
    .transaction(async (transaction) => {
      await transaction.query(
        sql.typeAlias('void')`insert into app.administrator (administrator_id, email, name, password_hash)
          values (${administratorId}, ${normalizeEmail(wanted.email)}, ${wanted.name.trim()}, ${passwordHash})`,
      );
      await record(deps, administratorId, 'administrator-created', actor);
      return passwordLink(deps, transaction, administratorId);
    })
    .catch((error: unknown) => {
      if (!(error instanceof UniqueIntegrityConstraintViolationError)) throw error;
      throw new DomainError('invalid_value', `${normalizeEmail(wanted.email)} is an administrator already.`);
    });
}

/** The password stops working, all sessions end, and a new one is chosen by the returned link. */
export async function resetAdministrator(deps: Deps, email: string, actor: Actor): Promise<string> {
  const passwordHash = await deps.crypto.hashPassword(deps.crypto.randomToken());
  return deps.database.transaction(async (transaction) => {
    const { administrator_id } = await requireAdministrator(transaction, email);
    await transaction.query(
      sql.typeAlias('void')`update app.administrator set password_hash = ${passwordHash}
        where administrator_id = ${administrator_id}`,
    );
    await shutOut(transaction, administrator_id);
    await record(deps, administrator_id, 'administrator-reset', actor);
    return passwordLink(deps, transaction, administrator_id);
  });
}

/** Lets an administrator in, or keeps them out: then all sessions and links end at once. */
export async function setAdministratorActive(
  deps: Deps,
  email: string,
  isActive: boolean,
  actor: Actor,
): Promise<void> {
  await deps.database.transaction(async (transaction) => {
    const { administrator_id } = await requireAdministrator(transaction, email);
    await transaction.query(
      sql.typeAlias('void')`update app.administrator set is_active = ${isActive}
        where administrator_id = ${administrator_id}`,
    );
    if (!isActive) await shutOut(transaction, administrator_id);
    await record(deps, administrator_id, isActive ? 'administrator-enabled' : 'administrator-disabled', actor);
  });
}

/** Sets the password by its link; the administrator, or null where the link does not work. */
export async function choosePassword(
  deps: Pick<Deps, 'database' | 'crypto'>,
  token: string,
  passwordHash: string,
): Promise<string | null> {
  return deps.database.transaction(async (transaction) => {
    const taken = await transaction.maybeOne(
      sql.type(z.object({ administrator_id: z.string() }))`update app.administrator_token set used_at = now()
        where token_hash = ${sql.binary(deps.crypto.hashToken(token))} and used_at is null and expires_at > now()
        returning administrator_id`,
    );
    if (!taken) return null;
    await shutOut(transaction, taken.administrator_id);
    await transaction.query(
      sql.typeAlias('void')`update app.administrator set password_hash = ${passwordHash}
        where administrator_id = ${taken.administrator_id}`,
    );
    return taken.administrator_id;
  });
}

/** Whose link it is; null where it does not work. */
export function findByPasswordLink(
  { database, crypto }: Pick<Deps, 'database' | 'crypto'>,
  token: string,
): Promise<AdministratorRow | null> {
  return database.maybeOne(
    sql.type(AdministratorRow)`select ${columns} from app.administrator
      where is_active and administrator_id = (select administrator_id from app.administrator_token
        where token_hash = ${sql.binary(crypto.hashToken(token))} and used_at is null and expires_at > now())`,
  );
}

async function requireAdministrator(database: Queryable, email: string): Promise<AdministratorRow> {
  const row = await database.maybeOne(
    sql.type(AdministratorRow)`select ${columns} from app.administrator
      where email = ${normalizeEmail(email)} for update`,
  );
  if (!row) throw new DomainError('not_found', `There is no administrator ${normalizeEmail(email)}.`);
  return row;
}

async function shutOut(transaction: Queryable, administratorId: string): Promise<void> {
  await transaction.query(
    sql.typeAlias('void')`update app.administrator_session set ended_at = now()
      where administrator_id = ${administratorId} and ended_at is null`,
  );
  await transaction.query(
    sql.typeAlias('void')`update app.administrator_token set used_at = now()
      where administrator_id = ${administratorId} and used_at is null`,
  );
  await transaction.query(sql.typeAlias('void')`delete from app.known_device where owner_id = ${administratorId}`);
}

async function passwordLink(deps: Deps, transaction: Queryable, administratorId: string): Promise<string> {
  const token = deps.crypto.randomToken();
  await transaction.query(
    sql.typeAlias('void')`insert into app.administrator_token (token_hash, administrator_id, expires_at)
      values (${sql.binary(deps.crypto.hashToken(token))}, ${administratorId},
        now() + ${`${PASSWORD_LINK_HOURS} hours`}::interval)`,
  );
  return `${deps.config.publicUrl}/admin/password/${token}`;
}

/** In the administrator's own stream. What cannot be recorded is not done: the transaction ends with the error. */
async function record(
  deps: Pick<Deps, 'ledger'>,
  administratorId: string,
  action: AdminAction,
  actor: Actor,
): Promise<void> {
  const id = v7();
  await deps.ledger.execute(
    {
      type: 'RecordAdministratorAction',
      administratorId,
      action,
      subject: { kind: 'administrator', id: administratorId },
      facts: {},
    },
    { commandId: id, correlationId: id, actor },
  );
}
