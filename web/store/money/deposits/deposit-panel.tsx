import type { Deposit } from '#bff/contract/money/deposit.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import type { OpenRecord } from '#web/lib/navigation/list-address.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { SidePanel } from '#web/ui/list/side-panel.tsx';
import { type Detail, DetailList } from '#web/ui/page/detail-list.tsx';
import { StatusBadge } from '#web/ui/text/badge.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { DepositActions } from './deposit-actions.tsx';
import type { DepositHandlers } from './deposit-columns.tsx';
import { DepositProof } from './deposit-proof.tsx';
import { PaymentInstructions } from './payment-instructions.tsx';

type DepositPanelProps = OpenRecord<Deposit> & DepositHandlers;

export function DepositPanel({ id, uploads, onView, onDelete, ...shown }: DepositPanelProps) {
  return (
    <SidePanel
      {...shown}
      read={apiQuery('GET /deposits/:id', { params: { id } })}
      noun="deposit"
      failed="Failed to fetch deposits"
      skeleton={['h-40']}
      title={(deposit) => (
        <>
          <span className="tabular">{deposit.reference}</span> <StatusBadge status={deposit.status} />
        </>
      )}
      description={(deposit) => (
        <>
          Requested on <DateText value={deposit.created_at} format="datetime" />
        </>
      )}
      footer={(deposit) => (
        <>
          <DepositProof deposit={deposit} uploads={uploads} onView={onView} />
          <DepositActions deposit={deposit} uploads={uploads} onDelete={onDelete} />
        </>
      )}
    >
      {(deposit) => (
        <>
          <DoNotPayInto deposit={deposit} />
          {deposit.pay_into && (
            <section aria-labelledby="pay-into" className="mb-6">
              <h3 id="pay-into" className="mb-1 text-sm font-semibold">
                Transfer {deposit.amount.formatted} to
              </h3>
              <p className="mb-3 text-sm text-muted">
                {deposit.has_payment_proof
                  ? 'Your proof is with us. The wallet is credited once the transfer was checked.'
                  : 'From your company’s account, with this reference. Then upload the proof of payment.'}
              </p>
              <PaymentInstructions account={deposit.pay_into} reference={deposit.reference} />
            </section>
          )}
          <DetailList details={detailsOf(deposit)} />
        </>
      )}
    </SidePanel>
  );
}

/** Where the account that the deposit asked to pay into was wrong. */
function DoNotPayInto({ deposit: { do_not_pay_into, pay_into, has_payment_proof } }: { deposit: Deposit }) {
  if (do_not_pay_into.length === 0) return null;
  return (
    <Alert tone="bad" className="mb-6" title="Do not pay into this account any more">
      {do_not_pay_into.map((account) => (
        <p key={account.map(({ value }) => value).join()} className="tabular font-medium wrap-anywhere">
          {account.map(({ value }) => value).join(' · ')}
        </p>
      ))}
      <p className="mt-2">
        {pay_into
          ? 'It was wrong. The account that is right now is below.'
          : 'It was wrong, and there is no other one yet. Please do not transfer anything: we write to you as soon as there is.'}{' '}
        {has_payment_proof
          ? 'Your proof is with us, and we look for your money.'
          : 'If you have paid already, upload the proof of your payment, and we look for your money.'}
      </p>
    </Alert>
  );
}

/** What is not known yet is left out. */
function detailsOf(deposit: Deposit): Detail[] {
  const isDecided = deposit.status === 'approved';
  return [
    { label: 'Amount', value: <Money value={deposit.amount} /> },
    isDecided && { label: 'Approved amount', value: <Money value={deposit.approved_amount} /> },
    isDecided && { label: 'Fee', value: <Money value={deposit.deposit_fees} /> },
    deposit.value_date && { label: 'Value date', value: <DateText value={deposit.value_date} /> },
    { label: 'Last change', value: <DateText value={deposit.updated_at} format="datetime" /> },
    deposit.user_notes && { label: 'Your notes', value: deposit.user_notes },
    deposit.rejection_reason && { label: 'Reason for rejection', value: deposit.rejection_reason },
  ];
}
