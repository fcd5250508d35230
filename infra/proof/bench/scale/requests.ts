import type { RouteContract } from '#bff/contract/base/route.ts';
import { operations } from '#bff/contract/routes.ts';
import type { Caller, Callers } from './people.ts';
import { emailOf } from './shop-data.ts';

export type Request = {
  readonly who: 'public' | 'big' | 'small' | 'administrator';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
};

const DAY_MS = 86_400_000;
/** Routes that stay open, write, or need what the history lacks: files, webhooks, statements of a bank, the office's own papers. */
const NOT_CALLED = new RegExp(
  'stream$|/images/|webhooks/|document|proof$|archive|bank-statements/|payout-batches/|catalogue/changes/|support-tickets/|' +
    'personal-data/:|corrections/:|security-events/:|credit-notes|:codeId|texts/:name|mails/:name|download-codes|user/banking-detail',
);
/** Those that answer a file of any size: they are measured otherwise. */
const EXPORTS = /export$|\/statement$/;

/** What people type: the beginning and the end of a number, names of many and of one, amounts, ids, and what nothing has. */
const TERMS: readonly string[] = [
  ...['gl-000123', '00123', 'GL-', 'anna', 'anna kowalska', emailOf(0), 'shop', 'nobody of this name', '9999', '12.50'],
  ...['INV-2026-000123', '{order}', '{order:8}', '{big}'],
];
const BOTH = (column: string) => [`sort_by=${column}&sort_order=asc`, `sort_by=${column}&sort_order=desc`];
const HALF_AND_END = (list: string) => [`page={${list}/2}&per_page=100`, `page={${list}}&per_page=100`];
const BOOKS = ['liabilities:wallet:{wallet}', 'income:sales:USD', 'assets:bank:USD'];

