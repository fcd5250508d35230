/** '' means all. Dates are yyyy-MM-dd, both included. */
export type TransactionFilters = { start_date: string; end_date: string; user_id: string; wallet_id: string };

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const ID = /^[0-9a-f-]{36}$/i;

/** Invalid values count as missing. */
export function readFilters(search: URLSearchParams): TransactionFilters {
  const matching = (name: string, pattern: RegExp) => {
    const value = search.get(name) ?? '';
    return pattern.test(value) ? value : '';
  };
  const userId = matching('user_id', ID);
  return {
    start_date: matching('start_date', DAY),
    end_date: matching('end_date', DAY),
    user_id: userId,
    // A wallet belongs to a user: without one it is not shown, so it must not filter either.
    wallet_id: userId === '' ? '' : matching('wallet_id', ID),
  };
}

export const hasFilters = (filters: TransactionFilters): boolean =>
  Object.values(filters).some((value) => value !== '');
