// `npm run seed -- --customers N --orders N`: fills the shop with a catalogue and a year of history, by sending commands.

import { Presets, SingleBar } from 'cli-progress';
import type pg from 'pg';
import { keepStatement } from '#bff/bank/statement-store.ts';
import type { BffDeps } from '#bff/deps.ts';
import { NO_QUEUE, wireBff } from '#bff/wire.ts';
import { ratesOf } from '#core/kernel/dated-rates.ts';
import { amountOf } from '#core/kernel/rates.ts';
import { pricingTerms } from '#core/order/pricing.ts';
import { readOptions, wholeOption } from '../config/command-options.ts';
import { type Config, loadConfig } from '../config/config.ts';
import { isLocalDatabase } from '../config/local.ts';
import { SIGN_INS } from '../config/sign-ins.ts';
import { createCustomerKeys } from '../crypto/customer-keys.ts';
import { createFileStore } from '../files/file-store.ts';
import { LocalStackProblem } from '../local/problem.ts';
import { withLocalStack } from '../local/runtime.ts';
import { createLogger } from '../logger/logger.ts';
import { createRates } from '../rates/rates.ts';
import { planStatements } from './bank-statements.ts';
import { finishBatch, noteHistoriesDone, type OpenBatch, openBatch } from './batches.ts';
import { fillShelves } from './codes.ts';
import { playHistories } from './history.ts';
import { type HistoryPlan, planHistory } from './plan.ts';
import { seedId } from './random.ts';
import { createRecords } from './records.ts';
import { stockShop } from './shop.ts';

/** `npm start` runs the seed as its child, until it has heard the sign-ins. */
const isFirstStart = process.send !== undefined;
const MAX_CUSTOMERS = 50_000;
const MAX_ORDERS = 2_000_000;

const values = readOptions(
  'npm run seed -- [--customers 26] [--orders 420] [--remote]\n\nAdds a batch of customers with a year of history. Repeating an interrupted batch completes it.\nIts passwords are published: a database or store elsewhere than on this machine is refused without --remote.',
  {
    remote: { type: 'boolean', default: false },
    customers: { type: 'string', default: process.env.SEED_CUSTOMERS || '26' },
    orders: { type: 'string', default: process.env.SEED_ORDERS || '420' },
  },
);

const wanted = {
  customers: wholeOption('customers', values.customers, 1, MAX_CUSTOMERS),
  orders: wholeOption('orders', values.orders, 1, MAX_ORDERS),
};

try {
  await withLocalStack('tools', (stack) => seed(stack.env));
} catch (error) {
  if (!(error instanceof LocalStackProblem)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function seed(env: NodeJS.ProcessEnv): Promise<void> {
  const config = withoutWaitingForTheDisk(loadConfig(env, 'tools'));
  if (!values.remote && (config.isProduction || !isLocalDatabase(config.databaseUrl))) {
    throw new LocalStackProblem(
      'The demonstration has published passwords, and this database or store is not on this machine. Nothing was written. Where nobody else reaches it, repeat the command with --remote.',
    );
  }
  const logger = createLogger({ part: 'seed', level: 'warn' });
  const { deps, pool, close } = await wireBff(config, { part: 'seed', logger, queue: NO_QUEUE });
  try {
    const batch = await openBatch(pool, wanted, { firstOnly: isFirstStart });
    if (!batch) return;
    const plan = planHistory(batch);
    // Like the rows: what a power cut takes of papers is of the last moments.
    const files = await createFileStore({
      dir: config.filesDir,
      keys: createCustomerKeys({ pool, keys: config.dataKeys }),
      waitsForDisk: false,
    });
    await stockShop(pool, files, plan.products, new Date(batch.until.getTime() - 366 * 86_400_000));
    if (batch.historiesDone === 0) await fillShelves(deps.codes, plan.products, batch.batch);
    await play(batch, plan, config, { ...deps, files }, pool);
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
  const url = new URL(config.databaseUrl);
  url.searchParams.set('options', '-c synchronous_commit=off');
  return { ...config, databaseUrl: url.href };
}

async function play(
  batch: OpenBatch,
  plan: HistoryPlan,
  config: Config<'tools'>,
  deps: BffDeps,
  pool: pg.Pool,
): Promise<void> {
  const { files, notes, ledger, crypto } = deps;
  const records = createRecords({ pool, files, notes, keys: config.dataKeys });
  const dated = await createRates({ pool }).on(batch.until.toISOString().slice(0, 'YYYY-MM-DD'.length));
  const rates = ratesOf(dated);
  const passwordHash = await crypto.hashPassword(SIGN_INS.customer.password);
  const saveAdministrator = async (who: 'administrator' | 'secondAdministrator') =>
    records.saveAdministrator(who, await crypto.hashPassword(SIGN_INS[who].password));
  const administrator = await saveAdministrator('administrator');
  const bar = new SingleBar(
    { format: 'A year of history {bar} {percentage}% in {duration} s', noTTYOutput: false, hideCursor: true },
    Presets.shades_classic,
  );
  bar.start(1, 0);
  await playHistories(plan, batch.historiesDone, {
    ...{ ledger, records, rates: dated, terms: pricingTerms({ ...config, rates }), until: batch.until },
    administrator,
    checker: await saveAdministrator('secondAdministrator'),
    aloneUpTo: (what, currency) => amountOf(config.secondApproval[what], currency, rates),
    discountAloneUpTo: config.secondApprovalDiscount,
    enter: async ({ customer }) => !(await records.saveAccount(customer, passwordHash)),
    onStep: (share) => bar.increment(share),
    onDone: (histories) => noteHistoriesDone(pool, batch.batch, histories),
  });
  bar.update(1);
  bar.stop();
  if (batch.batch > 0) return;
  for (const statement of planStatements(plan, batch.until)) {
    const id = seedId(`statement:${statement.account}`);
    await deps.database.transaction((database) =>
      keepStatement({ ...deps, database }, statement, { id, by: administrator.id, at: batch.until }),
    );
  }
}
