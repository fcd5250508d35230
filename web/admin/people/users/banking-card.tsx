import { Eye, EyeOff } from 'lucide-react';
import type { AdminUserDetail } from '#bff/contract/people/admin-customer.ts';
import { May } from '#web/admin/shared/permission/may.tsx';
import { useWrite } from '#web/lib/api/use-write.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { CopyButton } from '#web/ui/actions/copy-button.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { DetailList } from '#web/ui/page/detail-list.tsx';

/** Showing the masked data in full is recorded; hiding it, or leaving the page, masks it again. */
export function BankingCard({ user: { id, banking } }: { user: AdminUserDetail }) {
  const reveal = useWrite('POST /admin/users/:id/banking-details/reveal', {
    // Once it is hidden, nothing of it stays in memory.
    gcTime: 0,
    failed: 'The bank data could not be shown.',
    stale: ['/admin/audit'],
  });
  const shown = reveal.data?.data;
  const button = shown ? (
    <Button size="sm" icon={<EyeOff aria-hidden />} onClick={reveal.reset}>
      Hide
    </Button>
  ) : (
    <Button
      size="sm"
      icon={<Eye aria-hidden />}
      busy={reveal.isPending}
      busyText="Showing..."
      onClick={() => reveal.mutate({ params: { id } })}
    >
      Show in full
    </Button>
  );
  return (
    <Card
      title="Banking"
      description="Masked. Each time that it is shown in full is recorded in the audit trail."
      actions={banking && <May permission="bank-details:reveal">{button}</May>}
    >
      {banking ? (
        <DetailList
          columns={3}
          details={[
            { label: 'Bank', value: banking.bank_name },
            { label: 'Beneficiary', value: banking.account_beneficiary_name },
            { label: 'Currency', value: banking.currency },
            {
              label: 'Account / IBAN',
              value: <Account full={shown?.account_iban} lastFour={banking.account_iban_last_four} what="the IBAN" />,
            },
            {
              label: 'BIC / SWIFT',
              value: <Account full={shown?.bic_swift} lastFour={banking.bic_swift_last_four} what="the BIC" />,
            },
            shown && { label: 'Bank address', value: shown.full_bank_address },
            shown && { label: 'ABA wire routing', value: shown.aba_wire_routing_no },
            shown && { label: 'ACH routing', value: shown.ach_routing_no },
          ]}
        />
      ) : (
        <p className="text-sm text-muted">No banking details yet.</p>
      )}
    </Card>
  );
}

function Account({ full, lastFour, what }: { full: string | undefined; lastFour: string; what: string }) {
  if (full === undefined) return <span className="tabular">•••• {lastFour}</span>;
  return (
    <span className="tabular inline-flex items-center gap-1">
      {full}
      <CopyButton value={full} label={`Copy ${what}`} />
    </span>
  );
}
