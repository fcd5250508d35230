import { Landmark, Plus } from 'lucide-react';
import { useState } from 'react';
import type { AccountsValue, AdminSettings } from '#bff/contract/office/admin-settings.ts';
import { useMay } from '#web/admin/shared/permission/may.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { AccountDialog } from './account-dialog.tsx';
import { AccountText, nameOf } from './account-text.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { WaitingAccounts } from './waiting-accounts.tsx';

type Account = AccountsValue['accounts'][number];
type Open = { readonly step: 'add' } | { readonly step: 'change' | 'remove'; readonly account: Account };

export function AccountsCard({ settings }: { settings: AdminSettings }) {
  const { value, waiting } = settings.accounts;
  const accounts = value?.accounts ?? [];
  const [open, setOpen] = useState<Open | null>(null);
  const mayChange = useMay('settings:change') && waiting === null;
  const close = () => setOpen(null);
  return (
    <Card
      title="Accounts to pay into"
      description={descriptionOf(settings)}
      actions={
        mayChange && (
          <Button icon={<Plus aria-hidden />} onClick={() => setOpen({ step: 'add' })}>
            Add an account
          </Button>
        )
      }
    >
      {waiting && <WaitingAccounts waiting={waiting} />}
      {accounts.length === 0 ? (
        <EmptyState
          icon={<Landmark aria-hidden />}
          title="No account yet"
          message="Customers cannot make deposits before there is one for their currency."
        />
      ) : (
        <ul className="divide-y">
          {accounts.map((account) => (
            <li key={account.id} className="flex flex-wrap items-start justify-between gap-3 py-3 first:pt-0 last:pb-0">
              <AccountText account={account} />
              {mayChange && (
                <span className="flex flex-wrap gap-2">
                  <Button
                    size="sm"
                    aria-label={`Change ${nameOf(account)}`}
                    onClick={() => setOpen({ step: 'change', account })}
                  >
                    Change
                  </Button>
                  <Button
                    size="sm"
                    variant="danger-ghost"
                    aria-label={`Remove ${nameOf(account)}`}
                    disabled={accounts.length === 1}
                    disabledReason="One account has to stay."
                    onClick={() => setOpen({ step: 'remove', account })}
                  >
                    Remove
                  </Button>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {open?.step === 'remove' && <RemoveDialog settings={settings} account={open.account} onClose={close} />}
      {open && open.step !== 'remove' && (
        <AccountDialog settings={settings} account={open.step === 'change' ? open.account : null} onClose={close} />
      )}
    </Card>
  );
}

/** How a change comes to count. */
function descriptionOf({ is_alone, wait_hours: hours }: AdminSettings): string {
  const wait = hours === 0 ? 'at once' : hours === 1 ? 'an hour later' : `${hours} hours later`;
  return is_alone
    ? `Deposits and their papers name them. No other owner can confirm a change, so it counts ${wait}${hours === 0 ? '' : ', and can be withdrawn until then'}. Invite a second owner to have each change confirmed.`
    : `Deposits and their papers name them. A second owner confirms each change, and it counts ${wait}; every owner gets a mail.`;
}
