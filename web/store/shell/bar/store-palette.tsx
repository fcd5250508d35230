import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  ArrowDown,
  ArrowUp,
  ChevronRight,
  Landmark,
  LogOut,
  type LucideIcon,
  Package,
  Plus,
  ReceiptText,
} from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { MIN_SEARCH_LENGTH } from '#bff/contract/shop/shopping-limits.ts';
import { api } from '#web/lib/api/api.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { useDebounced } from '#web/lib/browser/use-debounced.ts';
import { signOut, useCustomer } from '#web/lib/session/session.ts';
import { COMMAND_KEY, KEYS_TERM, keyCommands } from '#web/shared/shell/palette-keys.ts';
import { CommandPalette, type PaletteCommand } from '#web/ui/overlays/command-palette.tsx';
import { statusLabel } from '#web/ui/text/badge.tsx';
import { linksFor } from './navigation.ts';

const KEYS = [[`${COMMAND_KEY} K`, 'Search products and your orders, or jump to a page']] as const;
const DEBOUNCE_MILLISECONDS = 250;
const MATCHES = 5;
/** The newest ones are found by number, amount and status; older ones are in their lists. */
const NEWEST = 50;

/** ⌘K in the store: products by search, the newest orders, deposits and withdrawals, places and actions. */
export function StorePalette({ begin, onClose }: { begin: string; onClose: () => void }) {
  const [, navigate] = useLocation();
  const [text, setText] = useState(begin);
  const term = useDebounced(text.trim(), DEBOUNCE_MILLISECONDS);
  const { user } = useCustomer();
  const isLongEnough = (typed: string) => typed.length >= MIN_SEARCH_LENGTH;
  const search = useQuery({
    queryKey: ['store', 'palette', term],
    queryFn: ({ signal }) => api('GET /products/search', { query: { term, page: 1, per_page: MATCHES }, signal }),
    enabled: isLongEnough(term),
    placeholderData: keepPreviousData,
  });
  const products = isLongEnough(text.trim()) ? (search.data?.data ?? []) : [];
  const { main, settings } = linksFor(user);
  const command = commandOf(navigate);
  const { records, failed } = useRecords(command);
  const place = command('Go to', ChevronRight);
  const commands: PaletteCommand[] = [
    command('Actions', Plus)('deposit-funds', 'Deposit Funds', '/deposits/new'),
    command('Actions', Landmark)('new-withdrawal', 'New Withdrawal', '/withdraw/new'),
    ...[...main, { label: 'Wallet', href: '/wallet' }, { label: 'Shopping Cart', href: '/cart' }, ...settings].map(
      ({ label, href }) => place(href, label, href),
    ),
    {
      id: 'sign-out',
      group: 'Actions',
      label: 'Sign out',
      icon: <LogOut aria-hidden />,
      run: () => void signOut('customer'),
    },
  ];
  return (
    <CommandPalette
      onClose={onClose}
      text={text}
      onText={setText}
      placeholder="Search products, orders, deposits, or jump to a page"
      // Records show once something is typed: the palette opens with places and actions.
      commands={[...commands, ...(text.trim() === '' ? [] : records)]}
      found={
        text === KEYS_TERM
          ? keyCommands(KEYS)
          : products.map((each) => command('Products', Package)(each.id, each.name, `/products/${each.id}`))
      }
      busy={search.isFetching}
      failed={[
        ...(search.isError && isLongEnough(text.trim()) ? ['products'] : []),
        ...(text.trim() === '' ? [] : failed),
      ]}
    />
  );
}

const commandOf =
  (navigate: (path: string) => void) =>
  (group: string, Icon: LucideIcon) =>
  (id: string, label: string, href: string, hint?: string): PaletteCommand => ({
    id,
    group,
    label,
    icon: <Icon aria-hidden />,
    run: () => navigate(href),
    ...(hint && { hint }),
  });

/** The customer's newest orders, deposits and withdrawals, each found by its number, amount and status. */
function useRecords(command: ReturnType<typeof commandOf>): { records: PaletteCommand[]; failed: string[] } {
  const newest = { page: 1, per_page: NEWEST };
  const orders = useQuery(apiQuery('GET /orders', { query: newest }));
  const deposits = useQuery(apiQuery('GET /deposits', { query: newest }));
  const withdrawals = useQuery(apiQuery('GET /withdrawals', { query: newest }));
  const failed = Object.entries({ orders, deposits, withdrawals }).flatMap(([kind, { isError }]) =>
    isError ? [kind] : [],
  );
  const records = [
    ...(orders.data?.data ?? []).map((each) =>
      command('Orders', ReceiptText)(
        each.id,
        `Order ${each.order_number}`,
        `/orders/${each.id}`,
        `${each.total.formatted} · ${statusLabel(each.payment_status)}`,
      ),
    ),
    ...(deposits.data?.data ?? []).map((each) =>
      command('Deposits', ArrowDown)(
        each.id,
        each.reference,
        `/deposits?open=${each.id}`,
        `${each.amount.formatted} · ${statusLabel(each.status)}`,
      ),
    ),
    ...(withdrawals.data?.data ?? []).map((each) =>
      command('Withdrawals', ArrowUp)(
        each.id,
        each.reference,
        `/withdraw?open=${each.id}`,
        `${each.amount.formatted} · ${statusLabel(each.status)}`,
      ),
    ),
  ];
  return { records, failed };
}
