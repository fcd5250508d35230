import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { renderScreen } from '#web/testing/render.tsx';
import { AskButton } from '#web/ui/overlays/confirm-dialog.tsx';
import { DataTable } from './data-table.tsx';
import type { TableColumn } from './table-column.ts';

type Row = { id: string; owner: string };
const ROWS: readonly Row[] = [
  { id: 'DEP-1', owner: 'Maya' },
  { id: 'DEP-2', owner: 'Zoë' },
];
const COLUMNS: readonly TableColumn<Row>[] = [
  { id: 'id', header: 'ID', card: 'title', cell: (row) => row.id },
  { id: 'owner', header: 'Owner', cell: (row) => row.owner },
  {
    id: 'actions',
    header: 'Actions',
    cell: (row) => (
      <AskButton title="Approve" message="It is final." onConfirm={() => undefined}>{`Approve ${row.id}`}</AskButton>
    ),
  },
];

describe('the choice of columns', () => {
  it('is in the address, and stays without it on this machine', async () => {
    history.replaceState(null, '', '/admin/deposits?page=2');
    const WIDE = ['owner', 'day', 'bank', 'notes', 'status'].map((id) => ({ id, header: id, cell: () => id }));
    const columns: readonly TableColumn<Row>[] = [
      { id: 'id', header: 'ID', card: 'title', cell: (row) => row.id },
      ...WIDE,
    ];
    const table = <DataTable caption="Deposits" columns={columns} rows={ROWS} rowKey={(row) => row.id} empty="None" />;
    const { user } = renderScreen(table, { realm: 'admin', answers: {} });
    const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    await user.click(await screen.findByRole('button', { name: 'Columns' }));
    // It stands beside the last head, whose words leave it room.
    assert.match(screen.getAllByRole('columnheader').at(-1)?.className ?? '', /pr-11!/);
    await user.click(await screen.findByRole('checkbox', { name: 'bank' }));
    await user.click(await screen.findByRole('checkbox', { name: 'day' }));
    await waitFor(() => assert.equal(new URLSearchParams(location.search).get('hide'), 'bank,day'));
    assert.equal(new URLSearchParams(location.search).get('page'), '2', 'the rest of the address stays');
    cleanup();
    history.replaceState(null, '', '/admin/deposits');
    renderScreen(table, { realm: 'admin', answers: {} });
    await screen.findByText('DEP-1');
    assert.ok(!heads().some((head) => ['bank', 'day'].includes(head ?? '')), heads().join());
    assert.ok(heads().includes('notes'));
  });
});

describe('a question of a row', () => {
  it('stays while the window is turned; the rows follow once it is answered', async () => {
    let isNarrow = false;
    const turned = new EventTarget();
    const wide = globalThis.matchMedia;
    globalThis.matchMedia = (media) =>
      Object.defineProperty(Object.assign(turned, { media, onchange: null }), 'matches', {
        get: () => isNarrow,
        configurable: true,
      }) as MediaQueryList;
    try {
      const table = (
        <DataTable caption="Deposits" columns={COLUMNS} rows={ROWS} rowKey={(row) => row.id} empty="None" />
      );
      const { user } = renderScreen(table, { realm: 'admin', answers: {} });
      await user.click(await screen.findByRole('button', { name: 'Approve DEP-1' }));
      await screen.findByRole('alertdialog');
      isNarrow = true;
      act(() => void turned.dispatchEvent(new Event('change')));
      await user.click(await screen.findByRole('button', { name: 'Cancel' }));
      await waitFor(() => assert.equal(screen.queryByRole('table'), null));
      assert.ok(screen.getByRole('button', { name: 'Approve DEP-1' }));
    } finally {
      globalThis.matchMedia = wide;
    }
  });
});

describe('rows that lead to an address', () => {
  const open = async () => {
    history.replaceState(null, '', '/admin/deposits');
    const newTab = mock.method(window, 'open', () => null);
    const page = renderScreen(
      <DataTable
        caption="Deposits"
        columns={COLUMNS}
        rows={ROWS}
        rowKey={(row) => row.id}
        rowHref={(row) => `/admin/deposits?open=${row.id}`}
        empty="None"
      />,
      { realm: 'admin', answers: {} },
    );
    await screen.findByRole('link', { name: 'DEP-1' });
    return { ...page, tabs: () => newTab.mock.calls.map(({ arguments: [url] }) => url) };
  };
  const at = () => location.pathname + location.search;

  it('have a link as their name, and follow it wherever they are pressed', async () => {
    const { user } = await open();
    assert.equal(screen.getByRole('link', { name: 'DEP-1' }).getAttribute('href'), '/admin/deposits?open=DEP-1');
    await user.click(screen.getByText('Zoë'));
    assert.equal(at(), '/admin/deposits?open=DEP-2');
  });

  it('open a tab of their own by the middle button and with the control key', async () => {
    const { tabs } = await open();
    fireEvent(screen.getByText('Maya'), new MouseEvent('auxclick', { bubbles: true, button: 1 }));
    fireEvent.click(screen.getByText('Zoë'), { ctrlKey: true });
    assert.deepEqual(tabs(), ['/admin/deposits?open=DEP-1', '/admin/deposits?open=DEP-2']);
    assert.equal(at(), '/admin/deposits');
  });

  it('leave their buttons alone, and the dialogs that these open', async () => {
    const { user, tabs } = await open();
    await user.click(screen.getByRole('button', { name: 'Approve DEP-1' }));
    await user.click(await screen.findByText('It is final.'));
    assert.equal(at(), '/admin/deposits');
    assert.deepEqual(tabs(), []);
  });

  it('are walked by the arrow keys', async () => {
    const { user } = await open();
    screen.getByRole('link', { name: 'DEP-1' }).focus();
    await user.keyboard('{ArrowDown}');
    await waitFor(() => assert.equal(document.activeElement?.textContent, 'DEP-2'));
    await user.keyboard('{Enter}');
    assert.equal(at(), '/admin/deposits?open=DEP-2');
  });
});

describe('rows that are ticked', () => {
  it('show in the head whether it is none, some or all of them', async () => {
    const selection = { label: (row: Row) => row.id, actions: () => null };
    const { user } = renderScreen(
      <DataTable
        caption="Deposits"
        columns={COLUMNS}
        rows={ROWS}
        rowKey={({ id }) => id}
        selection={selection}
        empty=""
      />,
      { realm: 'admin', answers: {} },
    );
    const all = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select all deposits' });
    const shown = () => ({ checked: all.checked, indeterminate: all.indeterminate });
    assert.deepEqual(shown(), { checked: false, indeterminate: false });
    await user.click(screen.getByRole('checkbox', { name: 'Select DEP-1' }));
    assert.deepEqual(shown(), { checked: false, indeterminate: true });
    await user.click(screen.getByRole('checkbox', { name: 'Select DEP-2' }));
    assert.deepEqual(shown(), { checked: true, indeterminate: false });
  });
});