/** The queries, or whole paths, of each route that has more than one kind of call. `{…}` is of the history. */
const CALLS: Readonly<Record<string, readonly string[]>> = {
  '/admin/orders': [
    ...['', 'per_page=100', ...HALF_AND_END('orders')],
    ...['created_at', 'order_number', 'total', 'payment_status', 'fulfillment_status'].flatMap(BOTH),
    ...['pending', 'completed', 'cancelled', 'processing'].map((status) => `payment_status=${status}`),
    ...['pending', 'completed', 'cancelled', 'partial'].map((status) => `fulfillment_status=${status}`),
    ...['payment_status=completed&fulfillment_status=pending', 'payment_status=completed&sort_by=total'],
    ...['fulfillment_status=cancelled&sort_by=total', 'fulfillment_status=partial&sort_by=total'],
    ...['payment_status=completed&page={orders/2}&per_page=100', 'user_id={big}', 'user_id={big}&sort_by=total'],
    ...[
      'user_id={big}&payment_status=pending',
      'user_id={big}&page={own/2}&per_page=100',
      'user_id={small}&sort_by=total',
    ],
  ],
  '/admin/orders/search': [
    ...[
      'term={term}',
      'term=anna&sort_by=total',
      'term=anna&payment_status=completed',
      'term=GL-&page=90&per_page=100',
    ],
  ],
  '/admin/transactions': [
    ...['', ...HALF_AND_END('transactions'), ...['created_at', 'amount'].flatMap(BOTH)],
    ...['deposit', 'payment', 'refund', 'withdrawal', 'deposit_fee', 'payout_returned'].map((type) => `type=${type}`),
    ...['type=refund&sort_by=amount', 'type=payment&sort_by=amount', 'type=payout_returned&sort_by=amount'],
    ...['{month}', '{month}&time_zone=Asia/Kolkata', '{month}&type=payment', '{month}&sort_by=amount'],
    ...['user_id={big}', 'user_id={big}&{month}', 'user_id={big}&sort_by=amount', 'wallet_id={wallet}'],
    'wallet_id={wallet}&type=refund',
  ],
  '/admin/deposits': [
    '',
    'page=20&per_page=100',
    'status=pending',
    'status=approved',
    'user_id={big}',
    'search={term}',
  ],
  '/admin/withdrawals': ['', 'status=pending', 'status=completed', 'user_id={big}', 'search={term}'],
  '/admin/users': [
    ...['', ...HALF_AND_END('customers'), ...['created_at', 'name', 'email'].flatMap(BOTH)],
    ...['awaiting_approval=true', 'search={term}'],
  ],
  '/admin/users/search': ['term={term}'],
  '/admin/users/:id/wallets': ['', 'at={ago}', 'at={ago}&by=value-date'],
  '/admin/audit': [
    ...['', 'page=100&per_page=100', '{month}', '{month}&time_zone=Asia/Kolkata', '{month}&actor_kind=administrator'],
    ...['actor_id={administrator}', 'actor_id={big}', 'type=OrderCodesRevealed', 'type=DepositDeleted', 'type=Nothing'],
    ...['customer', 'administrator', 'system'].map((kind) => `actor_kind=${kind}`),
    ...['customer', 'wallet', 'deposit', 'order', 'withdrawal', 'settings'].map((kind) => `subject_kind=${kind}`),
    ...['actor_kind=administrator&subject_kind=order', '{month}&type=DepositDeleted'],
    ...['actor_id={big}&type=OrderPlaced&{month}', 'correlation_id=00000000-0000-0000-0000-000000000000'],
  ],
  '/admin/audit/:kind/:id': [
    ...[
      '/admin/audit/order/{order}',
      '/admin/audit/wallet/{wallet}',
      '/admin/audit/wallet/{wallet}?page=100&per_page=100',
    ],
    ...['/admin/audit/customer/{big}', '/admin/audit/deposit/{deposit}'],
  ],
  '/admin/dashboard/stats': ['', '{year}', '{month}'],
  '/admin/approvals': ['', 'kind=deposit', 'kind=withdrawal'],
  '/admin/ledger/trial-balance': ['', 'at={ago}', 'at={ago}&by=value-date'],
  '/admin/ledger/statement': BOOKS.flatMap((account) =>
    ['', '&{month}', '&at={ago}', '&at={ago}&by=value-date', '&by=value-date'].map(
      (more) => `account=${account}&currency=USD${more}`,
    ),
  ),
  '/admin/ledger/explain': ['order-{order}', 'order-{refunded}', 'deposit-{deposit}', 'wallet-{wallet}'].map(
    (subject) => `subject=${subject}`,
  ),
  '/admin/ledger/vat': ['from={monthAgo}&to={monthAgo}', 'from={yearAgo}&to={monthAgo}'],
  '/admin/ledger/reconciliation': ['', 'at={ago}'],
  '/admin/products': ['', 'page=20', 'brand_name=Brand%201'],
  '/admin/products/search': ['term=card', 'term=crad%20123', 'term=nothing'],
  '/admin/bank-lines': ['search=anna'],
  '/admin/credit': ['', 'search=anna', 'status=granted', 'sort_by=since&page=20'],
  '/admin/support-tickets': ['', 'search=anna', 'status=open'],
  '/admin/security-events': ['', '{month}'],
  '/orders': ['', 'per_page=100', ...HALF_AND_END('own')],
  '/transactions': [
    ...['', 'type=payment', 'type=refund', '{month}', '{month}&time_zone=Asia/Kolkata', '{month}&type=payment'],
    ...['wallet_id={wallet}', 'sort_order=asc', 'page={own/2}&per_page=100'],
  ],
  '/code-reveals': ['', '{month}', 'page=50&per_page=100', 'by=customer'],
  '/wallets': ['', 'at={ago}', 'at={ago}&by=value-date'],
  '/wallets/:id/balance-history': ['', 'days=365'],
  '/products': ['', 'page=20', 'brand_name=Brand%201', 'sort_by=price', 'sort_by=name'],
  '/products/search': ['term=card', 'term=crad%20123', 'term=nothing'],
  '/notifications': ['', 'page=10'],
  '/cart': ['wallet_id={wallet}'],
};
const EXPORTED: readonly (readonly [Exclude<Request['who'], 'public' | 'small'>, string])[] = [
  ['big', '/wallets/{wallet}/statement?format=csv'],
  ['big', '/code-reveals/export'],
  ['administrator', '/admin/transactions/export?user_id={big}&wallet_id={wallet}&format=csv'],
  ['administrator', '/admin/credit/export'],
  ['administrator', '/admin/catalogue/export?of=products'],
  ['administrator', '/admin/ledger/vat/export?from={yearAgo}&to={monthAgo}&what=return'],
];

