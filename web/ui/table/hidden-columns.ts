import { readStorage, STORAGE_KEYS } from '#web/lib/browser/storage.ts';
import type { TableColumn } from './table-column.ts';

/** A table's key on this machine: its columns. */
export const hiddenKey = (columns: readonly TableColumn<never>[]): string =>
  `${STORAGE_KEYS.hiddenColumns}.${columns.map(({ id }) => id).join('-')}`;

/** The ids of the hidden columns: of the address, so that a link shows the same table to a colleague, else of this machine. */
export const readHidden = (columns: readonly TableColumn<never>[]): readonly string[] =>
  (new URLSearchParams(location.search).get('hide') ?? readStorage(hiddenKey(columns)))?.split(',') ?? [];
