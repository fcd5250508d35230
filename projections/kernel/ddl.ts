import type { Column } from './columns.ts';
import { list, quoted } from './names.ts';
import type { Index, Table } from './table.ts';

/** The search path selects the schema. */
export function createTable({ name, key, columns, options }: Table): string {
  const lines = Object.entries(columns).map(([column, definition]) => `${quoted(column)} ${typeOf(definition)}`);
  if (options.hasPrimaryKey !== false) lines.push(`primary key (${list(key)})`);
  const storage = options.fillfactor === undefined ? '' : ` with (fillfactor = ${options.fillfactor})`;
  return `create table ${quoted(name)} (${lines.join(', ')})${storage}`;
}

const typeOf = ({ type, isBytewise, isNullable }: Column): string =>
  `${type}${isBytewise ? ' collate "C"' : ''}${isNullable ? '' : ' not null'}`;

export const createIndexesOf = ({ name, options }: Table): string[] =>
  Object.entries(options.indexes ?? {}).map(([index, definition]) => {
    const { on, where, isUnique } = isParts(definition) ? { on: definition } : definition;
    return `create ${isUnique ? 'unique ' : ''}index ${quoted(`${name}_${index}`)}
      on ${quoted(name)} (${on.join(', ')})${where === undefined ? '' : ` where ${where}`}`;
  });

const isParts = (index: Index): index is readonly string[] & Index => Array.isArray(index);
