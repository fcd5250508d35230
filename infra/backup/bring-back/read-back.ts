import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type ReadHashes, rootOf, TILE_WIDTH, type TileRoot } from '#core/proofs/check/merkle.ts';
import type { EventStoreDBClient } from '#eventstore-client';
import { readLog } from '#infra/move/raw-log.ts';
import { createContentHash, createLogTally } from '../store/log-tally.ts';
import type { LogState } from '../store/manifest.ts';

export type ReadBack = {
  readonly positions: readonly number[];
  readonly content: string;
  readonly log: LogState | undefined;
  /** The tree of the log, for proofs. */
  readonly readHashes: ReadHashes;
};

const HASH_BYTES = 32;
const ROWS_AT_ONCE = 10_000;
const DELIVERIES = new Set(['OrderFulfilled', 'OrderPartlyFulfilled']);

/**
 * Reads the log as it lies in the event store now. What it says about documents and delivered codes comes into temporary
 * tables of this connection (`log_document`, `log_delivery`), for `account-for.ts`.
 */
export async function readBack(
  client: EventStoreDBClient,
  database: pg.Client,
  signal: AbortSignal,
  onEvents?: (events: number) => void,
): Promise<ReadBack> {
  const { note, readHashes } = createTree();
  const tally = createLogTally(undefined, note);
  const content = createContentHash();
  const positions: number[] = [];
  await database.query(`create temporary table log_document (kind text, id text);
    create temporary table log_delivery (place bigint, order_id text, line_id text, quantity int, digest text)`);
  const documents: string[] = [];
  const deliveries: string[] = [];
  for await (const event of readLog(client, undefined)) {
    signal.throwIfAborted();
    content.add(event);
    tally.add(event);
    positions.push(Number(event.position));
    onEvents?.(positions.length);
    const [, kind = '', id = ''] = /^(order|deposit|withdrawal)-([0-9a-f-]{36})$/.exec(event.streamId) ?? [];
    if (kind && event.revision === 0n) documents.push(`${kind}\t${id}\n`);
    if (documents.length >= ROWS_AT_ONCE) await fill(database, 'log_document', documents.splice(0));
    if (kind !== 'order' || !DELIVERIES.has(event.type)) continue;
    const { lines } = JSON.parse(event.data.toString()) as {
      readonly lines: readonly { readonly lineId: string; readonly quantity: number; readonly codesDigest: string }[];
    };
    for (const { lineId, quantity, codesDigest } of lines) {
      deliveries.push(`${positions.length}\t${id}\t${lineId}\t${quantity}\t${codesDigest}\n`);
    }
    if (deliveries.length >= ROWS_AT_ONCE) await fill(database, 'log_delivery', deliveries.splice(0));
  }
  await fill(database, 'log_document', documents);
  await fill(database, 'log_delivery', deliveries);
  await database.query('analyze log_document, log_delivery');
  return { positions, content: content.digest(), log: tally.state(), readHashes };
}

/** The tree of a log: its leaves lie packed, a tile in one piece, because a log has millions. */
function createTree() {
  const full: Buffer[] = [];
  const roots = new Map<string, Uint8Array>();
  let leaves: Uint8Array[] = [];
  const note = (leaf: Uint8Array, filled: readonly TileRoot[]): void => {
    leaves.push(leaf);
    for (const { level, index, hash } of filled) roots.set(`${level}:${index}`, hash);
    if (leaves.length < TILE_WIDTH) return;
    full.push(Buffer.concat(leaves));
    leaves = [];
  };
  const leafAt = (index: number): Uint8Array => {
    const [tile, at] = [full[Math.floor(index / TILE_WIDTH)], index % TILE_WIDTH];
    return tile?.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES) ?? leaves[at] ?? rootOf([]);
  };
  const readHashes: ReadHashes = async (level, start, count) =>
    Array.from({ length: count }, (_, at) =>
      level === 0 ? leafAt(start + at) : (roots.get(`${level}:${start + at}`) ?? rootOf([])),
    );
  return { note, readHashes };
}

async function fill(database: pg.Client, table: string, rows: readonly string[]): Promise<void> {
  const copy: Writable = database.query(copyFrom(`copy ${table} from stdin`));
  for (const row of rows) if (!copy.write(row)) await once(copy, 'drain');
  copy.end();
  await once(copy, 'finish');
}
