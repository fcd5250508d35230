import type { Withdrawal } from '#bff/contract/money/withdrawal.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import type { OpenRecord } from '#web/lib/navigation/list-address.ts';
import { SidePanel } from '#web/ui/list/side-panel.tsx';
import { DetailList } from '#web/ui/page/detail-list.tsx';
import { StatusBadge } from '#web/ui/text/badge.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';
import { Money } from '#web/ui/text/money.tsx';

export function WithdrawalPanel({ id, ...shown }: OpenRecord<Withdrawal>) {
  return (
    <SidePanel
      {...shown}
      read={apiQuery('GET /withdrawals/:id', { params: { id } })}
      noun="withdrawal"
      failed="Failed to load withdrawals. Please try again later."
      skeleton={['h-40']}
      title={(withdrawal) => (
        <>
          <span className="tabular">{withdrawal.reference}</span> <StatusBadge status={withdrawal.status} />
        </>
      )}
      description={(withdrawal) => (
        <>
          Requested on <DateText value={withdrawal.created_at} format="datetime" />
        </>
      )}
    >
      {(withdrawal) => (
        <DetailList
          details={[
            { label: 'Amount', value: <Money value={withdrawal.amount} /> },
            { label: 'Value date', value: withdrawal.value_date && <DateText value={withdrawal.value_date} /> },
            { label: 'Last change', value: <DateText value={withdrawal.updated_at} format="datetime" /> },
            { label: 'Bank', value: withdrawal.bankName },
            { label: 'Account', value: withdrawal.accountNumber },
            { label: 'Notes', value: withdrawal.user_notes },
            { label: 'Why it was not paid', value: withdrawal.failure_reason },
          ]}
        />
      )}
    </SidePanel>
  );
}
