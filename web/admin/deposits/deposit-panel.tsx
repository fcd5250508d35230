import { Download } from 'lucide-react';
import type { AdminDeposit } from '#bff/contract/deposit.ts';
import { AuditTrail } from '#web/admin/shared/audit-trail.tsx';
import { noteText } from '#web/admin/shared/note-text.tsx';
import { AmountOfCustomer, DecideButtons, RequestTitle } from '#web/admin/shared/request-pieces.tsx';
import { apiQuery } from '#web/lib/api-query.ts';
import { isNonZero } from '#web/lib/money.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { type Detail, DetailList } from '#web/ui/detail-list.tsx';
import { FilePreview } from '#web/ui/frames/file-preview.tsx';
import { SidePanel } from '#web/ui/frames/side-panel.tsx';
import { Money } from '#web/ui/money.tsx';
import { type Decide, downloadDepositInvoice, useIsDeciding, useProof } from './deposits-api.ts';

type DepositPanelProps = {
  id: string;
  /** Its row, where the list has it. */
  known: AdminDeposit | undefined;
  onClose: () => void;
  onDecide: Decide;
};

/** Everything about one deposit, with its proof, and the decision at its foot. */
export function DepositPanel({ id, known, onClose, onDecide }: DepositPanelProps) {
  return (
    <SidePanel
      read={apiQuery('GET /admin/deposits/:id', { params: { id } })}
      known={known}
      noun="deposit"
      failed="Failed to fetch deposits"
      skeleton={['h-20 rounded-lg', 'h-32', 'h-72 rounded-lg']}
      onClose={onClose}
      title={(deposit) => <RequestTitle request={deposit} />}
      description={(deposit) => <DateText value={deposit.created_at} format="datetime" />}
      footer={(deposit) => <PanelActions deposit={deposit} onDecide={onDecide} />}
    >
      {(deposit) => (
        <>
          <Banner deposit={deposit} />
          <AmountOfCustomer label="Requested amount" request={deposit} />
          <DetailList details={detailsOf(deposit)} />
          <Proof deposit={deposit} />
          <AuditTrail kind="deposit" id={deposit.id} />
        </>
      )}
    </SidePanel>
  );
}

function Proof({ deposit }: { deposit: AdminDeposit }) {
  return (
    <section aria-label="Payment proof">
      <h3 className="mb-2 text-sm font-semibold">Payment proof</h3>
      <FilePreview of={useProof(deposit)} noun="payment proof" missing="No payment proof was uploaded." />
    </section>
  );
}

function PanelActions({ deposit, onDecide }: { deposit: AdminDeposit; onDecide: Decide }) {
  const isDeciding = useIsDeciding();
  return (
    <>
      <Button icon={<Download aria-hidden />} className="sm:mr-auto" onClick={() => downloadDepositInvoice(deposit.id)}>
        Invoice
      </Button>
      {deposit.status === 'pending' && (
        <DecideButtons
          accept="Approve"
          disabled={isDeciding}
          onAccept={() => onDecide(deposit, 'approve')}
          onReject={() => onDecide(deposit, 'reject')}
        />
      )}
    </>
  );
}

function Banner({ deposit }: { deposit: AdminDeposit }) {
  if (deposit.status === 'approved') {
    return (
      <Alert tone="ok" title="Approved">
        <Money value={deposit.approved_amount} className="font-medium" /> was approved. The funds were credited to the
        customer’s wallet.
      </Alert>
    );
  }
  if (deposit.status === 'rejected') {
    return (
      <Alert tone="bad" title="Rejected">
        No funds were credited.
      </Alert>
    );
  }
  return null;
}

function detailsOf(deposit: AdminDeposit): Detail[] {
  const decided = deposit.decided_at && <DateText value={deposit.decided_at} format="datetime" />;
  return [
    ...(deposit.approved_amount
      ? [{ label: 'Approved amount', value: <Money value={deposit.approved_amount} showCurrency /> }]
      : []),
    ...(isNonZero(deposit.deposit_fees)
      ? [{ label: 'Deposit fees', value: <Money value={deposit.deposit_fees} showCurrency /> }]
      : []),
    { label: 'Deposit ID', value: <CopiedId id={deposit.id} what="deposit ID" /> },
    { label: 'Wallet ID', value: <CopiedId id={deposit.wallet_id} what="wallet ID" /> },
    { label: 'Last updated', value: <DateText value={deposit.updated_at} format="datetime" /> },
    ...(decided ? [{ label: 'Decided', value: decided }] : []),
    { label: 'Customer notes', value: noteText(deposit.user_notes) },
    { label: 'Admin notes', value: noteText(deposit.admin_notes) },
  ];
}

function CopiedId({ id, what }: { id: string; what: string }) {
  return (
    <span className="-my-1.5 flex items-center gap-1">
      <span className="min-w-0 truncate font-mono text-xs" title={id}>
        {id}
      </span>
      <CopyButton value={id} label={`Copy ${what}`} />
    </span>
  );
}
