import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { OnImportProgress } from '#core/cli/workplace.ts';
import { createChainVerifier } from '#core/kernel/log/hash-chain.ts';
import { createHeads, inWords, type LoggedEvent, type LogSummary, parseLine } from '#core/kernel/log/log-lines.ts';
import type { EventStoreDBClient } from '#eventstore-client';
import { type EventRecord, storedOf } from '#infra/adapters/eventstore/read-messages.ts';
import { createOrderedWriter, MoveError, runsOf } from './copy-log.ts';
import { lastOfLog, readLog } from './raw-log.ts';

const PROGRESS_EVERY_EVENTS = 500;

/**
 * Writes the log of a file into an event store that is empty, or that an interrupted import left with the file's first
 * part. The whole file is checked before anything is written: every chain, its end, and its summary.
 * @returns what both hold then.
 * @throws MoveError
 */
export async function importLog(
  file: string,
  to: EventStoreDBClient,
  onProgress: OnImportProgress,
): Promise<LogSummary> {
  const expected = await checkFile(file, onProgress);
  const writer = createOrderedWriter(to);
  let written = 0;
  try {
    for await (const run of runsOf(missingIn(to, file))) {
      await writer.write(run);
      written += run.length;
      onProgress('Writing', written, expected.events);
    }
    await writer.finish();
  } finally {
    await writer.finish().catch(() => undefined);
  }
  const heads = createHeads();
  let read = 0;
  for await (const event of readLog(to, undefined)) {
    heads.add(storedOf(event));
    read += 1;
    if (read % PROGRESS_EVERY_EVENTS === 0) onProgress('Reading back', read, expected.events);
  }
  const actual = heads.summary();
  if (inWords(actual) === inWords(expected)) return actual;
  throw new MoveError(
    `The event store holds ${inWords(actual)}; the file ${inWords(expected)}. Import into an empty one.`,
  );
}

/** @throws MoveError that names the damaged line */
async function checkFile(file: string, onProgress: OnImportProgress): Promise<LogSummary> {
  const { size } = await stat(file);
  const chain = createChainVerifier();
  const heads = createHeads();
  let end: LogSummary | undefined;
  let bytes = 0;
  for await (const { value, line, length } of linesOf(file)) {
    bytes += length;
    if (line % PROGRESS_EVERY_EVENTS === 0) onProgress('Reading the file', bytes, size);
    const refuse = (why: string) => new MoveError(`Line ${line} of ${file} ${why}. Nothing was written.`);
    if (end) throw refuse('comes after the end of the log');
    if ('heads' in value) end = value;
    else {
      const broken = chain.check(value);
      if (broken)
        throw refuse(`breaks the chain of ${broken.streamId} at revision ${broken.revision}: ${broken.problem}`);
      heads.add(value);
    }
  }
  if (!end) throw new MoveError(`${file} is cut off: its last line is missing. Nothing was written.`);
  const found = heads.summary();
  if (inWords(found) === inWords(end)) return end;
  throw new MoveError(`${file} says that it holds ${inWords(end)}, and holds ${inWords(found)}. Nothing was written.`);
}

/** The events of the file after the store's last one. @throws MoveError when the file does not contain that one */
async function* missingIn(to: EventStoreDBClient, file: string): AsyncGenerator<EventRecord> {
  const last = await lastOfLog(to);
  let isMissing = last === undefined;
  for await (const { value } of linesOf(file)) {
    if ('heads' in value) continue;
    if (isMissing) yield rawOf(value);
    else if (value.id === last?.id) isMissing = true;
  }
  if (isMissing) return;
  throw new MoveError(
    'The event store is not empty, and its last event is not in the file. Nothing was written: import into an empty one.',
  );
}

const rawOf = ({ id, type, streamId, revision, metadata, json }: LoggedEvent): EventRecord => ({
  id,
  type,
  streamId,
  revision,
  position: 0n,
  createdMs: 0,
  isJson: true,
  data: Buffer.from(json),
  metadata: Buffer.from(JSON.stringify(metadata)),
});

async function* linesOf(file: string) {
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1;
    try {
      // Characters, which are bytes for nearly all letters.
      yield { value: parseLine(text), line, length: text.length + 1 };
    } catch {
      throw new MoveError(`Line ${line} of ${file} is no event of a log. Nothing was written.`);
    }
  }
}
