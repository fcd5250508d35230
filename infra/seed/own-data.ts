import type pg from 'pg';
import { ledgerCodec, STREAM_PREFIXES } from '#core/aggregates/events.ts';
import { isDemonstration } from '#core/aggregates/settings/sections.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import { changesOf, isOfSettings, type SettingsReader } from '#core/ledger/settings.ts';

export class OwnDataError extends Error {
  override readonly name = 'OwnDataError';
}

type Deps = {
  readonly pool: pg.Pool;
  readonly store: EventStore;
  readonly settings: Pick<SettingsReader, 'now'>;
};

/**
 * Invented orders are not mixed with somebody's own: only an empty store becomes a demonstration. One of before the log said so has a batch,
 * and no seller that somebody entered. @throws OwnDataError
 */
export async function refuseOwnData({ pool, store, settings }: Deps): Promise<void> {
  const now = settings.now();
  if (isDemonstration(now.values)) return;
  const { rows } = await pool.query("select from app.installation where key like 'seed-batch-%' limit 1");
  const isOlder = rows.length > 0 && (changesOf(now, 'seller')[0]?.data.by ?? null) === null;
  if (isOlder || !(await hasOwnEvents(store))) return;
  throw new OwnDataError(
    'This store has data of its own, and demonstration data are not mixed with them: no invented customer, order or password was added. For a demonstration take another store or data folder; this one is started with GIFTLEDGER_SEED=none.',
  );
}

/** What an earlier version took over from its environment is nobody's act. */
async function hasOwnEvents(store: EventStore): Promise<boolean> {
  for await (const stored of store.readAll({ prefixes: STREAM_PREFIXES })) {
    const event = ledgerCodec.decode(stored);
    if (!isOfSettings(event) || event.data.by !== null) return true;
  }
  return false;
}
