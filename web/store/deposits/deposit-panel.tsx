import type { Deposit } from '#bff/contract/deposit.ts';
import { apiQuery } from '#web/lib/api-query.ts';
import type { OpenRecord } from '#web/lib/list-address.ts';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { DetailList } from '#web/ui/detail-list.tsx';
import { SidePanel } from '#web/ui/frames/side-panel.tsx';
import { Money } from '#web/ui/money.tsx';

type DepositPanelProps = OpenRecord<Deposit> & { onView: (deposit: Deposit) => void };

/** One deposit beside the list; notifications and movements of the wallet link to it. */
export function DepositPanel({ id, onView, ...shown }: DepositPanelProps) {
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
      footer={(deposit) => deposit.has_payment_proof && <Button onClick={() => onView(deposit)}>View proof</Button>}
    >
      {(deposit) => (
        <DetailList
          details={[
            { label: 'Amount', value: <Money value={deposit.amount} /> },
            { label: 'Approved amount', value: <Money value={deposit.approved_amount} /> },
            { label: 'Value date', value: deposit.value_date && <DateText value={deposit.value_date} /> },
            { label: 'Fee', value: <Money value={deposit.deposit_fees} /> },
            { label: 'Last change', value: <DateText value={deposit.updated_at} format="datetime" /> },
            { label: 'Your notes', value: deposit.user_notes },
            { label: 'Reason of the rejection', value: deposit.rejection_reason },
          ]}
        />
      )}
    </SidePanel>
  );
}
