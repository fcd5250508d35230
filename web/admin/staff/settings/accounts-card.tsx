import { Landmark, Plus } from 'lucide-react';
import { useState } from 'react';
import type { AdminSettings } from '#bff/contract/office/admin-settings.ts';
import type { AccountsValue } from '#bff/contract/office/settings/accounts.ts';
import { useMay } from '#web/admin/shared/permission/may.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { AccountDialog } from './account-dialog.tsx';
import { AccountText, nameOf } from './account-text.tsx';
import { EarlierAccounts, RecallButton, RecallNotes } from './recalls.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { waitOf } from './wait-text.ts';
import { WaitingChange } from './waiting-change.tsx';

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
      description={`Deposits and their papers name them. ${waitOf(settings, 'each change')}`}
      actions={
        mayChange && (
          <Button icon={<Plus aria-hidden />} onClick={() => setOpen({ step: 'add' })}>
            Add an account
          </Button>
        )
      }
    >
      {waiting && (
        <WaitingChange
          waiting={waiting}
          kept="The accounts stay as they are."
          compare="Compare each number with a paper of the bank: customers will be asked to pay into these accounts."
        >
          <ul className="flex flex-col gap-3">
            {waiting.value.accounts.map((account) => (
              <li key={account.id}>
                <AccountText account={account} />
              </li>
            ))}
          </ul>
        </WaitingChange>
      )}
      <RecallNotes settings={settings} />
      {accounts.length === 0 ? (
        <EmptyState
          icon={<Landmark aria-hidden />}
          title="No account yet"
          message="Customers cannot make deposits before there is one for their currency."
        />
      ) : (
        <ul className="divide-y">
          {accounts.map((account) => {
            const asked = settings.asked_accounts.find(
              ({ is_now, id, number }) => is_now && id === account.id && number === account.number,
            );
            return (
              <li
                key={account.id}
                className="flex flex-wrap items-start justify-between gap-3 py-3 first:pt-0 last:pb-0"
              >
                <AccountText account={account} asked={asked} />
                <span className="flex flex-wrap gap-2">
                  {mayChange && (
                    <>
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
                    </>
                  )}
                  {asked && <RecallButton settings={settings} account={asked} />}
                </span>
              </li>
            );
          })}
        </ul>
      )}
      <EarlierAccounts settings={settings} />
      {open?.step === 'remove' && <RemoveDialog settings={settings} account={open.account} onClose={close} />}
      {open && open.step !== 'remove' && (
        <AccountDialog settings={settings} account={open.step === 'change' ? open.account : null} onClose={close} />
      )}
    </Card>
  );
}
