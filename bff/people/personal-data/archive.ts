import { z } from 'zod';
import { findAccount } from '#bff/identity/accounts/accounts.ts';
import { wholeTrail } from '#bff/identity/audit/trail.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { withExtension } from '#bff/kit/files/send-file.ts';
import { exportTable } from '#bff/kit/files/table-export.ts';
import { presentAcceptance } from '#bff/kit/lib/accepted-texts.ts';
import { presentWallet } from '#bff/kit/lib/present-wallet.ts';
import { storeName } from '#bff/kit/lib/seller.ts';
import { FileNotFoundError } from '#bff/kit/ports/file-store.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { presentDeposit } from '#bff/money/deposits/present.ts';
import { openBankSnapshots } from '#bff/money/payees/bank-snapshots.ts';
import { findBankingDetail } from '#bff/money/payees/banking-store.ts';
import { TRANSACTION_COLUMNS, transactionPages } from '#bff/money/wallets/transaction-export.ts';
import { presentWithdrawal } from '#bff/money/withdrawals/present.ts';
import { findOwnOrderDetail } from '#bff/shop/orders/own-order.ts';
import { valuesOf } from '#core/ledger/settings.ts';
import { listOwnDeposits } from '#projections/models/deposits.ts';
import { listOwnOrders } from '#projections/models/orders.ts';
import { listWallets } from '#projections/models/wallets.ts';
import { listOwnWithdrawals } from '#projections/models/withdrawals.ts';
import { everyItem, invoicesOf } from './kept-invoices.ts';
import { filesOf } from './person-files.ts';
import { REMOVED_TABLES } from './registry.ts';
import type { ZipEntry } from './zip.ts';

type Deps = Pick<BffDeps, 'database' | 'notes' | 'files' | 'crypto' | 'rules' | 'clock' | 'settings'>;

const readme = (store: string) => `Everything that ${store} holds about you

index.json lists the files of this archive.

account/    what you entered and what your account consists of, one JSON file a table
money/      wallets, deposits, orders and withdrawals as the store shows them to you (JSON), and the movements of each wallet (CSV)
history/    what happened to your account, by whom (JSON)
documents/  the files that you sent us
invoices/   of paid orders and approved deposits, and credit notes of refunds (PDF)

Amounts are in minor units (cents) beside their decimal form; times are in UTC. Passwords, keys and links lie with us as hashes
alone and are not here. Gift codes are here by their last four characters: the page of each order shows them whole, and notes
that it did.
`;

/** Everything about a customer, file by file. The registry of the erasure names the content of an account's tables. */
export async function* archiveOf(deps: Deps, customerId: string): AsyncGenerator<ZipEntry> {
  const names: string[] = [];
  const parts = [
    tables(deps, customerId),
    money(deps, customerId),
    history(deps, customerId),
    papers(deps, customerId),
  ];
  yield { name: 'README.txt', content: text(readme(storeName(deps.settings))) };
  for (const part of parts) {
    for await (const entry of part) {
      names.push(entry.name);
      yield entry;
    }
  }
  yield json('index.json', { made_at: deps.clock().toISOString(), customer_id: customerId, files: names });
}

async function* text(content: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield Buffer.from(content as string);
}

const json = (name: string, value: unknown): ZipEntry => ({
  name,
  content: text(JSON.stringify(value, null, 2)),
});

async function* tables(deps: Deps, customerId: string): AsyncGenerator<ZipEntry> {
  for (const [table, { rowsOf, withheld }] of Object.entries(REMOVED_TABLES)) {
    if (withheld === true) continue;
    const rows = await rowsOfTable(deps.database, table, rowsOf(customerId), withheld.split(' '));
    if (rows.length > 0) yield json(`account/${table.replaceAll('_', '-')}.json`, rows);
  }
  const banking = await findBankingDetail(deps, customerId);
  if (banking) yield json('account/banking-detail.json', banking);
  const settings = deps.settings.now();
  const account = await findAccount(deps.database, customerId);
  const accepted = presentAcceptance(settings, account?.accepted_texts ?? null);
  if (accepted) {
    const texts = accepted.texts.map((each) => ({ ...each, text: valuesOf(settings, each.version)[each.name]?.text }));
    yield json('account/accepted-texts.json', { ...accepted, texts });
  }
}

