import { Check, X } from 'lucide-react';
import { Link } from 'wouter';
import type { Money as MoneyValue } from '#bff/contract/common.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Money } from '#web/ui/money.tsx';
import type { TableColumn } from '#web/ui/table-column.ts';

/** What deposits and withdrawals have in common: a customer's money is to move, an administrator decides. */
type MoneyRequest = {
  reference: string;
  created_at: string;
  status: string;
  amount: MoneyValue;
  user: { id: string; name: string; email: string };
};

/** The columns that a queue of requests begins with: what, when, whose. */
export const requestColumns: readonly TableColumn<MoneyRequest>[] = [
  {
    id: 'id',
    header: 'ID',
    card: 'title',
    cell: (row) => <span className="tabular font-medium whitespace-nowrap">{row.reference}</span>,
  },
  { id: 'date', header: 'Date', cell: (row) => <DateText value={row.created_at} className="text-muted" /> },
  {
    id: 'customer',
    header: 'Customer',
    cell: (row) => (
      <span className="block max-w-56 min-w-0 max-md:ml-auto">
        <span className="block truncate" title={row.user.name}>
          {row.user.name}
        </span>
        <span className="block truncate text-xs text-muted max-md:hidden" title={row.user.email}>
          {row.user.email}
        </span>
      </span>
    ),
  },
];

/** The head of a request's panel. */
export const RequestTitle = ({ request }: { request: MoneyRequest }) => (
  <>
    <span className="tabular">{request.reference}</span>
    <StatusBadge status={request.status} />
  </>
);

/** How much, and whose: the name leads to the customer. */
export function AmountOfCustomer({ label, request }: { label: string; request: MoneyRequest }) {
  const { amount, user } = request;
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <div>
        <p className="text-sm text-muted">{label}</p>
        <Money value={amount} showCurrency className="text-2xl font-semibold" />
      </div>
      <Link href={`/admin/users/${user.id}`} className="flex min-w-0 items-center gap-3 rounded-md p-1 hover:bg-hover">
        <Avatar name={user.name} />
        <span className="min-w-0">
          <span className="block truncate text-sm font-medium">{user.name}</span>
          <span className="block truncate text-xs text-muted">{user.email}</span>
        </span>
      </Link>
    </div>
  );
}

type DecideProps = {
  /** The word for yes: 'Approve', 'Complete'. */
  accept: string;
  disabled: boolean;
  onAccept: () => void;
  onReject: () => void;
};

/** The two ways to decide a request, as icons of its row. */
export function DecideIcons({ accept, reference, disabled, onAccept, onReject }: DecideProps & { reference: string }) {
  return (
    <>
      <IconButton
        size="sm"
        label={`${accept} ${reference}`}
        icon={<Check className="text-ok" aria-hidden />}
        disabled={disabled}
        onClick={onAccept}
      />
      <IconButton
        size="sm"
        label={`Reject ${reference}`}
        icon={<X className="text-bad" aria-hidden />}
        disabled={disabled}
        onClick={onReject}
      />
    </>
  );
}

/** The same at the foot of its panel. */
export function DecideButtons({ accept, disabled, onAccept, onReject }: DecideProps) {
  return (
    <>
      <Button variant="danger-ghost" disabled={disabled} onClick={onReject}>
        Reject
      </Button>
      <Button variant="primary" disabled={disabled} onClick={onAccept}>
        {accept}
      </Button>
    </>
  );
}
