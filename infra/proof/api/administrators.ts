import { randomUUID } from 'node:crypto';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { administratorToken } from '#bff/identity/sessions/access-tokens.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import type { Role } from '#core/aggregates/admin/roles.ts';
import type { TestApi, TestDeps } from './test-app.ts';

export type TestAdministrator = {
  readonly administratorId: string;
  readonly name: string;
  readonly email: string;
  readonly headers: Readonly<{ authorization: string }>;
  get(url: string): Promise<LightMyRequestResponse>;
  /** With a JSON body, or a form of files and fields. */
  send(
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    payload?: object,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>;
};

/** An administrator with a session; an owner where no roles are named. */
export async function createAdministrator(
  test: TestApi & TestDeps<'database'>,
  ...roles: Role[]
): Promise<TestAdministrator> {
  const { database } = test.deps;
  const [administratorId, sessionId] = [randomUUID(), randomUUID()];
  const name = `Administrator ${administratorId.slice(0, 8)}`;
  const email = `${administratorId.slice(0, 8)}@staff.example`;
  const expiresAt = new Date(Date.now() + 3_600_000);
  await database.query(
    sql.typeAlias('void')`insert into app.administrator (administrator_id, email, name, roles, password_hash)
      values (${administratorId}, ${email}, ${name},
        ${sql.array(roles.length === 0 ? ['owner'] : roles, 'text')}, 'no password')`,
  );
  await database.query(
    sql.typeAlias('void')`insert into app.administrator_session (session_id, administrator_id, expires_at)
      values (${sessionId}, ${administratorId}, ${expiresAt.toISOString()}::timestamptz)`,
  );
  const headers = {
    authorization: `Bearer ${administratorToken.sign(test.app, expiresAt, { sub: administratorId, sid: sessionId })}`,
  };
  return {
    administratorId,
    name,
    email,
    headers,
    get: (url) => test.app.inject({ url, headers }),
    send: (method, url, payload, more = {}) => {
      const request: InjectOptions = { method, url, headers: { ...headers, ...more } };
      return test.app.inject(payload === undefined ? request : { ...request, payload });
    },
  };
}

/** As if the session was started, and confirmed by password, eleven minutes ago. */
export const forgetConfirmation = (
  { deps: { database } }: TestDeps<'database'>,
  { administratorId }: TestAdministrator,
) =>
  database.query(
    sql.typeAlias('void')`update app.administrator_session set confirmed_at = now() - interval '11 minutes'
      where administrator_id = ${administratorId}`,
  );

/** A multipart form; a Buffer value is a file with its field's name. */
export function formOf(parts: Readonly<Record<string, string | Buffer>>, fileName = 'upload'): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(parts)) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)]), fileName);
  }
  return form;
}
