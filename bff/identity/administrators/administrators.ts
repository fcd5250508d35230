import { z } from 'zod';
import { AdminRole } from '#bff/contract/identity/admin-auth.ts';
import { normalizeEmail } from '#bff/identity/accounts/accounts.ts';
import { type Recording, recordedTransaction } from '#bff/identity/audit/keep-record.ts';
import { dropSecondFactor } from '#bff/identity/factors/mfa-factors.ts';
import { closeAdministratorDoors, endAdminSessions } from '#bff/identity/sessions/admin-sessions.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { appTable } from '#bff/kit/tables/table.ts';
import { ROLES, type Role } from '#core/aggregates/admin/roles.ts';
import { mailboxOf } from '#core/aggregates/admin/same-person.ts';
import { DomainError } from '#core/kernel/errors.ts';
import type { Actor } from '#core/kernel/log/event.ts';
import { type AdministratorChange, factsOf } from './change.ts';

const PASSWORD_LINK_HOURS = 24;

const AdministratorRow = z.object({
  administrator_id: z.string(),
  email: z.string(),
  name: z.string(),
  roles: z.array(AdminRole),
  is_active: z.boolean(),
  /** A password was chosen: choosing one uses up all links. */
  can_sign_in: z.boolean(),
});
export type AdministratorRow = z.infer<typeof AdministratorRow>;

const administrators = appTable('administrator', AdministratorRow, {
  can_sign_in: sql.fragment`not exists (select from app.administrator_token as token
    where token.administrator_id = administrator.administrator_id and used_at is null)`,
});

export type Deps = Pick<BffDeps, 'database' | 'crypto' | 'ledger' | 'config' | 'rules' | 'clock' | 'logger'>;

export type NewAdministrator = { readonly email: string; readonly name: string; readonly roles: readonly Role[] };

/** The password keeps working. */
export async function endAdministratorSessions(deps: Deps, administratorId: string, actor: Actor): Promise<void> {
  await recordedTransaction(deps, actor, async (transaction, record) => {
    await endAdminSessions(transaction, administratorId);
    await record('administrator-sessions-ended', ['admin', administratorId]);
  });
}

/** All administrators, locked in one order: of two changes at once the second one sees what the first one did. */
export const lockAdministrators = (transaction: Queryable): Promise<AdministratorRow[]> =>
  administrators.list(transaction, {}, sql.fragment`order by administrator_id for update`);

/** @throws DomainError not_found */
export function requireAdministrator(
  rows: readonly AdministratorRow[],
  which: { readonly id: string } | { readonly email: string },
): AdministratorRow {
  const row = rows.find((each) =>
    'id' in which ? each.administrator_id === which.id : each.email === normalizeEmail(which.email),
  );
  if (row) return row;
  const name = 'email' in which ? ` ${normalizeEmail(which.email)}` : '';
  throw new DomainError('not_found', `There is no such administrator${name}.`);
}

export const isActiveOwner = (row: AdministratorRow): boolean => row.is_active && row.roles.includes('owner');

/**
 * Whether a change is possible as the administrators are now: it is asked at the proposal, and again when it is carried out.
 * @throws DomainError invalid_value, invalid_state
 */
export function requirePossible(
  rows: readonly AdministratorRow[],
  subject: AdministratorRow | null,
  change: AdministratorChange,
): void {
  if (change.step === 'invite') {
    const known = rows.find(({ email }) => mailboxOf(email) === mailboxOf(change.email));
    if (!known) return;
    throw new DomainError(
      'invalid_value',
      known.email === change.email
        ? `${change.email} is an administrator already.`
        : `${change.email} is the mailbox of an administrator already, ${known.email}. Two administrators are two people.`,
      { field: 'email' },
    );
  }
  if (!subject) throw new DomainError('not_found', 'There is no such administrator.');
  const { email, is_active: isActive } = subject;
  if (change.step === 'enable') {
    if (isActive) throw new DomainError('invalid_state', `${email} is enabled already.`);
    return;
  }
  if (change.step === 'disable' ? !isActive && !change.isOut : !isActive) {
    throw new DomainError('invalid_state', `${email} is disabled. Enable them first.`);
  }
  const staysOwner = change.step === 'reset' || (change.step === 'roles' && change.roles.includes('owner'));
  if (staysOwner || !isActiveOwner(subject) || rows.some((row) => row !== subject && isActiveOwner(row))) return;
  // Without an owner nobody could manage the administrators.
  throw new DomainError(
    'invalid_state',
    `${email} is the last active owner. Make somebody else an owner first, or nobody could manage the administrators.`,
  );
}

