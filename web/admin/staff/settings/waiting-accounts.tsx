import { useEffect, useState } from 'react';
import type { AdminSettings } from '#bff/contract/office/admin-settings.ts';
import { useMay } from '#web/admin/shared/permission/may.tsx';
import { useAdministrator } from '#web/lib/session/administrator.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { AskButton } from '#web/ui/overlays/confirm-dialog.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';
import { AccountText } from './account-text.tsx';
import { useSettingsWrites } from './settings-api.ts';

type Waiting = NonNullable<AdminSettings['accounts']['waiting']>;

export function WaitingAccounts({ waiting }: { waiting: Waiting }) {
  const { value, why, by, at, confirmed_by, due_at } = waiting;
  return (
    <Alert className="mb-5" title="A change waits" action={<Decision waiting={waiting} />}>
      <p>
        {by.name}, <DateText value={at} format="datetime" />: “{why}”
        {confirmed_by && ` Confirmed by ${confirmed_by.name}.`}
      </p>
      <p>
        {due_at === null ? (
          'It does not count before another owner confirms it.'
        ) : (
          <>
            It counts in <TimeLeft until={due_at} />, on <DateText value={due_at} format="datetime" />, unless it is
            withdrawn.
          </>
        )}
      </p>
      <ul className="mt-3 flex flex-col gap-3">
        {value.accounts.map((account) => (
          <li key={account.id}>
            <AccountText account={account} />
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function Decision({ waiting: { id, by, may_confirm, confirmed_by } }: { waiting: Waiting }) {
  const { confirm, withdraw } = useSettingsWrites();
  const { administrator } = useAdministrator();
  if (!useMay('settings:change')) return null;
  return (
    <span className="flex flex-wrap items-center gap-2">
      {by.id === administrator?.id && confirmed_by === null && (
        <span className="text-sm text-muted">You proposed this</span>
      )}
      <AskButton
        size="sm"
        variant="danger-ghost"
        title="Withdraw the change"
        message="The accounts stay as they are. Every owner gets a mail."
        confirmLabel="Withdraw"
        onConfirm={() => withdraw.mutateAsync({ params: { id } })}
      >
        Withdraw
      </AskButton>
      {may_confirm && (
        <AskButton
          size="sm"
          variant="primary"
          title="Confirm the change"
          message="Compare each number with a paper of the bank: customers will be asked to pay into these accounts."
          confirmLabel="Confirm"
          danger={false}
          onConfirm={() => confirm.mutateAsync({ params: { id } })}
        >
          Confirm
        </AskButton>
      )}
    </span>
  );
}

const MINUTE_MS = 60_000;

/** By the minute. */
function TimeLeft({ until }: { until: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  const minutes = Math.max(Math.ceil((Date.parse(until) - now) / MINUTE_MS), 0);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return (
    <span role="timer" className="tabular font-medium">
      {minutes === 0 ? 'a moment' : hours === 0 ? `${rest} min` : `${hours} h ${rest} min`}
    </span>
  );
}
