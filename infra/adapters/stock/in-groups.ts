import { setImmediate as turn } from 'node:timers/promises';

/**
 * Runs `work` on the requests of one turn of the event loop, or on those that arrive during the run before. There is
 * one run at a time, with a limited number of items in each: when items would wait for each other anyway, one call for
 * all is faster. When a run fails, each of its items is tried alone.
 * @param work returns the answer to each of its items
 */
export function inGroups<Item, Answer>(
  most: number,
  work: (items: readonly Item[]) => Promise<(item: Item) => Answer>,
): (item: Item) => Promise<Answer> {
  type Waiting = { readonly item: Item; resolve(answer: Answer): void; reject(error: unknown): void };
  const waiting: Waiting[] = [];
  let isRunning = false;

  async function run(group: readonly Waiting[]): Promise<void> {
    try {
      const answer = await work(group.map(({ item }) => item));
      for (const { item, resolve } of group) resolve(answer(item));
    } catch (error) {
      const [first, ...others] = group;
      if (others.length === 0) first?.reject(error);
      else for (const one of group) await run([one]);
    }
  }

  async function runAll(): Promise<void> {
    isRunning = true;
    await turn();
    while (waiting.length > 0) await run(waiting.splice(0, most));
    isRunning = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isRunning) void runAll();
    });
}