/** Each GET of the contract, with the filters, sorts, searches and pages that a screen offers. */
export const requestsOf = (callers: Callers): readonly Request[] =>
  operations.flatMap(({ route }) => {
    if (route.method !== 'GET' || NOT_CALLED.test(route.path) || EXPORTS.test(route.path)) return [];
    const { administrator, big, small } = callers;
    const calls = (who: Request['who'], headers: Request['headers'], caller: Caller): Request[] =>
      pathsOf(route, caller, callers).map((path) => ({ who, path, headers }));
    if (route.auth === 'administrator') return calls('administrator', administrator, big);
    if (route.auth === 'public') return calls('public', {}, big);
    return [...calls('big', big.headers, big), ...calls('small', small.headers, small)];
  });

/** Files of any size, of the one who has most of it. */
export const exportsOf = (callers: Callers): readonly Request[] =>
  EXPORTED.map(([who, path]) => ({
    who,
    path: `/api${told(path, callers.big, callers)}`,
    headers: who === 'big' ? callers.big.headers : callers.administrator,
  }));

/** The routes that the history has nothing for, or that are no answers to measure. */
export const notCalled = (): readonly string[] =>
  operations.flatMap(({ route }) => (route.method === 'GET' && NOT_CALLED.test(route.path) ? [route.path] : []));

function pathsOf({ path }: RouteContract, caller: Caller, callers: Callers): string[] {
  const short = path.slice('/api'.length);
  const queries = (CALLS[short] ?? ['']).flatMap((query) =>
    query.includes('{term}') ? TERMS.map((term) => query.replace('{term}', encodeURI(term))) : [query],
  );
  return queries.map((query) => {
    const whole = query.startsWith('/') ? query : `${short}${query && `?${query}`}`;
    return `/api${told(whole, caller, callers)}`;
  });
}

const dayBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** The path with the ids of this caller, and the days and pages of the history. */
function told(
  path: string,
  caller: Caller,
  { administratorId, big, small, refunded, withdrawalId, productId, totals }: Callers,
) {
  const rows: Readonly<Record<string, number>> = { ...totals, own: caller.orders };
  const words: Readonly<Record<string, string>> = {
    big: big.id,
    small: small.id,
    wallet: caller.walletId,
    order: caller.orderId,
    deposit: caller.depositId,
    refunded,
    administrator: administratorId,
    'order:8': caller.orderId.slice(0, 8),
    ago: dayBefore(90),
    month: `start_date=${dayBefore(60)}&end_date=${dayBefore(30)}`,
    monthAgo: dayBefore(31).slice(0, 7),
    year: `start_date=${dayBefore(365)}&end_date=${dayBefore(0)}`,
    yearAgo: dayBefore(365).slice(0, 7),
  };
  const ids: Readonly<Record<string, string>> = {
    orders: caller.orderId,
    wallets: caller.walletId,
    deposits: caller.depositId,
    users: big.id,
    transactions: caller.transactionId,
    withdrawals: withdrawalId,
    products: productId,
  };
  return path
    .replace(/\/([a-z-]+)\/:id/g, (whole, kind: string) => (ids[kind] ? `/${kind}/${ids[kind]}` : whole))
    .replace(/\{([^}]+)\}|%7B(.+?)%7D/g, (_whole, plain?: string, encoded?: string) => {
      const [word = '', part] = (plain ?? encoded ?? '').split('/');
      const last = Math.max(1, Math.floor((rows[word] ?? 0) / 100));
      return words[word] ?? String(part ? Math.max(1, Math.floor(last / Number(part))) : last);
    });
}
