/**
 * Starts all in their order, so many at once: the next when one is ready. One that does not get ready, or fails, leaves
 * the rest to the other places. Returns what to await, one for each place.
 */
export function startInTurn<Item>(
  items: readonly Item[],
  atOnce: number,
  start: (item: Item) => Promise<void>,
): Promise<void>[] {
  const waiting = [...items];
  return Array.from({ length: atOnce }, async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await start(item);
  });
}