async function rowsOfTable(
  database: Queryable,
  table: string,
  where: ReturnType<(typeof REMOVED_TABLES)['account']['rowsOf']>,
  withheld: readonly string[],
): Promise<unknown[]> {
  const rows = await database.any(sql.type(z.object({ row: z.json() }))`
    select to_jsonb(t) - ${sql.array([...withheld], 'text')} as row from ${sql.identifier(['app', table])} as t
    where ${where}`);
  return rows.map(({ row }) => row);
}

async function* money(deps: Deps, customerId: string): AsyncGenerator<ZipEntry> {
  const { database, notes } = deps;
  const wallets = await listWallets(database, customerId);
  yield json('money/wallets.json', wallets.map(presentWallet));
  for (const { walletId, currency } of wallets) {
    const { body } = await exportTable(
      'csv',
      TRANSACTION_COLUMNS,
      transactionPages(database, { customerId, walletId }),
    );
    yield { name: `money/transactions-${currency}.csv`, content: body };
  }
  yield json(
    'money/deposits.json',
    await shown(
      (page) => listOwnDeposits(database, customerId, page),
      (deposit) => presentDeposit(deps, deposit),
    ),
  );
  yield json(
    'money/orders.json',
    await shown(
      (page) => listOwnOrders(database, customerId, page),
      ({ orderId }) => findOwnOrderDetail(deps, customerId, orderId),
    ),
  );
  yield json(
    'money/withdrawals.json',
    await shown(
      (page) => listOwnWithdrawals(database, customerId, page),
      async (withdrawal) => {
        const bank = (await openBankSnapshots(deps, [withdrawal])).get(withdrawal.bankSnapshotId);
        return { ...(await presentWithdrawal(notes, withdrawal, bank)), bank: bank ?? null };
      },
    ),
  );
}

async function shown<Item, Shown>(
  list: Parameters<typeof everyItem<Item>>[0],
  show: (item: Item) => Promise<Shown>,
): Promise<Shown[]> {
  const all: Shown[] = [];
  for await (const item of everyItem(list)) all.push(await show(item));
  return all;
}

/** The account's own stream: events, times and kinds of actors. */
async function* history({ database }: Deps, customerId: string): AsyncGenerator<ZipEntry> {
  const events: unknown[] = [];
  for await (const entries of wholeTrail(database, { objectId: customerId })) {
    events.push(
      ...entries.map(({ occurred_at, type, summary, actor }) => ({ occurred_at, type, summary, by: actor.kind })),
    );
  }
  yield json('history/account.json', events);
}

async function* papers(deps: Deps, customerId: string): AsyncGenerator<ZipEntry> {
  const files = (await filesOf(deps.database, customerId)).filter(({ isPaper }) => isPaper);
  for (const [index, { kind, id, name, type }] of files.entries()) {
    const opened = await deps.files.open(id, customerId).catch((error: unknown) => {
      if (error instanceof FileNotFoundError) return null;
      throw error;
    });
    // A replaced proof or a removed document may be gone.
    if (!opened) continue;
    // The number distinguishes files of one name. A sender's name must not become a path.
    const plain = name.replaceAll(/[/\\\0]/g, '_');
    yield {
      name: `documents/${kind.replaceAll(' ', '-')}/${index + 1}-${withExtension(plain, type)}`,
      content: opened.stream,
    };
  }
  for await (const { draw } of invoicesOf(deps, customerId)) {
    const { name, body } = await draw();
    yield { name: `invoices/${name}.pdf`, content: text(body) };
  }
}
