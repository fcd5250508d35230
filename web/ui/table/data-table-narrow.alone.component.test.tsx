import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { beforeEach, describe, it } from 'node:test';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { readStorage, STORAGE_KEYS, writeStorage } from '#web/lib/browser/storage.ts';
import { renderScreen } from '#web/testing/render.tsx';
import type { DataTableProps } from './data-table.tsx';
import type { TableColumn } from './table-column.ts';

// A phone from the start, because the file would else load the table's code.
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), { media, matches: media.includes('<'), onchange: null }) as MediaQueryList;
globalThis.matchMedia = window.matchMedia;
const loaded: string[] = [];
registerHooks({
  load: (url, context, next) => {
    loaded.push(url);
    return next(url, context);
  },
});
const { DataTable } = await import('./data-table.tsx');
const isTableLoaded = () => loaded.some((url) => /react-table|data-table-view/.test(url));

type Row = { id: string; owner: string };
const ROWS: readonly Row[] = [
  { id: 'DEP-1', owner: 'Maya' },
  { id: 'DEP-2', owner: 'Zoë' },
];
const COLUMNS: readonly TableColumn<Row>[] = [
  { id: 'id', header: 'ID', card: 'title', cell: (row) => row.id },
  { id: 'owner', header: 'Owner', cell: (row) => row.owner },
];
const HIDDEN = `${STORAGE_KEYS.hiddenColumns}.id-owner`;

const open = (props: Partial<DataTableProps<Row>>) =>
  renderScreen(
    <DataTable caption="Deposits" columns={COLUMNS} rows={ROWS} rowKey={(row) => row.id} empty="None" {...props} />,
    { realm: 'admin', answers: {} },
  );

describe('a table on a phone', () => {
  beforeEach(() => writeStorage(HIDDEN, null));

  it('shows cards that lead on and are paged by the server, without the code of a table', async () => {
    function Paged() {
      const [page, setPage] = useState(1);
      const meta = { current_page: page, last_page: 2, per_page: 2, total: 4, from: 1, to: 2 };
      return (
        <DataTable
          caption="Deposits"
          columns={COLUMNS}
          rows={ROWS}
          rowKey={(row) => row.id}
          rowHref={(row) => `/admin/deposits/${row.id}`}
          page={{ meta, onPage: setPage }}
          empty="None"
        />
      );
    }
    const { user } = renderScreen(<Paged />, { realm: 'admin', answers: {} });
    const cards = within(screen.getByRole('list', { name: 'Deposits' }));
    assert.equal(cards.getByRole('link', { name: 'DEP-1' }).getAttribute('href'), '/admin/deposits/DEP-1');
    assert.ok(cards.getByText('Zoë'));
    await user.click(screen.getByRole('button', { name: /next/i }));
    assert.ok(screen.getByRole<HTMLButtonElement>('button', { name: /next/i }).disabled);
    assert.equal(isTableLoaded(), false);
  });

  it('leaves out the columns that were hidden on this machine', () => {
    writeStorage(HIDDEN, 'owner');
    open({});
    assert.ok(screen.getByText('DEP-1'));
    assert.equal(screen.queryByText('Maya'), null);
    assert.equal(readStorage(HIDDEN), 'owner');
  });

  it('leaves out those that its address hides, whatever was hidden on this machine', () => {
    writeStorage(HIDDEN, 'id');
    history.replaceState(null, '', '/admin/deposits?hide=owner,no-column-of-this');
    open({});
    assert.ok(screen.getByText('DEP-1'));
    assert.equal(screen.queryByText('Maya'), null);
    history.replaceState(null, '', '/admin/deposits');
  });

  it('fetches a table where its rows are ticked', async () => {
    const { user } = open({
      selection: { label: (row) => row.id, actions: (rows) => <p>{rows.map(({ id }) => id).join()}</p> },
    });
    await user.click(await screen.findByRole('checkbox', { name: 'Select DEP-2' }));
    assert.ok(screen.getByText('1 selected'));
    assert.ok(isTableLoaded());
  });
});
