import type { Database } from './database.ts';
import { NO_EVENTS, type StoredEvent } from './event.ts';
import { PAGE_BYTES, PAGE_EVENTS } from './limits.ts';
import type { Place, RevisionRange } from './plan.ts';

/** Data is stored uncompressed, out of line when large, because it is written once and read whole. */
const TABLES = `
  create table if not exists eventstore.event (
    position   bigint primary key,
    stream     text collate "C" not null,
    revision   bigint not null,
    id         uuid not null,
    type       text not null,
    is_json    boolean not null,
    created_ms bigint not null,
    data       bytea not null,
    metadata   bytea not null,
    constraint event_stream_revision unique (stream, revision)
  );
  alter table eventstore.event alter column data set storage external, alter column metadata set storage external;
`;

const COLUMNS = `position, stream, revision, id, type, is_json as "isJson", created_ms as "createdMs", data, metadata`;

/** Creates what is missing. Only the holder of the writer's lock may call it. */
export async function createSchema(database: Database): Promise<void> {
  const { rows } = await database.query<{ schema: boolean; events: boolean }>(
    `select to_regnamespace('eventstore') is not null as schema, to_regclass('eventstore.event') is not null as events`,
  );
  // If somebody else created the schema for us, we may have no right to create one.
  if (!rows[0]?.schema) await database.query('create schema eventstore');
  if (!rows[0]?.events) await database.query(TABLES);
}

/** 0 when it is empty. */
export async function readLastPosition(database: Database): Promise<number> {
  const { rows } = await database.query<{ position: number }>(
    'select position from eventstore.event order by position desc limit 1',
  );
  return rows[0]?.position ?? 0;
}

export async function readLastEvent(database: Database, stream: string): Promise<StoredEvent | undefined> {
  const { rows } = await database.query<StoredEvent>(
    `select ${COLUMNS} from eventstore.event where stream = $1 order by revision desc limit 1`,
    [stream],
  );
  return rows[0];
}

/** The last revisions of the named streams. The answer contains each of them. */
export async function readHeads(database: Database, streams: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await database.query<{ stream: string; head: number | null }>({
    name: 'eventstore-heads',
    text: `
      select s.stream, h.revision as head from unnest($1::text[]) as s(stream) left join lateral (
        select revision from eventstore.event where stream = s.stream collate "C" order by revision desc limit 1) h on true`,
    values: [streams],
  });
  return new Map(rows.map(({ stream, head }) => [stream, head ?? NO_EVENTS]));
}

/** Which events are stored in the given ranges, to recognise repeated appends. */
export async function readPlaces(database: Database, ranges: readonly RevisionRange[]): Promise<Place[]> {
  const { rows } = await database.query<Place>({
    name: 'eventstore-places',
    text: `
      select e.stream, e.revision, e.position, e.id
      from unnest($1::text[], $2::bigint[], $3::bigint[]) as r(stream, first, last)
      join eventstore.event e on e.stream = r.stream collate "C" and e.revision between r.first and r.last`,
    values: [ranges.map((r) => r.stream), ranges.map((r) => r.first), ranges.map((r) => r.last)],
  });
  return rows;
}

export type Filter = { readonly on: 'stream' | 'type'; readonly prefixes: readonly string[] };
/** Revisions or positions, both ends included. */
export type Range = { readonly first: number; readonly last: number; readonly backwards: boolean };
export type Page = {
  readonly events: readonly StoredEvent[];
  /** The revision or position of the last event that was looked at; the next page begins behind it. */
  readonly reached: number;
  /** How many events were looked at. */
  readonly searched: number;
  readonly isLast: boolean;
};

type PageRow = StoredEvent & { readonly passes: boolean; readonly searched: number };

export async function readStreamPage(database: Database, stream: string, range: Range, limit: number): Promise<Page> {
  const candidates = Math.min(limit, PAGE_EVENTS);
  const order = range.backwards ? 'desc' : 'asc';
  const { rows } = await database.query<PageRow>({
    name: `eventstore-stream-${order}`,
    text: pageOf('stream = $5 and revision between $3 and $4', `revision ${order}`, 'true'),
    values: [candidates, PAGE_BYTES, range.first, range.last, stream],
  });
  return toPage(rows, candidates, 'revision');
}

