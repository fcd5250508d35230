import type { FastifyReply } from 'fastify';
import type { BffDeps } from '#bff/deps.ts';
import { ApiError } from '#bff/lib/api-error.ts';
import { sendDownload } from '#bff/lib/send-file.ts';
import type { StoredEvent } from '#core/kernel/event-store.ts';
import { type ProvableLog, proveLine, proveStatement } from '#core/log-proofs/statement.ts';
import { createTileReader, TILE_WIDTH } from '#core/log-proofs/tree.ts';
import { findHead, findPlaces, readTileHashes } from './kept-log.ts';

type Deps = Pick<BffDeps, 'database' | 'eventStore'>;

const notYet = () =>
  new ApiError(
    409,
    'not_signed_yet',
    'The head of the log that covers this is not signed yet. The log is signed once a day: try again tomorrow.',
  );

/** Sends the statement of a wallet as a file that proves it. @throws ApiError 409 while no head covers any of it */
export async function sendStatementProof(
  deps: Deps,
  reply: FastifyReply,
  walletId: string,
  { start_date, end_date }: { readonly start_date?: string | undefined; readonly end_date?: string | undefined },
): Promise<FastifyReply> {
  const period = {
    from: start_date === undefined ? null : `${start_date}T00:00:00.000Z`,
    to: end_date === undefined ? null : `${end_date}T23:59:59.999Z`,
  };
  const body = await proveStatement(deps.eventStore.readStream(`wallet-${walletId}`), period, await provableLog(deps));
  if (body === undefined) throw notYet();
  const name = `statement-${walletId.slice(0, 8)}.proof.json`;
  return sendDownload(reply, { name, contentType: 'application/json', body: Buffer.from(body) });
}

/** Sends one movement as a proof of its own. @throws ApiError 409 while no head covers it */
export async function sendLineProof(
  deps: Deps,
  reply: FastifyReply,
  { walletId, id, reference }: { readonly walletId: string; readonly id: string; readonly reference: string },
): Promise<FastifyReply> {
  // A withdrawal moves the balance when its hold is captured, and is known by the hold.
  const capturedHold = reference.startsWith('hold:') ? reference.slice('hold:'.length) : undefined;
  const isWanted = (event: StoredEvent) =>
    capturedHold === undefined
      ? event.id === id
      : event.type === 'WalletHoldCaptured' && (event.data as { holdId?: unknown }).holdId === capturedHold;
  const proof = await proveLine(deps.eventStore.readStream(`wallet-${walletId}`), isWanted, await provableLog(deps));
  if (proof === undefined) throw notYet();
  const name = `movement-${id.slice(0, 8)}.tlog-proof`;
  return sendDownload(reply, { name, contentType: 'text/plain; charset=utf-8', body: Buffer.from(proof) });
}

async function provableLog({ database }: Deps): Promise<ProvableLog> {
  const head = await findHead(database);
  if (!head) throw notYet();
  return {
    ...head,
    readHashes: createTileReader(head.size, (level, index, width) =>
      readTileHashes(database, level, index * TILE_WIDTH, width),
    ),
    findPlaces: (hashes) => findPlaces(database, hashes),
  };
}
