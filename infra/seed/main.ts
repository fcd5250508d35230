// `npm run seed -- --customers N --orders N`: fills the shop with a catalogue and a year of history, by sending commands.

import { Presets, SingleBar } from 'cli-progress';
import { NO_QUEUE, wireBff } from '#bff/wire.ts';
import { pricingTerms } from '#core/order/pricing.ts';
import { readOptions } from '../config/command-options.ts';
import { loadConfig } from '../config/config.ts';
import { LocalStackProblem } from '../local/problem.ts';
import { withLocalStack } from '../local/runtime.ts';
import { createLogger } from '../logger/logger.ts';
import { saveBanking } from './banking.ts';
import { finishBatch, openBatch } from './batches.ts';
import { fillShelves } from './codes.ts';
import { playHistory } from './history.ts';
import { historyClock } from './history-clock.ts';
import { describePerson, saveAccount, saveAdministrator, saveCompany, saveProof } from './people.ts';
import { planHistory } from './plan.ts';
import { seedId } from './random.ts';
import { stockShop } from './shop.ts';
import { SIGN_INS } from './sign-ins.ts';

/** `npm start` runs the seed as its child, until it has heard the sign-ins. */
const isFirstStart = process.send !== undefined;
const MAX_CUSTOMERS = 50_000;
const MAX_ORDERS = 2_000_000;

const values = readOptions(
  'npm run seed -- [--customers 26] [--orders 420]\n\nAdds a batch of customers with a year of history. Repeating an interrupted batch completes it.',
  { customers: { type: 'string' }, orders: { type: 'string' } },
);

function whole(name: 'customers' | 'orders', fallback: string | undefined, standard: number, max: number): number {
  const given = values[name] ?? fallback;
  if (given === undefined || given === '') return standard;
  const value = Number(given);
  if (Number.isInteger(value) && value >= 1 && value <= max) return value;
  console.error(`--${name} wants a whole number from 1 to ${max}, not "${given}".`);
  process.exit(2);
}

const wanted = {
  customers: whole('customers', process.env.SEED_CUSTOMERS, 26, MAX_CUSTOMERS),
  orders: whole('orders', process.env.SEED_ORDERS, 420, MAX_ORDERS),
};

try {
  await withLocalStack((stack) => seed(stack.env));
} catch (error) {
  if (!(error instanceof LocalStackProblem)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function seed(env: NodeJS.ProcessEnv): Promise<void> {
  const config = loadConfig(env);
  const logger = createLogger({ part: 'seed', level: 'warn' });
  const { deps, pool, close } = await wireBff(config, { part: 'seed', logger, queue: NO_QUEUE, clock: historyClock });
  try {
    const batch = await openBatch(pool, wanted, { firstOnly: isFirstStart });
    if (!batch) return;
    const { files, notes, codes, ledger, crypto } = deps;

    const plan = planHistory(batch.options);
    const openedAt = new Date(batch.options.until.getTime() - 366 * 86_400_000);
    await stockShop(pool, files, plan.products, openedAt);
    await fillShelves(codes, plan.products, batch.options.batch);
    const administratorId = await saveAdministrator(pool, await crypto.hashPassword(SIGN_INS.administrator.password));
    const passwordHash = await crypto.hashPassword(SIGN_INS.customer.password);
    for (const customer of plan.customers) await saveAccount(pool, customer, passwordHash);

    const bar = new SingleBar(
      { format: 'A year of history {bar} {percentage}% in {duration} s', noTTYOutput: false, hideCursor: true },
      Presets.shades_classic,
    );
    bar.start(1, 0);
    await playHistory(
      plan.actions,
      {
        ledger,
        administratorId,
        terms: pricingTerms(config),
        seal: (customerId, text) => notes.encrypt(customerId, text),
        saveCompany: (customer) => saveCompany(pool, files, customer, historyClock()),
        saveBanking: (customer) => saveBanking(pool, config.dataKeys, customer, historyClock()),
        saveProof: (customer, number, amount) => saveProof(files, customer, number, amount),
        saveBankSnapshot: async (customer, withdrawalId) => {
          const id = seedId(`bank-snapshot:${withdrawalId}`);
          const details = await notes.encrypt(customer.customerId, JSON.stringify(describePerson(customer).bank));
          await pool.query(
            `insert into app.bank_snapshot (id, customer_id, details_sealed, created_at) values ($1, $2, $3, $4) on conflict do nothing`,
            [id, customer.customerId, details, historyClock()],
          );
          return id;
        },
        markVerified: async (customer, at) => {
          await pool.query('update app.account set email_verified_at = $2 where customer_id = $1', [
            customer.customerId,
            at,
          ]);
        },
      },
      (done) => bar.update(done),
    );
    bar.stop();
    await finishBatch(pool, batch.options.batch, plan.lastNumbers);
    console.log(
      `Seeded ${plan.customers.length} customers and ${plan.actions.length} actions from ${plan.products.length} products.`,
    );
  } finally {
    await close();
  }
}
