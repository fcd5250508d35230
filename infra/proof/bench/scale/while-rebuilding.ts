import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PROJECT_ROOT } from '#infra/local/paths.ts';
import type { FaultStack } from '../../faults/stack.ts';
import { createHttpCaller } from '../http-caller.ts';
import { limitRow, type Row, summaryOf, timeOf } from '../measure.ts';
import { purchase } from '../shop.ts';
import { fillShelves, invite, type Shopper } from '../shoppers.ts';
import { callersOf } from './people.ts';

/** What people look at most, of the customer with the most orders and of the office. */
const LISTS = ['/orders', '/transactions', '/wallets', '/admin/orders', '/admin/transactions', '/admin/audit'];
/** Rounds of these lists and a purchase that are measured before the rebuild, after as many that are not. */
const ROUNDS_BEFORE = 100;
/** After each round: people read what they see. */
const PAUSE_MS = 250;
const AIM_MS = 100;

type Took = { readonly lists: number[]; readonly purchases: number[] };

/** Lists and purchases, one after the other: alone, and then while `npm run rebuild -- --dry-run` goes on beside them. */
export async function* benchWhileRebuilding(stack: FaultStack): AsyncGenerator<Row> {
  const shoppers: Shopper[] = [];
  const http = createHttpCaller(stack.url);
  try {
    const products = await fillShelves(stack);
    await invite(stack, shoppers);
    const { administrator, big } = await callersOf(stack);
    const look = async (where: string) => {
      const answer = await http.call('GET', `/api${where}`, where.startsWith('/admin') ? administrator : big.headers);
      if (answer.status !== 200) throw new Error(`${where} answered ${answer.status}: ${answer.text}`);
    };
    const workWhile = async (goesOn: (rounds: number) => boolean): Promise<Took> => {
      const took: Took = { lists: [], purchases: [] };
      for (let round = 0; goesOn(round); round += 1) {
        for (const where of LISTS) took.lists.push(await timeOf(() => look(where)));
        const buyer = shoppers.slice(round % shoppers.length, (round % shoppers.length) + 1);
        took.purchases.push(await timeOf(() => purchase(buyer, products.slice(round % products.length), 1)));
        await delay(PAUSE_MS);
      }
      return took;
    };
    await workWhile((rounds) => rounds < ROUNDS_BEFORE);
    const before = await workWhile((rounds) => rounds < ROUNDS_BEFORE);
    const rebuild = spawn(process.execPath, [path.join(PROJECT_ROOT, 'programs/rebuild.ts'), '--dry-run'], {
      env: { ...process.env, GIFTLEDGER_DATA_DIR: stack.dataDir },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const ended = once(rebuild, 'exit');
    const beside = await workWhile(() => rebuild.exitCode === null && rebuild.signalCode === null);
    await ended;
    if (rebuild.exitCode !== 0) throw new Error(`The rebuild ended with ${rebuild.exitCode ?? rebuild.signalCode}.`);
    for (const what of ['lists', 'purchases'] as const)
      console.log(`  ${what}: ${lineOf(before[what])} before the rebuild; ${lineOf(beside[what])} beside it`);
    yield limitRow('a list beside a rebuild, p99', measured(beside.lists).p99Ms, AIM_MS, 'ms that a screen may wait');
  } finally {
    for (const { close } of [http, ...shoppers.map((shopper) => shopper.http)]) close();
  }
}

const measured = (took: readonly number[]) => summaryOf(Float64Array.from(took), 0);

function lineOf(took: readonly number[]): string {
  const { p50Ms, p99Ms } = measured(took);
  return `${took.length}, p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms`;
}
