import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import type { Approval, Money as MoneyValue, PayoutFile } from '#bff/contract/base/common.ts';
import { AuditTrail } from '#web/admin/shared/history/audit-trail.tsx';
import { ExplainButton } from '#web/admin/shared/history/explain.tsx';
import { useMay } from '#web/admin/shared/permission/may.tsx';
import type { ApiQuery } from '#web/lib/api/api-query.ts';
import { isTyping } from '#web/lib/browser/typing.ts';
import type { OpenRecord } from '#web/lib/navigation/list-address.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { SidePanel } from '#web/ui/list/side-panel.tsx';
import { type Detail, DetailList } from '#web/ui/page/detail-list.tsx';
import { Avatar } from '#web/ui/text/avatar.tsx';
import { statusLabel } from '#web/ui/text/badge.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { useIsDeciding } from './decide-request.tsx';
import { acceptLabel, RequestStatus, SecondEyesBanner, useSecondEyes } from './second-eyes.tsx';

/** The fields that deposits and withdrawals share: a customer's money is to move, and an administrator decides. */
export type MoneyRequest = {
  id: string;
  reference: string;
  created_at: string;
  status: string;
  amount: MoneyValue;
  approvals: readonly Approval[];
  awaits_second_approval: boolean;
  /** Of a withdrawal. */
  payout_file?: PayoutFile | null;
  user: { id: string; name: string; email: string };
};

export type Decide<Row, Decision> = (request: Row, decision: Decision) => void;

type DecisionButtonsProps<Row, Accept> = {
  request: Row;
  accept: Accept;
  onDecide: Decide<Row, Accept | 'reject'>;
};

export function DecisionButtons<Row extends MoneyRequest, Accept extends string>(
  props: DecisionButtonsProps<Row, Accept>,
) {
  const { request, accept, onDecide } = props;
  const disabled = useIsDeciding();
  const turn = useSecondEyes(request);
  const mayDecide = useMay(accept === 'approve' ? 'deposits:decide' : 'withdrawals:decide');
  if (request.status !== 'pending' || !mayDecide) return null;
  const ways = [
    { decision: 'reject', variant: 'danger-ghost' },
    { decision: accept, variant: 'primary' },
  ] as const;
  const buttons = ways.map(({ decision, variant }) => {
    const label = decision === 'reject' ? statusLabel(decision) : acceptLabel(accept, turn);
    if (label === null) return null;
    return (
      <Button
        key={decision}
        variant={variant}
        disabled={disabled}
        disabledReason={decision === 'reject' ? rejectRefusal(request) : undefined}
        onClick={() => onDecide(request, decision)}
      >
        {label}
      </Button>
    );
  });
  // Together, also where a narrow phone has no room beside the other buttons.
  return <span className="inline-flex gap-2">{buttons}</span>;
}

/** Leads from a row to its panel, where the proof is beside the decision. */
export function ReviewLink({ request, accept, href }: { request: MoneyRequest; accept: string; href: string }) {
  const mayDecide = useMay(accept === 'approve' ? 'deposits:decide' : 'withdrawals:decide');
  if (request.status !== 'pending' || !mayDecide) return null;
  return (
    <LinkButton href={href} size="sm">
      Review <span className="sr-only">{request.reference}</span>
    </LinkButton>
  );
}

/** The requests before and after this one in its list, also by the keys K and J. */
function Neighbours({ kind, before, after }: Neighbouring & { kind: string }) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      // A dialog over the panel has its own keys.
      if (document.querySelectorAll('[role=dialog], [role=alertdialog]').length > 1) return;
      const go = { j: after, k: before }[event.key.toLowerCase()];
      go?.();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [before, after]);
  if (!before && !after) return null;
  return (
    <span className="mr-auto inline-flex gap-1">
      <IconButton
        label={`Previous ${kind} (K)`}
        icon={<ChevronUp aria-hidden />}
        disabled={!before}
        onClick={() => before?.()}
      />
      <IconButton
        label={`Next ${kind} (J)`}
        icon={<ChevronDown aria-hidden />}
        disabled={!after}
        onClick={() => after?.()}
      />
    </span>
  );
}

