import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { EventMacKeys } from '#core/kernel/log/event-macs.ts';
import { BackupError, type Destination } from './destination.ts';
import { ObjectRef, sha256 } from './objects.ts';

/** The last event of a part of the log. */
const LastEvent = z.object({ stream: z.string(), revision: z.string(), id: z.string(), time: z.string() });
/** The tree of the log's signed heads, as far as it is: `root` and the hashes that it grows on, in base64. */
const Tree = z.object({ size: z.number(), root: z.string(), peaks: z.array(z.string()) });
/** Sums of the postings by class of account (`liabilities:wallet`) and currency, in minor units. */
export const Balances = z.record(z.string(), z.record(z.string(), z.string()));
export type Balances = z.output<typeof Balances>;

/** The log from its first event up to here. */
export const LogState = z.object({
  /** All events of the store, those that are no events of the ledger (snapshots) among them. */
  events: z.number(),
  position: z.string(),
  last: LastEvent,
  tree: Tree,
  balances: Balances,
});
export type LogState = z.output<typeof LogState>;

/** A segment of the log. Each record has the hash of the one before it. */
export const SegmentRecord = ObjectRef.extend({
  number: z.number(),
  events: z.number(),
  previous: z.string(),
  log: LogState,
});
export type SegmentRecord = z.output<typeof SegmentRecord>;

export const TableRef = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  parts: z.array(ObjectRef),
});
export type TableRef = z.output<typeof TableRef>;

const Mac = z.object({ key: z.number(), code: z.string() });

/** What is brought back together: the log up to a place, and tables and files that fit to it. */
export const BackupSet = z.object({
  format: z.literal('giftledger-backup@v1'),
  /** When the tables were as they are in it. */
  time: z.iso.datetime(),
  /** `record`: the hash of the last segment's record, and so of all. */
  log: LogState.extend({ segments: z.number(), record: z.string() }),
  migrations: z.array(z.string()),
  /** The newest version of each event that may be in the log. */
  eventVersions: z.record(z.string(), z.number()),
  tables: z.array(TableRef),
  sequences: z.array(z.object({ sequence: z.string(), value: z.string() })),
  files: z.object({ count: z.number(), bytes: z.number(), list: ObjectRef.nullable() }),
  /** The newest signed head of the log that the notary had. */
  head: z.object({ size: z.number(), note: z.string() }).nullable(),
  /** By the key of the events' MACs, over the text without it; null where events have none. */
  mac: Mac.nullable(),
});
export type BackupSet = z.output<typeof BackupSet>;

const LOG = 'log';
export const segmentName = (number: number): string => `${LOG}/${String(number).padStart(9, '0')}`;
const SETS = 'sets';
/** `2026-11-27T19:30:00.000Z` as a name on every disk. */
export const nameOfTime = (time: string): string => time.replaceAll(':', '-');
export const setName = (time: string): string => `${SETS}/${nameOfTime(time)}.json`;

const textOf = (record: unknown): string => `${JSON.stringify(record)}\n`;

export async function putSet(to: Destination, given: Omit<BackupSet, 'mac'>, keys: EventMacKeys | undefined) {
  // In the order of the schema, as it is read again.
  const { mac: _none, ...set } = BackupSet.parse({ ...given, mac: null });
  const mac = keys ? { key: keys.current.id, code: macOf(set, keys.current.key) } : null;
  await to.put(setName(set.time), Buffer.from(textOf({ ...set, mac })));
}

const macOf = (set: Omit<BackupSet, 'mac'>, key: Uint8Array): string =>
  createHmac('sha256', key)
    .update(`giftledger-backup\n${textOf(set)}`)
    .digest('base64');

/** The sets of a backup, oldest first. */
export const listSets = (from: Destination): Promise<readonly string[]> => from.list(SETS);

/** @throws BackupError when it is none, or the store's key did not sign it */
export async function readSet(from: Destination, name: string, keys: EventMacKeys | undefined): Promise<BackupSet> {
  const set = parseRecord(BackupSet, name, await from.get(name));
  if (!keys) return set;
  const { mac, ...signed } = set;
  if (!mac) throw new BackupError(`${name} is not signed, and EVENT_MAC_KEYS is set here: it is of another store.`);
  const key = [keys.current, ...keys.retired].find(({ id }) => id === mac.key);
  const [expected, carried] = [Buffer.from(macOf(signed, key?.key ?? Buffer.alloc(0))), Buffer.from(mac.code)];
  if (key && expected.length === carried.length && timingSafeEqual(expected, carried)) return set;
  throw new BackupError(
    `${name} was changed, or EVENT_MAC_KEYS are not those of the store that it is of. Put back the store's own secrets (secrets.json, .env) first.`,
  );
}

/** @throws BackupError */
function parseRecord<Schema extends z.ZodType>(
  schema: Schema,
  name: string,
  bytes: Buffer | undefined,
): z.output<Schema> {
  if (!bytes) throw new BackupError(`${name} is missing.`);
  try {
    return schema.parse(JSON.parse(bytes.toString()));
  } catch (error) {
    throw new BackupError(`${name} is damaged: it cannot be read.`, { cause: error });
  }
}

/** Writes the record of a segment, which makes the segment part of the backup. */
export const putRecord = (to: Destination, record: SegmentRecord): Promise<void> =>
  to.put(`${segmentName(record.number)}.json`, Buffer.from(textOf(SegmentRecord.parse(record))));

/**
 * The records of the log's segments, in order: the first `count`, or all.
 * @throws BackupError when one is missing, damaged, or does not follow from the one before it
 */
export async function readRecords(from: Destination, count?: number): Promise<readonly SegmentRecord[]> {
  const names = (await from.list(LOG)).filter((name) => name.endsWith('.json'));
  const records: SegmentRecord[] = [];
  for (let number = 0; number < (count ?? names.length); number += 1) {
    const name = `${segmentName(number)}.json`;
    const record = parseRecord(SegmentRecord, name, await from.get(name));
    const before = records.at(-1);
    if (record.number !== number || record.previous !== hashOfRecord(before)) {
      const earlier = `${segmentName(number - 1)}.json`;
      throw new BackupError(
        number === 0
          ? `${name} is damaged: the backup does not begin with it.`
          : `${earlier} or ${name} is damaged: the second does not follow from the first.`,
      );
    }
    records.push(record);
  }
  return records;
}

/** The record up to which the log is backed up; undefined for an empty backup. Those before it are checked when they are read. */
export async function readLastRecord(from: Destination): Promise<SegmentRecord | undefined> {
  const name = (await from.list(LOG)).filter((each) => each.endsWith('.json')).at(-1);
  return name === undefined ? undefined : parseRecord(SegmentRecord, name, await from.get(name));
}

/** The hash of the record's file; empty for none. */
export const hashOfRecord = (record: SegmentRecord | undefined): string =>
  record ? sha256(textOf(SegmentRecord.parse(record))) : '';
