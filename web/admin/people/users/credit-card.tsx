import type { Wallet } from '#bff/contract/base/wallet.ts';
import type { AdminUserDetail } from '#bff/contract/people/admin-customer.ts';
import { May } from '#web/admin/shared/permission/may.tsx';
import { useSecondYes, type WaitingLimit } from '#web/admin/shared/permission/second-yes.ts';
import { useAdministrator } from '#web/lib/session/administrator.ts';
import { signOf } from '#web/lib/words/money.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Badge } from '#web/ui/text/badge.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';

type Credit = AdminUserDetail['wallet_credit'][number];
type CreditCardProps = { userId: string; wallet: Wallet; credit: Credit | undefined; onEdit: () => void };

export function CreditCard({ userId, wallet, credit, onEdit }: CreditCardProps) {
  const hasCredit = signOf(wallet.credit_limit) > 0;
  return (
    <Card
      title="Credit Limit"
      actions={
        <May permission="customers:decide">
          <Button size="sm" onClick={onEdit}>
            Change
          </Button>
        </May>
      }
    >
      <p className="flex items-center gap-3">
        <span className="tabular text-lg font-semibold">{wallet.credit_limit.formatted}</span>
        <Badge tone={hasCredit ? 'ok' : 'none'}>{hasCredit ? 'Active' : 'Inactive'}</Badge>
      </p>
      {credit?.proposed && <Proposed userId={userId} walletId={wallet.id} proposed={credit.proposed} />}
    </Card>
  );
}

/** Only another administrator can confirm exactly this limit; anybody can take it back. */
function Proposed(props: { userId: string; walletId: string; proposed: NonNullable<Credit['proposed']> }) {
  const { userId, walletId, proposed } = props;
  const { by, at, amount } = proposed;
  const { administrator } = useAdministrator();
  const { isPending: disabled, confirm, reject } = useSecondYes();
  const isOwn = by.id === administrator?.id;
  const waiting: WaitingLimit = {
    kind: 'credit_limit',
    subject_id: walletId,
    amount,
    percentage: null,
    user: { id: userId },
  };
  return (
    <Alert tone="info" title="Waits for a second approval" className="mt-4">
      <p>
        {isOwn ? 'You' : by.name} approved {amount.formatted} on <DateText value={at} format="datetime" />. It does not
        count yet{isOwn ? ': another administrator has to confirm it' : ''}.
      </p>
      <May permission="customers:decide">
        <p className="mt-3 flex flex-wrap gap-2">
          {!isOwn && (
            <Button size="sm" variant="primary" disabled={disabled} onClick={() => confirm(waiting)}>
              Confirm {amount.formatted}
            </Button>
          )}
          <Button size="sm" variant="danger-ghost" disabled={disabled} onClick={() => reject(waiting)}>
            {isOwn ? 'Take back' : 'Reject'}
          </Button>
        </p>
      </May>
    </Alert>
  );
}
