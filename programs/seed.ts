// `npm run seed -- --customers N --orders N`: fills the shop with a catalogue and a year of history, by sending commands.
import { readOptions, wholeOption } from '#infra/adapters/config/command-options.ts';
import { isLocalDatabase } from '#infra/adapters/config/local.ts';
import { LocalStackProblem } from '#infra/local/problem.ts';

/** `npm start` runs the seed as its child, until it has received the sign-ins. */
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

// Loaded after the options are read: a call for help is answered at once.
const { loadConfig } = await import('#infra/adapters/config/config.ts');
const { withLocalStack } = await import('#infra/local/runtime.ts');
const { seed } = await import('#infra/seed/seed.ts');
const { OwnDataError } = await import('#infra/seed/own-data.ts');
try {
  await withLocalStack('tools', async ({ env }) => {
    const config = loadConfig(env, 'tools');
    if (!values.remote && (config.isProduction || !isLocalDatabase(config.databaseUrl))) {
      throw new LocalStackProblem(
        'The demonstration has published passwords, and this database or store is not on this machine. Nothing was written. Where nobody else reaches it, repeat the command with --remote.',
      );
    }
    await seed(config, wanted, { firstOnly: isFirstStart });
  });
} catch (error) {
  if (!(error instanceof LocalStackProblem || error instanceof OwnDataError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
