import { dayOrNone } from '#web/lib/words/dates.ts';

/** '' means all. Dates are yyyy-MM-dd, both included. */
export type TransactionFilters = { start_date: string; end_date: string; user_id: string; wallet_id: string };

const ID = /^[0-9a-f-]{36}$/i;

/** Invalid values count as missing. */
export function readFilters(search: URLSearchParams): TransactionFilters {
  const idOf = (name: string) => {
    const value = search.get(name) ?? '';
    return ID.test(value) ? value : '';
  };
  const userId = idOf('user_id');
  return {
    start_date: dayOrNone(search.get('start_date') ?? ''),
    end_date: dayOrNone(search.get('end_date') ?? ''),
    user_id: userId,
    // A wallet belongs to a user: without one it is not shown, so it must not filter either.
    wallet_id: userId === '' ? '' : idOf('wallet_id'),
  };
}

export const hasFilters = (filters: TransactionFilters): boolean =>
  Object.values(filters).some((value) => value !== '');
