import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { LogOut, Package, ReceiptText, ShieldCheck, Store, User } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { api } from '#web/lib/api.ts';
import { signOut } from '#web/lib/session.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { CommandPalette, type PaletteCommand } from '#web/ui/command-palette.tsx';
import { foundUsers } from '../shared/found-users.ts';
import { useMay } from '../shared/may.tsx';
import { useAdminPlaces } from './navigation.tsx';

/** Shorter terms would match too much, and the server's user search refuses them. */
const MIN_TERM_LENGTH = 3;
const MATCHES_PER_KIND = 5;
const DEBOUNCE_MILLISECONDS = 250;

/** ⌘K in the back office: places, actions, and users, orders and products by search. */
export function AdminPalette({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const term = useDebounced(text.trim(), DEBOUNCE_MILLISECONDS);
  const may = { users: useMay('customers:read'), orders: useMay('orders:read') };
  const search = useQuery({
    queryKey: ['admin', 'palette', term, may],
    queryFn: ({ signal }) => searchEverything(term, may, signal),
    enabled: term.length >= MIN_TERM_LENGTH,
    placeholderData: keepPreviousData,
  });
  const found: PaletteCommand[] = text.trim().length >= MIN_TERM_LENGTH ? commandsOf(search.data, navigate) : [];
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
  const actions: PaletteCommand[] = [
    { id: 'store', group: 'Actions', label: 'Open the store', icon: <Store aria-hidden />, run: () => navigate('/') },
    {
      id: 'security',
      group: 'Actions',
      label: 'Your account',
      icon: <ShieldCheck aria-hidden />,
      run: () => navigate('/admin/security'),
    },
    { id: 'logout', group: 'Actions', label: 'Logout', icon: <LogOut aria-hidden />, run: () => void signOut('admin') },
  ];
  return (
    <CommandPalette
      onClose={onClose}
      text={text}
      onText={setText}
      placeholder={`Search ${[may.users && 'users', may.orders && 'orders', 'products'].filter(Boolean).join(', ')}, or jump to a page`}
      commands={[...places, ...actions]}
      found={found}
      busy={search.isFetching}
    />
  );
}

/** The results that the administrator may read; everybody may read products. */
async function searchEverything(term: string, may: { users: boolean; orders: boolean }, signal: AbortSignal) {
  const query = { term, page: 1, per_page: MATCHES_PER_KIND };
  const [users, orders, products] = await Promise.all([
    may.users ? api('GET /admin/users/search', { query: { term }, signal }).then(foundUsers) : [],
    may.orders ? api('GET /admin/orders/search', { query, signal }).then(({ data }) => data) : [],
    api('GET /admin/products/search', { query, signal }),
  ]);
  return { users: users.slice(0, MATCHES_PER_KIND), orders, products: products.data };
}

function commandsOf(
  found: Awaited<ReturnType<typeof searchEverything>> | undefined,
  navigate: (path: string) => void,
): PaletteCommand[] {
  if (!found) return [];
  const icons = { Users: User, Orders: ReceiptText, Products: Package } as const;
  const command = (
    group: keyof typeof icons,
    id: string,
    label: string,
    hint: string,
    href: string,
  ): PaletteCommand => {
    const Icon = icons[group];
    return { id: `${group}-${id}`, group, label, hint, icon: <Icon aria-hidden />, run: () => navigate(href) };
  };
  return [
    ...found.users.map(({ id, name, email }) => command('Users', id, name, email, `/admin/users/${id}`)),
    ...found.orders.map(({ id, order_number, user, total }) =>
      command('Orders', id, `Order ${order_number}`, `${user.name} · ${total.formatted}`, `/admin/orders/${id}`),
    ),
    ...found.products.map(({ id, name, brand_name, region }) => {
      const hint = [brand_name, region].filter(Boolean).join(' · ');
      return command('Products', id, name, hint, `/admin/products?search=${encodeURIComponent(name)}`);
    }),
  ];
}
