import { ArrowDownToLine, ArrowLeftRight, ReceiptText, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Permission } from '#bff/contract/base/roles.ts';
import { useMay } from '#web/admin/shared/permission/may.tsx';
import { StatCard } from '#web/ui/charts/stat-card.tsx';
import { DottedLine } from '#web/ui/text/dotted-line.tsx';
import { TextLink } from '#web/ui/text/text-link.tsx';
import { PERIODS, type Period, type Stats } from './dashboard-api.ts';

export function StatRow({ stats, period }: { stats: Stats | undefined; period: Period }) {
  const { users, orders, deposits, transactions } = stats ?? {};
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      <Figure label="Total Users" icon={<Users aria-hidden />} value={users?.total} of={users}>
        {users && `${text(users.active)} active`}
        {waiting('customers:read', users?.pending, 'pending', '/admin/users?view=pending')}
      </Figure>
      <Figure label="Total Orders" icon={<ReceiptText aria-hidden />} value={orders?.total} of={orders}>
        {orders && `${text(orders.completed)} completed`}
        {waiting('orders:read', orders?.pending, 'pending', '/admin/orders?payment_status=pending')}
      </Figure>
      <Figure label="Total Deposits" icon={<ArrowDownToLine aria-hidden />} value={deposits?.total} of={deposits}>
        {deposits && `${text(deposits.approved)} approved`}
        {waiting('deposits:read', deposits?.pending, 'to review', '/admin/deposits?status=pending')}
      </Figure>
      <Figure
        label="Transactions"
        icon={<ArrowLeftRight aria-hidden />}
        value={transactions?.total_transactions}
        of={transactions}
      >
        {transactions && `${transactions.inflow.formatted} in`}
        {transactions && `${transactions.outflow.formatted} out, ${PERIODS[period].toLowerCase()}`}
      </Figure>
    </div>
  );
}

type FigureProps = {
  label: string;
  icon: ReactNode;
  value: number | undefined;
  of: { growth_percentage: number | null; trend: readonly number[] } | undefined;
  /** Short facts for the line below the trend. */
  children: ReactNode;
};

/** Growth compares this calendar month with the one before, on the server. */
function Figure({ label, icon, value, of, children }: FigureProps) {
  const percent = of?.growth_percentage;
  return (
    <StatCard
      label={label}
      icon={icon}
      value={value}
      // The current week is not over, so its figure would look like a fall.
      series={of?.trend.slice(0, -1)}
      trend={percent === undefined ? undefined : { percent, period: percent === null ? 'last month' : 'vs last month' }}
      detail={of && <DottedLine className="tabular basis-full">{children}</DottedLine>}
    />
  );
}

const text = (count: number): string => count.toLocaleString('en-US');

const waiting = (permission: Permission, count: number | undefined, label: string, href: string): ReactNode =>
  count ? <Waiting permission={permission} href={href} words={`${text(count)} ${label}`} /> : null;

function Waiting({ permission, href, words }: { permission: Permission; href: string; words: string }) {
  return useMay(permission) ? <TextLink href={href}>{words}</TextLink> : words;
}
