import type { EventStore } from '#core/kernel/log/event-store.ts';
import { createChainedLog } from './chained-log.ts';
import { drive } from './measure.ts';
import { type Goods, type Kind, recordEpisodes } from './scale/episodes.ts';
import { createTeller } from './scale/history.ts';
import { createNumbers } from './scale/numbers.ts';

/** More than those at work at once: the papers of a customer come one after the other. */
const PEOPLE = 1_000;
const IN_FLIGHT = 64;
const FIRST_DAY = Date.parse('2025-01-01T00:00:00Z');
const MINUTE_MS = 60_000;
const SEED = 20_261_129;

const GOODS = Array.from({ length: 40 }, (_, index): Goods => {
  const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
  return { productId: id, variantId: id, name: `Gift card ${index}`, brand: `Brand ${index % 12}` };
});

/**
 * Makes long logs fast: papers are decided once, in memory, and told again and again for the same customers. All hashes and MACs are
 * right. Of ten papers of a customer three are deposits, six are orders and one is a withdrawal, after a first deposit that is far more
 * than those spend.
 */
export async function createLongLog(store: EventStore, people = PEOPLE) {
  const episodes = await recordEpisodes(GOODS);
  const numbers = createNumbers(SEED);
  const log = createChainedLog(store);
  const tell = createTeller(log, numbers, GOODS);
  const administratorId = numbers.uuid();
  const customers = Array.from({ length: people }, () => numbers.uuid());
  let papers = 0;
  let round = 0;

  async function play(customerId: string, kind: Kind): Promise<void> {
    // The last deposit is the largest.
    const episode = kind === 'deposit' ? episodes.deposit.at(-1) : numbers.pick(episodes[kind]);
    if (!episode) throw new Error(`There is no ${kind}.`);
    papers += 1;
    const number = `P-${String(papers).padStart(6, '0')}`;
    await tell(episode, { customerId, number, administratorId, timeMs: FIRST_DAY + papers * MINUTE_MS });
  }

  return {
    get size() {
      return log.events;
    },
    /** Continues until there are this many events, or some more. */
    async growTo(events: number): Promise<void> {
      while (log.events < events) {
        await drive(people, IN_FLIGHT, async (at) => {
          const customerId = customers[at] ?? '';
          if (round === 0) await play(customerId, 'customer');
          const turn = round === 0 ? 0 : (round + 7 * at) % 10;
          await play(customerId, turn % 4 === 0 ? 'deposit' : turn === 9 ? 'withdrawal' : 'shown-order');
        });
        round += 1;
      }
    },
  };
}
