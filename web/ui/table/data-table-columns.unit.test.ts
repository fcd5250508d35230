import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useTable } from '@tanstack/react-table';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { definitionsOf, FEATURES } from './data-table-columns.ts';
import type { SortValue } from './table-column.ts';

/** The values in the order of a table. */
function sorted(values: readonly SortValue[], desc = false): SortValue[] {
  let shown: SortValue[] = [];
  const columns = definitionsOf<{ value: SortValue }>([
    { id: 'value', header: 'Value', cell: () => null, sortValue: (row) => row.value },
  ]);
  const data = values.map((value) => ({ value }));
  const state = { sorting: [{ id: 'value', desc }], pagination: { pageIndex: 0, pageSize: values.length } };
  function Table() {
    const table = useTable({ features: FEATURES, columns, data, state });
    shown = table.getRowModel().rows.map((row) => row.original.value);
    return null;
  }
  renderToStaticMarkup(createElement(Table));
  return shown;
}

describe('the order of table rows', () => {
  it('sorts numbers within text by their value, and bigints exactly', () => {
    assert.deepEqual(sorted(['D-10', 'D-9', 'D-100']), ['D-9', 'D-10', 'D-100']);
    assert.deepEqual(sorted([9_007_199_254_740_993n, 9_007_199_254_740_992n]), [
      9_007_199_254_740_992n,
      9_007_199_254_740_993n,
    ]);
  });

  it('puts what is missing last', () => {
    assert.deepEqual(sorted([null, 2, undefined, 1]).slice(0, 2), [1, 2]);
    assert.deepEqual(sorted([null, 2, undefined, 1], true).slice(0, 2), [2, 1]);
  });
});
