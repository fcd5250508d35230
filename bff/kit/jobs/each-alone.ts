import { type DomainError, isDomainError } from '#core/kernel/errors.ts';

/**
 * Does the work of one run; returns how many items it tried. An item that the ledger refuses must not hold up the others. An event store
 * that is away ends the run.
 */
export async function eachAlone<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  onRefusal: (error: DomainError, item: Item) => void,
): Promise<number> {
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      if (!isDomainError(error) || error.code === 'unavailable') throw error;
      onRefusal(error, item);
    }
  }
  return items.length;
}

/** Does the work of one run where an item may fail for its own reasons. The others are done, then the run fails with what failed. */
export async function othersFirst<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 1) throw new AggregateError(failures, `${failures.length} of ${items.length} failed`);
  if (failures.length === 1) throw failures[0];
}
