import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  FileUp,
  Hourglass,
  Landmark,
  LifeBuoy,
  LogOut,
  type LucideIcon,
  Package,
  PackagePlus,
  ReceiptText,
  ShieldCheck,
  Store,
  User,
} from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { MIN_USER_SEARCH_LENGTH } from '#bff/contract/people/user-search.ts';
import type { MoneyRequest } from '#web/admin/money/shared/request-panel.tsx';
import { foundUsers } from '#web/admin/shared/fields/found-users.ts';
import { useMay } from '#web/admin/shared/permission/may.tsx';
import { api } from '#web/lib/api/api.ts';
import { useDebounced } from '#web/lib/browser/use-debounced.ts';
import { signOut } from '#web/lib/session/session.ts';
import { formatDate } from '#web/lib/words/dates.ts';
import { COMMAND_KEY, KEYS_TERM, keyCommands } from '#web/shared/shell/palette-keys.ts';
import { CommandPalette, type PaletteCommand } from '#web/ui/overlays/command-palette.tsx';
import { statusLabel } from '#web/ui/text/badge.tsx';
import { useAdminPlaces } from './navigation.tsx';

const KEYS = [
  [`${COMMAND_KEY} K`, 'Search everything, or jump to a page'],
  ['J', 'Next deposit or withdrawal, while one is open'],
  ['K', 'Previous deposit or withdrawal'],
  [`${COMMAND_KEY} Enter`, 'Send the answer to a ticket'],
] as const;
const MATCHES_PER_KIND = 5;
const DEBOUNCE_MILLISECONDS = 250;

/** ⌘K in the back office: places, actions, and by search what names, numbers, amounts and subjects find. */
export function AdminPalette({ begin = '', onClose }: { begin?: string; onClose: () => void }) {
  const [, navigate] = useLocation();
  const [text, setText] = useState(begin);
  const term = useDebounced(text.trim(), DEBOUNCE_MILLISECONDS);
  const may = {
    users: useMay('customers:read'),
    orders: useMay('orders:read'),
    deposits: useMay('deposits:read'),
    withdrawals: useMay('withdrawals:read'),
    lines: useMay('bank:read'),
    tickets: useMay('support:read'),
    products: useMay('catalogue:read'),
  };
  const search = useQuery({
    queryKey: ['admin', 'palette', term, may],
    queryFn: ({ signal }) => searchEverything(term, may, signal),
    enabled: term.length >= MIN_USER_SEARCH_LENGTH,
    placeholderData: keepPreviousData,
  });
  const isLongEnough = text.trim().length >= MIN_USER_SEARCH_LENGTH;
  const found: PaletteCommand[] = isLongEnough ? commandsOf(search.data, navigate) : [];
  const places = useAdminPlaces()
    .flatMap((group) => group.places)
    .map(
      ({ label, href, icon: Icon }): PaletteCommand => ({
        id: href,
        group: 'Go to',
        label,
        icon: <Icon aria-hidden />,
        run: () => navigate(href),
      }),
    );
  const actions = usePaletteActions(navigate);
  return (
    <CommandPalette
      onClose={onClose}
      text={text}
      onText={setText}
      placeholder={`Search ${SEARCHED.filter((kind) => may[kind])
        .map(wordsOf)
        .join(', ')}, or jump to a page`}
      commands={[...actions, ...places]}
      found={text === KEYS_TERM ? keyCommands(KEYS) : found}
      busy={search.isFetching}
      failed={isLongEnough ? (search.data?.failed ?? []).map(wordsOf) : []}
    />
  );
}

/** What can be done from anywhere, as far as the administrator may do it. */
function usePaletteActions(navigate: (path: string) => void): PaletteCommand[] {
  const may = {
    deposits: useMay('deposits:decide'),
    withdrawals: useMay('withdrawals:decide'),
    products: useMay('catalogue:write'),
    bank: useMay('bank:import'),
  };
  const to = (isOpen: boolean, label: string, Icon: LucideIcon, href: string): PaletteCommand[] =>
    isOpen ? [{ id: label, group: 'Actions', label, icon: <Icon aria-hidden />, run: () => navigate(href) }] : [];
  return [
    ...to(may.deposits, 'Approve pending deposits', Hourglass, '/admin/deposits?status=pending'),
    ...to(may.withdrawals, 'Approve pending withdrawals', Hourglass, '/admin/withdrawals?status=pending'),
    ...to(may.products, 'New product', PackagePlus, '/admin/products?new=product'),
    ...to(may.bank, 'Import a bank statement', FileUp, '/admin/bank-statements'),
    ...to(true, 'Open the store', Store, '/'),
    ...to(true, 'Your account', ShieldCheck, '/admin/security'),
    { id: 'logout', group: 'Actions', label: 'Logout', icon: <LogOut aria-hidden />, run: () => void signOut('admin') },
  ];
}

