import { withParams } from '#web/lib/page-param.ts';
import { readStorage, STORAGE_KEYS, writeStorage } from '#web/lib/storage.ts';
import type { TableColumn } from './table-column.ts';

/** Of the address, so that a link shows the same columns to a colleague. */
const PARAMETER = 'hide';

const idsOf = (columns: readonly TableColumn<never>[]): string[] => columns.map(({ id }) => id);
/** A table's key on this machine: its columns. */
const keyOf = (columns: readonly TableColumn<never>[]) => `${STORAGE_KEYS.hiddenColumns}.${idsOf(columns).join('-')}`;
/** The ids in the address: those of this table, and those of others on the page. */
function inAddress(search: URLSearchParams, columns: readonly TableColumn<never>[]) {
  const own = new Set(idsOf(columns));
  const named = search.get(PARAMETER)?.split(',') ?? [];
  return { own: named.filter((id) => own.has(id)), others: named.filter((id) => !own.has(id)) };
}

/** The ids of the hidden columns: of the address, else those that were hidden on this machine. */
export function readHidden(columns: readonly TableColumn<never>[], search: URLSearchParams): readonly string[] {
  const { own } = inAddress(search, columns);
  return own.length > 0 ? own : (readStorage(keyOf(columns))?.split(',') ?? []);
}

/** Stores them on this machine, and returns the address that has them. */
export function writeHidden(
  columns: readonly TableColumn<never>[],
  search: URLSearchParams,
  hidden: readonly string[],
): URLSearchParams {
  writeStorage(keyOf(columns), hidden.length > 0 ? hidden.join(',') : null);
  return withParams(search, { [PARAMETER]: [...inAddress(search, columns).others, ...hidden].join(',') });
}
