import {
  Activity,
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  CheckCheck,
  Coins,
  HandCoins,
  Images,
  Landmark,
  LayoutDashboard,
  LifeBuoy,
  type LucideIcon,
  Package,
  ReceiptText,
  Scale,
  ScrollText,
  ShieldAlert,
  ShieldCheck,
  Tag,
  ToggleLeft,
  Users,
  UserX,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { adminRoutes } from '#web/admin/routes.tsx';
import { lazily } from '#web/lib/navigation/lazily.tsx';
import { useAdministrator } from '#web/lib/session/administrator.ts';

/** Its number comes after the page. */
const WaitingCount = lazily(() => import('./waiting-count.tsx'), 'WaitingCount');

type AdminPlace = {
  label: string;
  href: string;
  icon: LucideIcon;
  /** A page that belongs to it and lies elsewhere. */
  also?: string;
  count?: ComponentType;
};

type PlaceGroup = { heading: string | null; places: readonly AdminPlace[] };

const ADMIN_PLACES: readonly PlaceGroup[] = [
  { heading: null, places: [{ label: 'Dashboard', href: '/admin/dashboard', icon: LayoutDashboard }] },
  {
    heading: 'Store',
    places: [
      { label: 'Products', href: '/admin/products', icon: Package },
      { label: 'Users', href: '/admin/users', icon: Users },
      { label: 'Orders', href: '/admin/orders', icon: ReceiptText },
    ],
  },
  {
    heading: 'Money',
    places: [
      { label: 'Approvals', href: '/admin/approvals', icon: CheckCheck, count: WaitingCount },
      { label: 'Deposits', href: '/admin/deposits', icon: ArrowDownToLine },
      { label: 'Withdrawals', href: '/admin/withdrawals', icon: ArrowUpFromLine, also: '/admin/payout-files' },
      { label: 'Transactions', href: '/admin/transactions', icon: ArrowLeftRight },
      { label: 'Bank statements', href: '/admin/bank-statements', icon: Landmark, also: '/admin/bank-suspense' },
      { label: 'Rates', href: '/admin/rates', icon: Coins },
      { label: 'Credit control', href: '/admin/credit', icon: HandCoins },
      { label: 'Ledger', href: '/admin/ledger', icon: Scale },
    ],
  },
  {
    heading: 'Content',
    places: [
      { label: 'Carousel Images', href: '/admin/carousel-image', icon: Images },
      { label: 'Brands', href: '/admin/brands', icon: Tag },
    ],
  },
  {
    heading: 'Operations',
    places: [
      { label: 'Support', href: '/admin/support', icon: LifeBuoy },
      { label: 'Personal data', href: '/admin/personal-data', icon: UserX },
      { label: 'Administrators', href: '/admin/administrators', icon: ShieldCheck },
      { label: 'Settings', href: '/admin/settings', icon: ToggleLeft },
      { label: 'Security log', href: '/admin/security-events', icon: ShieldAlert },
      { label: 'Audit', href: '/admin/audit', icon: ScrollText },
      { label: 'System', href: '/admin/system', icon: Activity },
    ],
  },
];

/** The places that are open to the signed-in administrator. */
export function useAdminPlaces(): readonly PlaceGroup[] {
  const { permissions } = useAdministrator();
  const isOpen = ({ href }: AdminPlace) =>
    adminRoutes.some(
      ({ path, access }) => path === href && access !== 'guest' && access !== 'setup' && permissions.includes(access),
    );
  return ADMIN_PLACES.map((group) => ({ ...group, places: group.places.filter(isOpen) })).filter(
    ({ places }) => places.length > 0,
  );
}

/** Whether a path lies at or below a place, or belongs to it. */
export const isAt = ({ href, also }: AdminPlace, path: string): boolean =>
  path === href || path === also || path.startsWith(`${href}/`);
