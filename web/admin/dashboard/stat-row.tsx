import { ArrowDownToLine, ArrowLeftRight, ReceiptText, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { StatCard } from '#web/ui/stat-card.tsx';
import { PERIODS, type Period, type Stats } from './dashboard-api.ts';

/** Growth compares this calendar month with the one before, on the server. */
const PERIOD = 'vs last month';

/** The four numbers of the store, each with its trend and what waits for someone. */
export function StatRow({ stats, period }: { stats: Stats | undefined; period: Period }) {
  const { users, orders, deposits, transactions } = stats ?? {};
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
      <StatCard
        label="Total Users"
        icon={<Users aria-hidden />}
        value={users?.total}
        series={users?.trend}
        {...trendOf(users)}
        detail={
          users && (
            <Detail>
              {users.active.toLocaleString('en-US')} active
              <Waiting count={users.pending} label="pending" href="/admin/users?status=pending" />
            </Detail>
          )
        }
      />
      <StatCard
        label="Total Orders"
        icon={<ReceiptText aria-hidden />}
        value={orders?.total}
        series={orders?.trend}
        {...trendOf(orders)}
        detail={
          orders && (
            <Detail>
              {orders.completed.toLocaleString('en-US')} completed
              <Waiting count={orders.pending} label="pending" href="/admin/orders?payment_status=pending" />
            </Detail>
          )
        }
      />
      <StatCard
        label="Total Deposits"
        icon={<ArrowDownToLine aria-hidden />}
        value={deposits?.total}
        series={deposits?.trend}
        {...trendOf(deposits)}
        detail={
          deposits && (
            <Detail>
              {deposits.approved.toLocaleString('en-US')} approved
              <Waiting count={deposits.pending} label="to review" href="/admin/deposits?status=pending" />
            </Detail>
          )
        }
      />
      <StatCard
        label="Transactions"
        icon={<ArrowLeftRight aria-hidden />}
        value={transactions?.total_transactions}
        series={transactions?.trend}
        {...trendOf(transactions)}
        detail={
          transactions && (
            <Detail>
              {transactions.inflow.formatted} in <span aria-hidden>·</span> {transactions.outflow.formatted} out,{' '}
              {PERIODS[period].toLowerCase()}
            </Detail>
          )
        }
      />
    </div>
  );
}

/** Nothing last month leaves nothing to compare with: no trend then. */
function trendOf(part: { growth_percentage: number | null } | undefined) {
  const percent = part?.growth_percentage;
  return percent === null || percent === undefined ? {} : { trend: { percent, period: PERIOD } };
}

/** A line of its own below the trend. */
function Detail({ children }: { children: ReactNode }) {
  return <span className="tabular flex basis-full flex-wrap gap-x-1.5">{children}</span>;
}

function Waiting({ count, label, href }: { count: number; label: string; href: string }) {
  if (count === 0) return null;
  return (
    <>
      <span aria-hidden>·</span>
      <Link href={href} className="rounded-sm font-medium text-accent-ink underline-offset-4 hover:underline">
        {count.toLocaleString('en-US')} {label}
      </Link>
    </>
  );
}
