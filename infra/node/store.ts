import type { Database } from './database.ts';
import type { WrittenEvent } from './decide.ts';
import { NO_EVENTS, type StoredEvent } from './event.ts';
import type { FilterExpression } from './filters.ts';
import { PAGE_BYTES, PAGE_EVENTS, SEARCH_EVENTS } from './limits.ts';
import { NO_METADATA, parseStreamMetadata, type StreamState } from './stream-metadata.ts';

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

/** The last position of the log, 0 when it is empty. */
export async function readLastPosition(database: Database): Promise<number> {
  const { rows } = await database.query<{ position: number }>(
    'select position from eventstore.event order by position desc limit 1',
  );
  return rows[0]?.position ?? 0;
}

/** The data of a stream's last event; undefined when it has none. */
export async function readLastData(database: Database, stream: string): Promise<Buffer> {
  const { rows } = await database.query<{ data: Buffer }>(
    'select data from eventstore.event where stream = $1 order by revision desc limit 1',
    [stream],
  );
  return rows[0]?.data ?? Buffer.alloc(0);
}

/** The newest events' ids, in the order of the log. */
export async function readRecentIds(database: Database, limit: number): Promise<WrittenEvent[]> {
  const { rows } = await database.query<WrittenEvent>(
    'select stream, revision, position, id from eventstore.event order by position desc limit $1',
    [limit],
  );
  return rows.reverse();
}

/** Heads and metadata of the named streams (not of metadata streams). The answer contains each of them. */
export async function readStreamStates(database: Database, streams: string[]): Promise<Map<string, StreamState>> {
  const { rows } = await database.query<{
    stream: string;
    head: number | null;
    metadataHead: number | null;
    metadata: Buffer | null;
  }>({
    name: 'eventstore-states',
    text: `
      select s.stream, h.revision as head, m.revision as "metadataHead", m.data as metadata
      from unnest($1::text[]) as s(stream)
      left join lateral (
        select revision from eventstore.event where stream = s.stream collate "C" order by revision desc limit 1) h on true
      left join lateral (
        select revision, data from eventstore.event where stream = ('$$' || s.stream) collate "C"
        order by revision desc limit 1) m on true`,
    values: [streams],
  });
  return new Map(
    rows.map((row) => [
      row.stream,
      {
        head: row.head ?? NO_EVENTS,
        metadataHead: row.metadataHead ?? NO_EVENTS,
        metadata: row.metadata === null ? NO_METADATA : parseStreamMetadata(row.metadata),
      },
    ]),
  );
}

export type RevisionRange = { stream: string; first: number; last: number };

/** Which events are stored in the given ranges, to recognise repeated appends. */
export async function readIdsIn(database: Database, ranges: RevisionRange[]): Promise<WrittenEvent[]> {
  const { rows } = await database.query<WrittenEvent>({
    name: 'eventstore-ids',
    text: `
      select e.stream, e.revision, e.position, e.id
      from unnest($1::text[], $2::bigint[], $3::bigint[]) as r(stream, first, last)
      join eventstore.event e on e.stream = r.stream collate "C" and e.revision between r.first and r.last`,
    values: [ranges.map((r) => r.stream), ranges.map((r) => r.first), ranges.map((r) => r.last)],
  });
  return rows;
}

export type StreamPage = { stream: string; first: number; last: number; createdFromMs: number; backwards: boolean };

/** Up to a page of a stream's events with revisions first..last, in reading order. Empty only if there are none. */
export async function readStreamPage(
  database: Database,
  page: StreamPage,
  limit = PAGE_EVENTS,
): Promise<StoredEvent[]> {
  const order = page.backwards ? 'desc' : 'asc';
  const { rows } = await database.query<StoredEvent>({
    name: `eventstore-stream-${order}`,
    text: boundedPage('where stream = $3 and revision between $4 and $5 and created_ms >= $6', `revision ${order}`),
    values: [Math.min(limit, PAGE_EVENTS), PAGE_BYTES, page.stream, page.first, page.last, page.createdFromMs],
  });
  return rows;
}

type LogPage = { first: number; last: number; backwards: boolean };

/** Up to a page of the log's events with positions first..last, in reading order. Empty only if there are none. */
export async function readLogPage(database: Database, page: LogPage, limit = PAGE_EVENTS): Promise<StoredEvent[]> {
  const order = page.backwards ? 'desc' : 'asc';
  const { rows } = await database.query<StoredEvent>({
    name: `eventstore-log-${order}`,
    text: boundedPage('where position between $3 and $4', `position ${order}`),
    values: [Math.min(limit, PAGE_EVENTS), PAGE_BYTES, page.first, page.last],
  });
  return rows;
}

/**
 * The matching events among the next ones of the log, and the last one searched, where the next page continues. Events
 * that do not match stay in Postgres, because transferring them would cost more than the search.
 */
export async function findInLog(
  database: Database,
  page: LogPage,
  { on, prefixes }: Pick<FilterExpression, 'on' | 'prefixes'>,
): Promise<StoredEvent[]> {
  const order = `position ${page.backwards ? 'desc' : 'asc'}`;
  const bytes = 'case when passes then octet_length(data) + octet_length(metadata) else 0 end';
  const { rows } = await database.query<StoredEvent>({
    name: `eventstore-find-${on}-${order}`,
    text: `
      select ${COLUMNS} from (
        select *, lead(position) over (order by ${order}) is null as is_last from (
          select *, sum(${bytes}) over (order by ${order} rows unbounded preceding) - (${bytes}) as bytes_before
          from (
            select *, ${on} ^@ any ($5::text[]) as passes from eventstore.event
            where position between $3 and $4 order by ${order} limit $1) candidate
        ) counted where bytes_before < $2
      ) page where passes or is_last order by ${order}`,
    values: [SEARCH_EVENTS, PAGE_BYTES, page.first, page.last, prefixes],
  });
  return rows;
}

/** The running sum ends a page by its bytes before large values are read; the first event is always included. */
function boundedPage(where: string, order: string): string {
  const bytes = 'octet_length(data) + octet_length(metadata)';
  return `
    select ${COLUMNS} from (
      select *, sum(${bytes}) over (order by ${order} rows unbounded preceding) - (${bytes}) as bytes_before
      from (select * from eventstore.event ${where} order by ${order} limit $1) candidate
    ) page where bytes_before < $2 order by ${order}`;
}

/** Writes the events in one statement, hence one transaction and one sync to disk: all or none of them. */
export async function insertEvents(database: Database, events: StoredEvent[]): Promise<void> {
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
