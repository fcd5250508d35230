import type pg from 'pg';
import type { StreamHead } from '#core/kernel/log/stream-heads.ts';
import { leafHash, type TileRoot } from '#core/proofs/check/merkle.ts';
import type { LogBook } from '#core/proofs/notary/log-book.ts';
import { connectedUnlessAway } from '#infra/adapters/postgres/pool.ts';

/**
 * A page is one value, because as separate rows the leaves would need more memory than all the rest of `ledger
 * checkpoint`.
 */
const PAGE_LEAVES = 4_096;
const HASH_BYTES = 32;

/** The notary's book in Postgres, over its own connection. */
export function createPostgresLogBook(client: pg.ClientBase): LogBook {
  const one = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row | undefined> =>
    (await client.query<Row>(text, values)).rows[0];
  const atOnce = async (write: () => Promise<void>): Promise<void> => {
    await client.query('begin');
    try {
      await write();
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
  };

  return {
    async lastHead() {
      const row = await one<{ size: string; note: string }>(
        'select size::text, note from notary.checkpoint order by checkpoint.size desc limit 1',
      );
      return row && { size: Number(row.size), note: row.note };
    },
    async size() {
      const row = await one<{ size: string }>('select coalesce(max(index) + 1, 0)::text as size from notary.leaf');
      return Number(row?.size);
    },
    entries: (from) => readEntries(client, from),
    ends: () => readEnds(client),
    ...readingsOf(client),
    add: (from, entries, roots) =>
      atOnce(async () => {
        await client.query(
          'insert into notary.leaf (index, entry) select $1::bigint + place - 1, entry from unnest($2::bytea[]) with ordinality as given (entry, place)',
          [from, entries],
        );
        await client.query(
          'insert into notary.tile_root (level, index, hash) select * from unnest($1::smallint[], $2::bigint[], $3::bytea[])',
          columnsOf(roots),
        );
      }),
    async readHashes(level, start, count) {
      const { rows } = await client.query<{ hash: Buffer }>(
        level === 0
          ? 'select entry as hash from notary.leaf where index >= $1 and index < $2 order by index'
          : 'select hash from notary.tile_root where index >= $1 and index < $2 and level = $3 order by index',
        level === 0 ? [start, start + count] : [start, start + count, level],
      );
      return rows.map(({ hash }) => (level === 0 ? leafHash(hash) : hash));
    },
    keepHead: ({ size, note, key }, { ends, roots }) =>
      atOnce(async () => {
        await client.query('insert into notary.checkpoint (size, note, key) values ($1, $2, $3)', [size, note, key]);
        for (const page of pagesOf(ends)) {
          await client.query(
            'insert into notary.stream_end (size, place, stream, revision, entry) select $1, * from unnest($2::bigint[], $3::text[], $4::bigint[], $5::bytea[])',
            [
              size,
              page.map(({ place }) => place),
              page.map(({ streamId }) => streamId),
              page.map(({ revision }) => revision),
              page.map(({ hash }) => Buffer.from(hash, 'hex')),
            ],
          );
        }
        await client.query(
          'insert into notary.stream_end_root (size, level, index, hash) select $1, * from unnest($2::smallint[], $3::bigint[], $4::bytea[])',
          [size, ...columnsOf(roots)],
        );
      }),
    async keepRefusal(problem) {
      await client.query('insert into notary.refusal (problem) values ($1)', [problem]);
    },
  };
}

const readingsOf = (client: pg.ClientBase): Pick<LogBook, 'lastReading' | 'lastWhole' | 'keepReading'> => ({
  async lastReading() {
    const { rows } = await client.query<{
      size: string;
      position: string;
      stream: string;
      revision: string;
      entry: Buffer;
    }>(
      'select size::text, position::text, stream, revision::text, entry from notary.reading order by read_at desc limit 1',
    );
    const row = rows[0];
    if (!row) return undefined;
    const event = { streamId: row.stream, revision: BigInt(row.revision), hash: row.entry.toString('hex'), time: '' };
    return { size: Number(row.size), place: { position: BigInt(row.position), event } };
  },
  async lastWhole() {
    const { rows } = await client.query<{ at: Date | null }>(
      'select max(read_at) as at from notary.reading where is_whole',
    );
    return rows[0]?.at ?? undefined;
  },
  async keepReading({ size, isWhole, place: { position, event } }) {
    if (!event) return;
    await client.query(
      "insert into notary.reading (size, is_whole, position, stream, revision, entry) values ($1, $2, $3, $4, $5, decode($6, 'hex'))",
      [size, isWhole, position, event.streamId, event.revision, event.hash],
    );
  },
});

const columnsOf = (roots: readonly TileRoot[]): unknown[][] => [
  roots.map(({ level }) => level),
  roots.map(({ index }) => index),
  roots.map(({ hash }) => hash),
];

function* pagesOf<Row>(rows: Iterable<Row>): Generator<Row[]> {
  let page: Row[] = [];
  for (const row of rows) {
    page.push(row);
    if (page.length < PAGE_LEAVES) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** The contents of the kept leaves from that one on, in order. */
async function* readEntries(client: Pick<pg.ClientBase, 'query'>, first = 0): AsyncGenerator<Uint8Array> {
  for (let from = first; ; from += PAGE_LEAVES) {
    const { rows } = await client.query<{ entries: Buffer }>(
      "select coalesce(string_agg(entry, ''::bytea order by index), '') as entries from notary.leaf where index >= $1 and index < $2",
      [from, from + PAGE_LEAVES],
    );
    const entries = rows[0]?.entries ?? Buffer.alloc(0);
    for (let at = 0; at < entries.length; at += HASH_BYTES) yield entries.subarray(at, at + HASH_BYTES);
    if (entries.length < PAGE_LEAVES * HASH_BYTES) return;
  }
}

/** Where each stream ends under the newest head, in the order of their places. */
async function* readEnds(client: Pick<pg.ClientBase, 'query'>): AsyncGenerator<readonly [string, StreamHead]> {
  for (let from = 0; ; from += PAGE_LEAVES) {
    const { rows } = await client.query<{ stream: string; revision: string; entry: Buffer }>(
      'select distinct on (place) stream, revision::text, entry from notary.stream_end where place >= $1 and place < $2 order by place, size desc',
      [from, from + PAGE_LEAVES],
    );
    for (const { stream, revision, entry } of rows) {
      yield [stream, { revision: BigInt(revision), hash: entry.toString('hex') }];
    }
    if (rows.length < PAGE_LEAVES) return;
  }
}

/** The entries that the notary kept of the log, in order; none when Postgres does not answer. */
export async function* readKeptEntries(databaseUrl: string): AsyncGenerator<Uint8Array> {
  const client = await connectedUnlessAway(databaseUrl, 'giftledger-verify');
  if (!client) return;
  try {
    yield* readEntries(client);
  } finally {
    await client.end();
  }
}
