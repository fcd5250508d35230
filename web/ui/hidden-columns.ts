import { readStorage, STORAGE_KEYS, writeStorage } from '#web/lib/storage.ts';
import type { TableColumn } from './table-column.ts';

/** A table's key on this machine: its columns. */
export const tableOf = (columns: readonly TableColumn<never>[]): string => columns.map(({ id }) => id).join('-');

const keyOf = (table: string) => `${STORAGE_KEYS.hiddenColumns}.${table}`;

/** The ids of the columns that were hidden on this machine. */
export const readHidden = (table: string): readonly string[] => readStorage(keyOf(table))?.split(',') ?? [];

/** Stores them; an empty list removes the entry. */
export const writeHidden = (table: string, hidden: readonly string[]): void =>
  writeStorage(keyOf(table), hidden.length > 0 ? hidden.join(',') : null);
