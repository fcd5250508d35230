import { Presets, SingleBar } from 'cli-progress';
import { sql } from '#bff/kit/tables/sql.ts';
import { keepStatement } from '#bff/money/bank/statement-store.ts';
import { ledgerCodec, postingsOf, STREAM_PREFIXES } from '#core/aggregates/events.ts';
import { pricingTerms } from '#core/aggregates/order/pricing.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import { ratesOf } from '#core/kernel/money/dated-rates.ts';
import type { Currency } from '#core/kernel/money/money.ts';
import { amountOf } from '#core/kernel/money/rates.ts';
import type { Config } from '#infra/adapters/config/config.ts';
import { SIGN_INS } from '#infra/adapters/config/sign-ins.ts';
import { createCustomerKeys } from '#infra/adapters/crypto/customer-keys.ts';
import { createFileStore } from '#infra/adapters/files/file-store.ts';
import { createLogger } from '#infra/adapters/logger/logger.ts';
import { createRates } from '#infra/adapters/postgres/rates.ts';
import { withOption, withPrimary } from '#infra/connect/primary.ts';
import { NO_QUEUE, type WiredBff, wireBff } from '#infra/wiring/wire-bff.ts';
import { planStatements } from './bank-statements.ts';
import { finishBatch, noteHistoriesDone, type OpenBatch, openBatch } from './batches.ts';
import { fillShelves } from './codes.ts';
import { createHeldStore } from './held-store.ts';
import { playHistories } from './history.ts';
import { OwnDataError, refuseOwnData } from './own-data.ts';
import { type HistoryPlan, planHistory } from './plan.ts';
import { seedId } from './random.ts';
import { createRecords } from './records.ts';
import { adoptDemoSettings } from './settings.ts';
import { stockShop } from './shop.ts';

/** Any fixed number that nothing else locks. */
const SEED_LOCK = 727_006;

/** Nothing can be seeded without the settings, and nobody is kept waiting meanwhile. */
const SETTINGS_WITHIN_MS = 120_000;

/** `stockEach`: codes that are left of each card, in place of the catalogue's stock. */
type Options = { readonly firstOnly: boolean; readonly stockEach?: number };
type Wanted = { readonly customers: number; readonly orders: number };

/**
 * Plays a batch, or the rest of one that was interrupted. Appends are sent without waiting for each, so a second writer of the same streams
 * would stand between them: there is one at a time.
 * @throws OwnDataError, also where another one is at work
 */
export const seed = (config: Config<'tools'>, wanted: Wanted, options: Options): Promise<void> =>
  withPrimary({ connectionString: config.databaseUrl, application_name: 'giftledger-seed' }, async (client) => {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [SEED_LOCK]);
    if (!rows[0]?.taken) {
      throw new OwnDataError(
        'This store is being seeded already. Nothing was written: repeat the command when that has ended.',
      );
    }
    await seedAlone(config, wanted, options);
  });

async function seedAlone(given: Config<'tools'>, wanted: Wanted, options: Options): Promise<void> {
  const config = withoutWaitingForTheDisk(given);
  const logger = createLogger({ part: 'seed', level: 'warn' });
  const wired = await wireBff(config, { part: 'seed', logger, queue: NO_QUEUE, firstReadMs: SETTINGS_WITHIN_MS });
  const { deps, pool, close } = wired;
  try {
    await refuseOwnData({ ...wired, settings: deps.settings });
    const batch = await openBatch(pool, wanted, options);
    const openedAt = batch && new Date(batch.until.getTime() - 366 * 86_400_000);
    await adoptDemoSettings(deps.ledger, deps.rules().currencies, openedAt?.toISOString());
    if (!batch || !openedAt) return;
    const plan = planHistory(batch);
    // Like the rows: what a power cut takes of papers is of the last moments.
    const files = await createFileStore({
      dir: config.filesDir,
      keys: createCustomerKeys({ pool, keys: config.dataKeys }),
      waitsForDisk: false,
    });
    await stockShop(deps.database, files, plan.products, openedAt);
    if (batch.historiesDone === 0) await fillShelves(deps.codes, plan.products, batch.batch, options.stockEach);
    await play(batch, plan, { ...wired, deps: { ...deps, files } });
    await finishBatch(pool, batch.batch, plan.lastNumbers);
    console.log(
      `Seeded ${batch.customers} customers and ${plan.actions} actions from ${plan.products.length} products.`,
    );
  } finally {
    await close();
  }
}