const SEARCHED = ['users', 'orders', 'deposits', 'withdrawals', 'lines', 'tickets', 'products'] as const;
type May = Readonly<Record<(typeof SEARCHED)[number], boolean>>;

const wordsOf = (kind: keyof May): string => (kind === 'lines' ? 'bank lines' : kind);

/** The results that the administrator may read. A search that fails leaves the others their results. */
async function searchEverything(term: string, may: May, signal: AbortSignal) {
  const query = { term, page: 1, per_page: MATCHES_PER_KIND };
  const requests = { page: 1, per_page: MATCHES_PER_KIND, search: term };
  const failed: (keyof May)[] = [];
  const rowsOf = async <Row,>(kind: keyof May, search: () => Promise<{ data: readonly Row[] }>) => {
    if (!may[kind]) return [];
    try {
      return (await search()).data.slice(0, MATCHES_PER_KIND);
    } catch {
      failed.push(kind);
      return [];
    }
  };
  const [users, orders, deposits, withdrawals, lines, tickets, products] = await Promise.all([
    rowsOf('users', async () => ({
      data: foundUsers(await api('GET /admin/users/search', { query: { term }, signal })),
    })),
    rowsOf('orders', () => api('GET /admin/orders/search', { query, signal })),
    rowsOf('deposits', () => api('GET /admin/deposits', { query: requests, signal })),
    rowsOf('withdrawals', () => api('GET /admin/withdrawals', { query: requests, signal })),
    rowsOf('lines', () => api('GET /admin/bank-lines', { query: { search: term }, signal })),
    rowsOf('tickets', () => api('GET /admin/support-tickets', { query: requests, signal })),
    rowsOf('products', () => api('GET /admin/products/search', { query, signal })),
  ]);
  signal.throwIfAborted();
  return { term, failed, users, orders, deposits, withdrawals, lines, tickets, products };
}

function commandsOf(
  found: Awaited<ReturnType<typeof searchEverything>> | undefined,
  navigate: (path: string) => void,
): PaletteCommand[] {
  if (!found) return [];
  const command = (group: keyof typeof ICONS, id: string, label: string, hint: string, href: string) => {
    const Icon = ICONS[group];
    return { id: `${group}-${id}`, group, label, hint, icon: <Icon aria-hidden />, run: () => navigate(href) };
  };
  const request = (group: 'Deposits' | 'Withdrawals', path: string) => (row: MoneyRequest) =>
    command(
      group,
      row.id,
      `${row.status === 'pending' ? 'Review ' : ''}${row.reference}`,
      `${row.user.name} · ${row.amount.formatted} · ${statusLabel(row.status)}`,
      `${path}?open=${row.id}`,
    );
  const commands = [
    ...found.users.map(({ id, name, email }) => command('Users', id, name, email, `/admin/users/${id}`)),
    ...found.orders.map(({ id, order_number, user, total }) =>
      command('Orders', id, `Order ${order_number}`, `${user.name} · ${total.formatted}`, `/admin/orders/${id}`),
    ),
    ...found.deposits.map(request('Deposits', '/admin/deposits')),
    ...found.withdrawals.map(request('Withdrawals', '/admin/withdrawals')),
    ...found.lines.map(({ id, statement_id, amount, booked_on, bank_reference }) =>
      command(
        'Bank lines',
        id,
        amount.formatted,
        [formatDate(booked_on), bank_reference].filter(Boolean).join(' · '),
        `/admin/bank-statements/${statement_id}`,
      ),
    ),
    ...found.tickets.map(({ id, number, subject, full_name, status }) =>
      command('Tickets', id, number, `${subject} · ${full_name} · ${statusLabel(status)}`, `/admin/support?open=${id}`),
    ),
    ...found.products.map(({ id, name, brand_name, region }) => {
      const hint = [brand_name, region].filter(Boolean).join(' · ');
      return command('Products', id, name, hint, `/admin/products?search=${encodeURIComponent(name)}`);
    }),
  ];
  // A typed reference comes before everything that merely mentions it.
  const isExact = ({ label }: PaletteCommand) => ` ${label.toLowerCase()}`.endsWith(` ${found.term.toLowerCase()}`);
  return [...commands.filter(isExact), ...commands.filter((each) => !isExact(each))];
}

const ICONS = {
  Users: User,
  Orders: ReceiptText,
  Deposits: ArrowDownToLine,
  Withdrawals: ArrowUpFromLine,
  'Bank lines': Landmark,
  Tickets: LifeBuoy,
  Products: Package,
} as const;
