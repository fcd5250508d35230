import {
  Activity,
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  Images,
  LayoutDashboard,
  LifeBuoy,
  type LucideIcon,
  Package,
  ReceiptText,
  Scale,
  ScrollText,
  Tag,
  Users,
} from 'lucide-react';

export type AdminPlace = { label: string; href: string; icon: LucideIcon };

/** The places of the back office, in the sidebar's groups. */
export const ADMIN_PLACES: readonly { heading: string | null; places: readonly AdminPlace[] }[] = [
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
      { label: 'Deposits', href: '/admin/deposits', icon: ArrowDownToLine },
      { label: 'Withdrawals', href: '/admin/withdrawals', icon: ArrowUpFromLine },
      { label: 'Transactions', href: '/admin/transactions', icon: ArrowLeftRight },
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
      { label: 'Audit', href: '/admin/audit', icon: ScrollText },
      { label: 'System', href: '/admin/system', icon: Activity },
    ],
  },
];

/** Whether a path lies at or below a place. */
export const isAt = (href: string, path: string): boolean => path === href || path.startsWith(`${href}/`);
