import { type ReactNode, useEffect, useState } from 'react';
import type { AdminSettings } from '#bff/contract/office/admin-settings.ts';
import { useMay } from '#web/admin/shared/permission/may.tsx';
import { useAdministrator } from '#web/lib/session/administrator.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { AskButton } from '#web/ui/overlays/confirm-dialog.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';
import { useConfirmChange, useWithdrawChange } from './settings-api.ts';

type Waiting = Omit<NonNullable<AdminSettings['accounts']['waiting']>, 'value'>;
type Props = {
  waiting: Waiting;
  /** What is said where it is withdrawn, and what to compare before it is confirmed. */
  kept: string;
  compare: string;
  /** What the change says. */
  children: ReactNode;
};

export function WaitingChange({ children, ...props }: Props) {
  const { why, by, at, confirmed_by, due_at } = props.waiting;
  return (
    <Alert className="mb-5" title="A change waits" action={<Decision {...props} />}>
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
        )}{' '}
        Until then nothing else is changed here.
      </p>
      <div className="mt-3">{children}</div>
    </Alert>
  );
}

function Decision({ waiting: { id, by, may_confirm, confirmed_by }, kept, compare }: Omit<Props, 'children'>) {
  const confirm = useConfirmChange();
  const withdraw = useWithdrawChange();
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
        message={`${kept} Every owner gets a mail.`}
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
          message={compare}
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
