import { useState } from 'react';
import type { AdminSettings } from '#bff/contract/office/admin-settings.ts';
import type { AskedAccount } from '#bff/contract/office/settings/recalls.ts';
import { useMay } from '#web/admin/shared/permission/may.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { DetailList } from '#web/ui/page/detail-list.tsx';
import { TextLink } from '#web/ui/text/text-link.tsx';
import { AccountText, nameOf } from './account-text.tsx';
import { RecallDialog } from './recall-dialog.tsx';
import { WaitingChange } from './waiting-change.tsx';

type Props = { settings: AdminSettings };

/** A recall that waits, and what recalls mean for deposits. */
export function RecallNotes({ settings: { recalls, asked_accounts, deposits_into_recalled: count } }: Props) {
  return (
    <>
      {recalls.waiting && (
        <WaitingChange
          waiting={recalls.waiting}
          kept="The recalls stay as they are: new deposits ask for an account whose recall is withdrawn again."
          compare="Compare the number with a paper of the bank: customers with a pending deposit get a mail about it."
        >
          <DetailList
            details={recalls.waiting.changes.map(({ field, after }) => ({
              label: field,
              value: after ?? 'The recall is taken back',
            }))}
          />
          {asked_accounts.some(isDoubted) && (
            <p className="mt-3">Until then new deposits ask for another account of the currency, or wait.</p>
          )}
        </WaitingChange>
      )}
      {count > 0 && (
        <Alert
          tone="warn"
          className="mb-5"
          title={`${count} pending ${count === 1 ? 'deposit names' : 'deposits name'} a recalled account`}
          action={<TextLink href="/admin/deposits?status=recalled_account">Look at them</TextLink>}
        >
          Their customers get a mail, and see the right account. Money that was sent before may still arrive: review
          them as usual.
        </Alert>
      )}
    </>
  );
}

export function RecallButton({ settings, account }: Props & { account: AskedAccount }) {
  const [isOpen, setIsOpen] = useState(false);
  const mayChange = useMay('settings:change');
  // Beside recalls that wait, another one may be recalled, too; none is taken back.
  const isMore = !account.is_recalled && !account.is_being_recalled && settings.asked_accounts.some(isDoubted);
  if (!mayChange || (settings.recalls.waiting !== null && !isMore)) return null;
  return (
    <>
      <Button
        size="sm"
        variant={account.is_recalled ? 'secondary' : 'danger-ghost'}
        aria-label={account.is_recalled ? `Take back the recall of ${nameOf(account)}` : `Recall ${nameOf(account)}`}
        onClick={() => setIsOpen(true)}
      >
        {account.is_recalled ? 'Take back' : 'Recall'}
      </Button>
      {isOpen && <RecallDialog settings={settings} account={account} onClose={() => setIsOpen(false)} />}
    </>
  );
}

const isDoubted = ({ is_being_recalled }: AskedAccount) => is_being_recalled;

/** Accounts that are not in the settings any more: pending deposits may still name them. */
export function EarlierAccounts({ settings }: Props) {
  const earlier = settings.asked_accounts.filter(({ is_now }) => !is_now);
  if (earlier.length === 0) return null;
  return (
    <details className="mt-5 border-t pt-4">
      <summary className="cursor-pointer text-sm font-medium">Earlier accounts ({earlier.length})</summary>
      <p className="mt-2 text-sm text-muted">Deposits that were asked for with them still name them.</p>
      <ul className="mt-1 divide-y">
        {earlier.map((account) => (
          <li
            key={`${account.id} ${account.number}`}
            className="flex flex-wrap items-start justify-between gap-3 py-3 last:pb-0"
          >
            <AccountText account={{ ...account, is_standard: false }} asked={account} />
            <RecallButton settings={settings} account={account} />
          </li>
        ))}
      </ul>
    </details>
  );
}
