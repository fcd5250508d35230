import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { deviceName } from '#bff/identity/sessions/device-name.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { cookieOf, DEVICE_COOKIE, setCookie } from '#bff/kit/http/cookies.ts';
import { networkOf } from '#bff/kit/http/network.ts';
import { isOfAdministrators } from '#bff/kit/http/place.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import type { newDeviceMail } from '#bff/papers/mails/account-mails.ts';
import type { Guess, GuessKind } from './attempts.ts';

export const DEVICE_COOKIE_DAYS = 365;

type Deps = Pick<BffDeps, 'database' | 'crypto' | 'config'>;
type Asked = { readonly request: FastifyRequest; readonly reply: FastifyReply };

/** The owner of an unknown account. Its devices are looked up too, so that the answer takes the same time. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

/** The token of the calling browser, hashed. */
export const browserHashOf = (deps: Pick<Deps, 'crypto' | 'config'>, request: FastifyRequest): Buffer | undefined => {
  const token = cookieOf(request, deps.config, DEVICE_COOKIE);
  return token === undefined ? undefined : deps.crypto.hashToken(token);
};

/** Gives the browser its token, or renews the one it has. */
export function markBrowser(deps: Pick<Deps, 'crypto' | 'config'>, { request, reply }: Asked): Buffer {
  const token = cookieOf(request, deps.config, DEVICE_COOKIE) ?? deps.crypto.randomToken();
  setCookie(reply, deps.config, DEVICE_COOKIE, token, DEVICE_COOKIE_DAYS * 24 * 60 * 60);
  return deps.crypto.hashToken(token);
}

/** The guesser at an account: a browser that has signed in to it before counts by itself, anything else by its network. */
export async function guesserOf(
  deps: Deps,
  request: FastifyRequest,
  kind: GuessKind,
  account: string,
  ownerId: string = account,
): Promise<Guess> {
  const hash = browserHashOf(deps, request);
  const isKnown =
    hash !== undefined &&
    (await deps.database.exists(sql.void`select from app.known_device
      where token_hash = ${sql.binary(hash)} and owner_id = ${ownerId}`));
  return {
    kind,
    account,
    isKnown,
    address: request.ip,
    by: isKnown ? `device:${hash.toString('hex')}` : `network:${networkOf(request.ip)}`,
    ownerId: ownerId === NOBODY ? undefined : ownerId,
    isAdministrator: isOfAdministrators(request),
  };
}

/** Remembers the browser of a sign-in. A new browser is announced by mail where others have signed in to the account before. */
export async function noteDevice(
  deps: Deps & Pick<BffDeps, 'mails' | 'clock'>,
  { request, reply }: Asked,
  owner: { id: string; email: string; name: string },
  announcement: { mailOf: typeof newDeviceMail; path: string },
): Promise<void> {
  const ownerId = owner.id;
  const hash = sql.binary(markBrowser(deps, { request, reply }));
  const { is_new, others } = await deps.database.one(sql.type(z.object({ is_new: z.boolean(), others: z.int() }))`
    with seen as (insert into app.known_device (token_hash, owner_id) values (${hash}, ${ownerId})
      on conflict (token_hash, owner_id) do update set last_seen_at = now() returning xmax = 0 as is_new)
    select (select is_new from seen),
      (select count(*)::int from app.known_device where owner_id = ${ownerId} and token_hash <> ${hash}) as others`);
  if (!is_new || others === 0) return;
  const mail = announcement.mailOf({
    device: deviceName(request.headers['user-agent']),
    address: request.ip,
    at: deps.clock(),
    url: `${deps.config.publicUrl}${announcement.path}`,
  });
  await deps.mails.send('new-device', owner, mail);
}