/**
 * Carries a change out, in the transaction that has locked the administrators. Locking out ends all sessions and links at once. `by`
 * brought the administrator in, where the change gives rights: for a time the two are not two people. Returns the link by which the
 * administrator chooses a password, where the change makes one.
 */
export async function applyChange(
  deps: Deps,
  transaction: Queryable,
  record: Recording,
  { id, change, by }: { readonly id: string; readonly change: AdministratorChange; readonly by: string | null },
): Promise<string | undefined> {
  const subject = ['admin', id] as const;
  switch (change.step) {
    case 'invite': {
      // Nobody can sign in with it: the first password is chosen by the link.
      const hash = await deps.crypto.hashPassword(deps.crypto.randomToken());
      const { email, name, roles } = change;
      await administrators.insert(transaction, { administratorId: id, email, name, roles, passwordHash: hash });
      await tie(deps, transaction, id, by);
      await record('administrator-created', subject, factsOf(change));
      return passwordLink(deps, transaction, id);
    }
    case 'roles':
      await tie(deps, transaction, id, by);
      await administrators.update(transaction, { administratorId: id }, { roles: change.roles });
      await record('administrator-roles-set', subject, factsOf(change));
      return undefined;
    case 'disable':
    case 'enable': {
      const isActive = change.step === 'enable';
      if (isActive) await tie(deps, transaction, id, by);
      await setActive(transaction, id, isActive);
      await record(isActive ? 'administrator-enabled' : 'administrator-disabled', subject);
      return undefined;
    }
    case 'reset': {
      await tie(deps, transaction, id, by);
      const hash = await deps.crypto.hashPassword(deps.crypto.randomToken());
      await administrators.update(transaction, { administratorId: id }, { passwordHash: hash });
      await closeAdministratorDoors(transaction, id);
      if (!change.keepsSecondFactor) await dropSecondFactor(transaction, id);
      await record('administrator-reset', subject, factsOf(change));
      return passwordLink(deps, transaction, id);
    }
  }
}

/** Lets an administrator in, or keeps them out, which ends all sessions and links. */
export async function setActive(transaction: Queryable, administratorId: string, isActive: boolean): Promise<void> {
  await administrators.update(transaction, { administratorId }, { isActive });
  if (!isActive) await closeAdministratorDoors(transaction, administratorId);
}

async function tie({ clock }: Pick<Deps, 'clock'>, transaction: Queryable, id: string, by: string | null) {
  if (by === null) return;
  await transaction.query(sql.void`
    insert into app.administrator_tie (administrator_id, brought_in_by, tied_at)
    values (${id}, ${by}, ${clock().toISOString()}::timestamptz)
    on conflict (administrator_id, brought_in_by) do update set tied_at = excluded.tied_at`);
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
    await administrators.update(transaction, { administratorId: taken.administrator_id }, { passwordHash });
    return taken.administrator_id;
  });
}

/** The password of somebody who was just brought in and proves it in another way: their link is used up. */
export async function setChosenPassword(transaction: Queryable, administratorId: string, passwordHash: string) {
  await transaction.query(
    sql.void`update app.administrator_token set used_at = now() where administrator_id = ${administratorId}`,
  );
  await administrators.update(transaction, { administratorId }, { passwordHash });
}

/** Null where the link does not work. */
export function findByPasswordLink(
  { database, crypto }: Pick<Deps, 'database' | 'crypto'>,
  token: string,
): Promise<AdministratorRow | null> {
  return administrators.find(
    database,
    sql.fragment`is_active and administrator_id = (select administrator_id from app.administrator_token
      where token_hash = ${sql.binary(crypto.hashToken(token))} and used_at is null and expires_at > now())`,
  );
}

/** Each role once, in the order of ROLES. */
export const inOrder = (roles: readonly Role[]): Role[] => ROLES.filter((role) => roles.includes(role));

async function passwordLink(deps: Deps, transaction: Queryable, administratorId: string): Promise<string> {
  const token = deps.crypto.randomToken();
  await transaction.query(sql.void`
    insert into app.administrator_token (token_hash, administrator_id, expires_at)
    values (${sql.binary(deps.crypto.hashToken(token))}, ${administratorId},
      now() + ${`${PASSWORD_LINK_HOURS} hours`}::interval)`);
  return `${deps.config.publicUrl}/admin/password/${token}`;
}