/** The bank may have the file, and pay. */
const rejectRefusal = ({ payout_file: file }: MoneyRequest): string | undefined =>
  file ? `It is in ${file.reference}: withdraw that file before you reject it` : undefined;

/** Undefined where there is none. */
type Neighbouring = { before: (() => void) | undefined; after: (() => void) | undefined };

export type RequestPanelProps<Row, Accept extends string> = OpenRecord<Row> &
  Neighbouring & {
    onDecide: Decide<Row, Accept | 'reject'>;
  };

type PanelContent<Row, Accept> = {
  kind: 'deposit' | 'withdrawal';
  read: ApiQuery<{ data: Row }>;
  failed: string;
  accept: Accept;
  amountLabel: (request: Row) => string;
  /** What its state means for the money. */
  banner: (request: Row) => { tone: 'info' | 'ok' | 'bad'; title: string; text: ReactNode } | null;
  details: (request: Row) => readonly Detail[];
  /** More actions at the bottom. */
  actions?: (request: Row) => ReactNode;
  /** Above its details and below them. */
  above?: (request: Row) => ReactNode;
  below?: (request: Row) => ReactNode;
};

export function RequestPanel<Row extends MoneyRequest, Accept extends string>(
  props: RequestPanelProps<Row, Accept> & PanelContent<Row, Accept>,
) {
  const { kind, id, accept, amountLabel, banner, details, actions, above, below, onDecide, before, after, ...panel } =
    props;
  return (
    <SidePanel
      {...panel}
      noun={kind}
      skeleton={['h-20 rounded-lg', 'h-32', 'h-72 rounded-lg']}
      title={(request) => (
        <>
          <span className="tabular">{request.reference}</span>
          <RequestStatus request={request} />
        </>
      )}
      description={(request) => <DateText value={request.created_at} format="datetime" />}
      footer={(request) => (
        <>
          <Neighbours kind={kind} before={before} after={after} />
          {actions?.(request)}
          <DecisionButtons request={request} accept={accept} onDecide={onDecide} />
        </>
      )}
    >
      {(request) => (
        <>
          {request.awaits_second_approval ? <SecondEyesBanner request={request} /> : <Banner {...banner(request)} />}
          <AmountOfCustomer kind={kind} label={amountLabel(request)} request={request} />
          {above?.(request)}
          <DetailList details={details(request)} />
          {below?.(request)}
          <AuditTrail kind={kind} id={id} />
        </>
      )}
    </SidePanel>
  );
}

const Banner = ({ text, ...alert }: Partial<NonNullable<ReturnType<PanelContent<never, string>['banner']>>>) =>
  text && <Alert {...alert}>{text}</Alert>;

function AmountOfCustomer(props: { kind: 'deposit' | 'withdrawal'; label: string; request: MoneyRequest }) {
  const { kind, label, request } = props;
  const { id, reference, amount, user } = request;
  return (
    <div className="flex flex-wrap items-end justify-between gap-4">
      <div>
        <p className="text-sm text-muted">{label}</p>
        <span className="flex items-center gap-1.5">
          <Money value={amount} showCurrency className="text-2xl font-semibold" />
          <ExplainButton of={{ kind, id }} what={reference} />
        </span>
      </div>
      <Link
        href={`/admin/users/${user.id}`}
        className="flex min-w-0 items-center gap-3 rounded-md p-1 hover:bg-hover max-sm:-ml-1 sm:-mr-1"
      >
        <Avatar name={user.name} />
        <span className="min-w-0">
          <span className="block truncate text-sm font-medium">{user.name}</span>
          <span className="block truncate text-xs text-muted">{user.email}</span>
        </span>
      </Link>
    </div>
  );
}
