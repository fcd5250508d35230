import { createAdministrator } from '#infra/proof/api/administrators.ts';
import { createProduct, type TestProduct } from '#infra/proof/api/catalogue.ts';
import { createCustomer } from '#infra/proof/api/customers.ts';
import { createRandom, type Random } from '#infra/seed/random.ts';
import { addCodes, runAdministrator } from './administrator-load.ts';
import { createCaller, createWeather, type Weather } from './caller.ts';
import type { Person } from './checks.ts';
import { runCustomer } from './customer-load.ts';
import { createJournal, type Journal } from './journal.ts';
import { runLives } from './ledger-load.ts';
import type { Load } from './load-state.ts';
import type { RunningStore } from './stack.ts';
import type { Violations } from './violations.ts';

const ADMINISTRATORS = 2;
/** Lives that bypass HTTP at the same time. */
const LIVES = 2;
const PRODUCTS = 4;
const FIRST_CODES = 20;
const STREAM_STEP = 7_919;

export type RunningLoad = {
  readonly journal: Journal;
  readonly weather: Weather;
  readonly people: readonly Person[];
  /** Rejects when a part of the load fails; never resolves. */
  readonly failing: Promise<never>;
  /** A separate source of random choices. */
  nextRandom(): Random;
  /** Adds codes to every shelf. */
  stockUp(count: number): Promise<void>;
  /** Every actor finishes its present action. */
  stop(): Promise<void>;
};

export type LoadOptions = {
  readonly seed: number;
  readonly customers: number;
  readonly violations: Violations;
};

/** Customers and administrators by HTTP, and whole lives that bypass it, all at once, until it is stopped. */
export async function startLoad(stack: RunningStore, options: LoadOptions): Promise<RunningLoad> {
  const { seed, violations, customers } = options;
  const journal = createJournal();
  const weather = createWeather();
  let streams = 0;
  /** One for each actor, so that its choices do not depend on the speed of the others. */
  const nextRandom = () => {
    streams += 1;
    return createRandom(seed + STREAM_STEP * streams);
  };
  const callerFor = (headers: Readonly<Record<string, string>>) =>
    createCaller({ url: stack.url, headers, random: nextRandom(), weather, violations });

  const products: TestProduct[] = [];
  for (let index = 0; index < PRODUCTS; index += 1) {
    products.push(await createProduct(stack, { currency: index % 2 === 0 ? 'USD' : 'EUR', priceMinor: 1_000n }));
  }
  const people: Person[] = [];
  for (let index = 0; index < customers; index += 1) {
    const customer = await createCustomer(stack);
    people.push({ customer, caller: callerFor(customer.headers) });
  }
  const deciders = [];
  for (let index = 0; index < ADMINISTRATORS; index += 1) {
    deciders.push(callerFor((await createAdministrator(stack)).headers));
  }
  const [firstAdministrator] = deciders;
  if (!firstAdministrator) throw new Error('There is no administrator.');

  let isOver = false;
  const load: Load = { shop: { products }, journal, violations, isOver: () => isOver };
  const stockUp = async (count: number) => {
    for (const { productId } of products) await addCodes(load, firstAdministrator, nextRandom(), productId, count);
  };
  await stockUp(FIRST_CODES);
  const all = people.map(({ customer }) => customer);
  const loads = Promise.all([
    ...people.map(({ customer, caller }) => runCustomer(load, customer, caller, nextRandom())),
    ...deciders.map((caller) => runAdministrator(load, all, caller, nextRandom())),
    ...Array.from({ length: LIVES }, () => runLives(load, stack.deps.ledger, nextRandom())),
  ]);
  const failing = loads.then(() => new Promise<never>(() => undefined));
  // Awaited in races; if there is none, `stop` reports it.
  failing.catch(() => undefined);
  return {
    journal,
    weather,
    people,
    failing,
    nextRandom,
    stockUp,
    async stop() {
      isOver = true;
      await loads;
    },
  };
}
