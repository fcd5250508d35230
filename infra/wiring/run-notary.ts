import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type NotaryResult, notarise, type ReadLog } from '#core/proofs/notary/notary.ts';
import { createSigner } from '#core/proofs/sign.ts';
import type { Config } from '#infra/adapters/config/config.ts';
import { createEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { createEventStoreDb } from '#infra/adapters/eventstore/eventstore-db.ts';
import { createPostgresLogBook } from '#infra/adapters/notary/postgres-log-book.ts';
import { askWitnesses, cosignaturesOf, knownWitnesses, noteConfigured } from '#infra/adapters/notary/witnesses.ts';
import { PrimaryClient } from '#infra/connect/primary.ts';
import { NOTICES_A_LOST_MACHINE } from '#projections/kernel/connection.ts';

/** Any fixed number that nothing else locks. */
const NOTARY_LOCK = 727_004;

/** Without the scheme and the final slash, as https://c2sp.org/tlog-tiles names a log. */
const originOf = (publicUrl: string): string => `${publicUrl.replace(/^https?:\/\//, '')}/tlog`;

/**
 * Reads the log, signs its head and sends it to the witnesses, once. A second notary waits until the first has ended.
 * @param readLog of a person who asks for a head, to show progress
 * @param mayGoOn whether it reads what came after the last head alone, while the whole was read within a week
 * @returns undefined when the ledger has no events yet
 * @throws NotaryRefusal
 */
export async function runNotary(
  config: Pick<
    Config<'notary'>,
    'databaseUrl' | 'eventstoreUrl' | 'eventMacs' | 'publicUrl' | 'notaryKeys' | 'logHeadsTo'
  >,
  { readLog, mayGoOn = false }: { readonly readLog?: ReadLog; readonly mayGoOn?: boolean } = {},
): Promise<(NotaryResult & { readonly problems: readonly string[] }) | undefined> {
  const database = new PrimaryClient({ connectionString: config.databaseUrl, application_name: 'giftledger-notary' });
  const eventStore = createEventStoreClient(config.eventstoreUrl);
  await database.connect();
  try {
    await database.query(NOTICES_A_LOST_MACHINE);
    await database.query('select pg_advisory_lock($1)', [NOTARY_LOCK]);
    const book = createPostgresLogBook(database);
    const head = await notarise({
      store: createEventStoreDb(eventStore, config.eventMacs),
      readLog,
      book,
      mayGoOn,
      origin: originOf(config.publicUrl),
      signersOf: (origin) => {
        const [first, ...others] = config.notaryKeys;
        return [createSigner(origin, first), ...others.map((key) => createSigner(origin, key))];
      },
    });
    if (!head) return undefined;
    // A head that a person asks for goes to the witnesses of the notary, whose settings are those of another process.
    const { folder, witnesses: configured } = config.logHeadsTo;
    const isByHand = readLog !== undefined && configured.length === 0;
    const witnesses = isByHand ? await knownWitnesses(database) : configured;
    const problems = await askWitnesses(database, head, witnesses, book.readHashes);
    if (!isByHand) await noteConfigured(database, witnesses);
    const signed = { ...head, note: head.note + (await cosignaturesOf(database, head.size)) };
    if (folder !== undefined) problems.push(...(await keepFile(folder, signed)));
    return { ...signed, problems };
  } finally {
    await database.end();
    await eventStore.dispose();
  }
}

/** A file for each head, in a folder that is copied elsewhere. Its failure does not stop the run either. */
async function keepFile(dir: string, { size, note }: NotaryResult): Promise<string[]> {
  try {
    await mkdir(dir, { recursive: true });
    await writeFile(path.join(dir, `${size}.checkpoint`), note);
    return [];
  } catch (error) {
    return [`The head could not be written to ${dir}: ${error instanceof Error ? error.message : error}`];
  }
}