/**
 * A page of the log's events, in reading order. Events that a filter leaves out stay in Postgres, because transferring
 * them would cost more than the search.
 */
export async function readLogPage(
  database: Database,
  range: Range,
  candidates: number,
  filter: Filter | undefined,
): Promise<Page> {
  const order = range.backwards ? 'desc' : 'asc';
  const { rows } = await database.query<PageRow>({
    name: `eventstore-log-${order}-${filter?.on ?? 'all'}`,
    text: pageOf(
      'position between $3 and $4',
      `position ${order}`,
      filter ? `${filter.on} ^@ any ($5::text[])` : 'true',
    ),
    values: [candidates, PAGE_BYTES, range.first, range.last, ...(filter ? [filter.prefixes] : [])],
  });
  return toPage(rows, candidates, 'position');
}

/**
 * Of $1 events, those that pass and the last one searched. The running sum ends a page at $2 bytes before large values are read; the first event is
 * always included.
 */
function pageOf(where: string, order: string, passes: string): string {
  const bytes = 'case when passes then octet_length(data) + octet_length(metadata) else 0 end';
  const window = `over (order by ${order} rows unbounded preceding)`;
  return `
    select ${COLUMNS}, passes, searched from (
      select *, lead(position) over (order by ${order}) is null as is_last from (
        select *, sum(${bytes}) ${window} - (${bytes}) as bytes_before, row_number() ${window} as searched
        from (select *, ${passes} as passes from eventstore.event where ${where} order by ${order} limit $1) candidate
      ) counted where bytes_before < $2
    ) page where passes or is_last order by ${order}`;
}

function toPage(rows: readonly PageRow[], candidates: number, by: 'revision' | 'position'): Page {
  const last = rows.at(-1);
  if (last === undefined) return { events: [], reached: 0, searched: 0, isLast: true };
  const events = last.passes ? rows : rows.slice(0, -1);
  const bytes = events.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0);
  const isLast = last.searched < candidates && bytes < PAGE_BYTES;
  return { events, reached: last[by], searched: last.searched, isLast };
}

/** Writes the events in one statement, hence one transaction and one sync to disk: all or none of them. */
export async function insertEvents(database: Database, events: readonly StoredEvent[]): Promise<void> {
  // All data is sent as one binary parameter that the statement cuts up: an array of bytea would be sent as hex text.
  const offsets: number[] = [];
  let offset = 0;
  for (const event of events) {
    offsets.push(offset);
    offset += event.data.length + event.metadata.length;
  }
  await database.query({
    name: 'eventstore-insert',
    text: `
      insert into eventstore.event (position, stream, revision, id, type, is_json, created_ms, data, metadata)
      select position, stream, revision, id, type, is_json, created_ms,
        substring($11::bytea from start + 1 for data_length),
        substring($11::bytea from start + data_length + 1 for metadata_length)
      from unnest($1::bigint[], $2::text[], $3::bigint[], $4::uuid[], $5::text[], $6::boolean[], $7::bigint[],
        $8::int[], $9::int[], $10::int[])
        as e(position, stream, revision, id, type, is_json, created_ms, start, data_length, metadata_length)`,
    values: [
      arrayOf(events.map((e) => e.position)),
      events.map((e) => e.stream),
      arrayOf(events.map((e) => e.revision)),
      arrayOf(events.map((e) => e.id)),
      events.map((e) => e.type),
      arrayOf(events.map((e) => e.isJson)),
      arrayOf(events.map((e) => e.createdMs)),
      arrayOf(offsets),
      arrayOf(events.map((e) => e.data.length)),
      arrayOf(events.map((e) => e.metadata.length)),
      Buffer.concat(
        events.flatMap((e) => [e.data, e.metadata]),
        offset,
      ),
    ],
  });
}

/** An array of values without anything to escape: the driver would check each of them (row of the bench: commands on 1,000 wallets). */
const arrayOf = (values: readonly (number | string | boolean)[]): string => `{${values.join(',')}}`;
