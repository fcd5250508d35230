/**
 * Access rights in the event store: a user for each part, and access lists for two groups. The same on the embedded
 * node and on a real one.
 */

import { status } from '@grpc/grpc-js';
import { type EventStoreDBClient, jsonEvent, StreamNotFoundError } from '#eventstore-client';
import usersService, { type UsersClient } from '#eventstore-client/generated/users_grpc_pb.js';
import users from '#eventstore-client/generated/users_pb.js';
import type { Accounts } from '#infra/adapters/config/accounts.ts';
import { PART_NAMES, PARTS, type Part } from '#infra/adapters/config/parts.ts';
import { withEventStoreClient } from './client.ts';
import { callOnce } from './client-internals.ts';

const READERS = 'ledger-readers';
const WRITERS = 'ledger-writers';
const ADMINS = '$admins';

export const groupOf = (part: Part): string => (PARTS[part].events === 'append' ? WRITERS : READERS);

/** The users of the embedded node: its administrator, and those of the parts. Others have no group. */
export const usersOf = (accounts: Accounts) =>
  Object.entries(accounts).map(([username, password = '']) => {
    const part = PART_NAMES.find((name) => name === username);
    const groups = username === 'admin' ? [ADMINS] : part ? [groupOf(part)] : [];
    return { username, password, groups };
  });

/** For all streams: only an administrator of the server removes a stream, or changes its settings. */
const OF_STREAMS = { $r: [READERS, WRITERS], $w: [WRITERS], $d: [ADMINS], $mr: [READERS, WRITERS], $mw: [ADMINS] };
const OF_SYSTEM_STREAMS = { $r: [ADMINS], $w: [ADMINS], $d: [ADMINS], $mr: [ADMINS], $mw: [ADMINS] };
const SETTINGS = { $userStreamAcl: OF_STREAMS, $systemStreamAcl: OF_SYSTEM_STREAMS };
/** The log of all streams counts as a system stream. */
const READERS_OF_LOG = [READERS, WRITERS];

/** Sets the access lists if they are not set yet. Needs an administrator of the event store. @throws the client's errors */
export const setAccessLists = (adminUrl: string): Promise<void> =>
  withEventStoreClient(adminUrl, async (client) => {
    if (JSON.stringify(await lastSettings(client)) !== JSON.stringify(SETTINGS)) {
      await client.appendToStream('$settings', jsonEvent({ type: 'settings', data: SETTINGS }));
    }
    const { metadata } = await client.getStreamMetadata('$all');
    if (String(metadata?.acl?.readRoles) !== String(READERS_OF_LOG)) {
      await client.setStreamMetadata('$all', { ...metadata, acl: { ...metadata?.acl, readRoles: READERS_OF_LOG } });
    }
  });

async function lastSettings(client: EventStoreDBClient): Promise<unknown> {
  let last: unknown;
  try {
    // Read to its end: after an unfinished read, disposing of the client would wait for it.
    const read = client.readStream('$settings', { direction: 'backwards', fromRevision: 'end', maxCount: 1 });
    for await (const { event } of read) last = event?.data;
  } catch (error) {
    if (!(error instanceof StreamNotFoundError)) throw error;
  }
  return last;
}

/**
 * Creates a user for each part on a real server, and gives existing ones this password and group. The embedded node
 * gets its users when it starts: false. Needs an administrator of the event store.
 * @throws the server's errors
 */
export const saveUsers = (adminUrl: string, passwordOf: (part: Part) => string): Promise<boolean> =>
  withEventStoreClient(adminUrl, async (client) => {
    for (const part of PART_NAMES) await saveUser(client, part, passwordOf(part));
    return true;
  }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === status.UNIMPLEMENTED) return false;
    throw error;
  });

async function saveUser(client: EventStoreDBClient, part: Part, password: string): Promise<void> {
  const create = new users.CreateReq.Options();
  create
    .setLoginName(part)
    .setFullName(`Giftledger ${part}`)
    .setGroupsList([groupOf(part)])
    .setPassword(password);
  try {
    await call(client, (service, ...rest) => service.create(new users.CreateReq().setOptions(create), ...rest));
  } catch (error) {
    if (!(error instanceof Error) || !/conflict/i.test(error.message)) throw error;
    const update = new users.UpdateReq.Options();
    update
      .setLoginName(part)
      .setFullName(`Giftledger ${part}`)
      .setGroupsList([groupOf(part)]);
    await call(client, (service, ...rest) => service.update(new users.UpdateReq().setOptions(update), ...rest));
    const reset = new users.ResetPasswordReq.Options();
    reset.setLoginName(part).setNewPassword(password);
    await call(client, (service, ...rest) =>
      service.resetPassword(new users.ResetPasswordReq().setOptions(reset), ...rest),
    );
  }
}

const call = (client: EventStoreDBClient, send: Parameters<typeof callOnce<UsersClient>>[3]): Promise<void> =>
  callOnce(client, usersService.UsersClient, 'users', send);