/**
 * Most of a seeding's time would be waiting for its commits. What Postgres forgets in a crash was of the last moments, and
 * the seeding goes on from before it. Events wait as always, and with them what was committed before.
 */
function withoutWaitingForTheDisk(config: Config<'tools'>): Config<'tools'> {
  return { ...config, databaseUrl: withOption(config.databaseUrl, 'options', '-c synchronous_commit=off') };
}

async function play(batch: OpenBatch, plan: HistoryPlan, { deps, pool, store, ledgerOn }: WiredBff): Promise<void> {
  const { ledger, crypto } = deps;
  const held = createHeldStore(store);
  const rules = deps.rules();
  const records = createRecords(deps);
  const dated = await createRates({ pool }).on(batch.until.toISOString().slice(0, 'YYYY-MM-DD'.length));
  const rates = ratesOf(dated);
  const demonstration = await crypto.hashPassword(SIGN_INS.customer.password);
  // Nobody knows the password of the others.
  const unknown = await crypto.hashPassword(crypto.randomToken());
  const saveAdministrator = async (who: 'administrator' | 'secondAdministrator') =>
    records.saveAdministrator(who, await crypto.hashPassword(SIGN_INS[who].password));
  const administrator = await saveAdministrator('administrator');
  const bar = new SingleBar(
    { format: 'A year of history {bar} {percentage}% in {duration} s', noTTYOutput: false, hideCursor: true },
    Presets.shades_classic,
  );
  bar.start(1, 0);
  await playHistories(plan, batch.historiesDone, {
    held: { ledger: ledgerOn(held.store), flush: held.flush },
    ledger,
    records,
    rates: dated,
    terms: pricingTerms({ ...rules, rates }),
    until: batch.until,
    administrator,
    checker: await saveAdministrator('secondAdministrator'),
    aloneUpTo: (what, currency) => amountOf(rules.secondApproval[what], currency, rates),
    discountAloneUpTo: rules.secondApprovalDiscount,
    enter: async ({ customer }) => !(await records.saveAccount(customer, customer.isDemo ? demonstration : unknown)),
    onStep: (share) => bar.increment(share),
    onDone: (histories) => noteHistoriesDone(pool, batch.batch, histories),
  });
  bar.update(1);
  bar.stop();
  if (batch.batch > 0) return;
  const booked = await bankBookings(store);
  const opening = (currency: Currency, without: ReadonlySet<string>) =>
    booked
      .filter((each) => each.currency === currency && !without.has(each.number))
      .reduce((sum, { amount }) => sum + amount, 0n);
  for (const statement of planStatements(plan, batch.until, opening)) {
    const id = seedId(`statement:${statement.account}`);
    // One that was interrupted here has kept it, whole.
    if (await deps.database.exists(sql.void`select from app.bank_statement where statement_id = ${id}`)) continue;
    await deps.database.transaction((database) =>
      keepStatement({ ...deps, database }, statement, { id, by: administrator.id, at: batch.until }),
    );
  }
}

/** What the log has booked at the bank, by the number of its document. */
async function bankBookings(store: EventStore): Promise<{ currency: Currency; amount: bigint; number: string }[]> {
  const numbers = new Map<string, string>();
  const bookings: { id: string; currency: Currency; amount: bigint }[] = [];
  for await (const stored of store.readAll({ prefixes: STREAM_PREFIXES })) {
    const event = ledgerCodec.decode(stored);
    const own = event.streamId.slice(event.streamId.indexOf('-') + 1);
    if (event.type === 'DepositRequested' || event.type === 'WithdrawalRequested') numbers.set(own, event.data.number);
    const id =
      event.type === 'WalletCredited' ? event.data.document.id : event.type === 'WithdrawalCompleted' ? own : '';
    for (const { account, amount } of postingsOf(event)) {
      if (account.startsWith('assets:bank:')) bookings.push({ id, ...amount });
    }
  }
  return bookings.map(({ id, currency, amount }) => ({ currency, amount, number: numbers.get(id) ?? '' }));
}
