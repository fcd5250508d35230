import { useQuery } from '@tanstack/react-query';
import type { Period } from '#bff/contract/office/admin-period.ts';
import { CloseReasonForm } from '#bff/contract/office/period-form.ts';
import { lastDayOf } from '#core/aggregates/period/months.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import type { Stale } from '#web/lib/cache/query-key.ts';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';
import { DecisionDialog } from '#web/ui/form/decision-dialog.tsx';
import { note } from '#web/ui/form/fields.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { TextLink } from '#web/ui/text/text-link.tsx';
import { OpenPoints } from './open-points.tsx';

type CloseDialogProps = { period: Period; stale: readonly Stale[]; onClose: () => void };

/** Where something is open at the bank by the end of the month, it shows what and takes a reason. */
export function CloseDialog({ period: { month, name }, stale, onClose }: CloseDialogProps) {
  const at = lastDayOf(month);
  const look = useQuery({ ...apiQuery('GET /admin/ledger/reconciliation', { query: { at } }), staleTime: 0 });
  const write = useWrite('POST /admin/ledger/periods/:month/close', { stale });
  const title = `Close ${name}`;
  const effect = `${name} and every month before it are closed: no deposit or payout can be given a value date in them. It can be reopened, with a reason that stays on record.`;
  const failed = `Failed to close ${name}`;
  if (look.data === undefined || look.isFetchedAfterMount === false) {
    return (
      <Dialog onClose={onClose} title={title} size="md">
        {look.error ? (
          <LoadError of={look} failed="The bank reconciliation could not be loaded." />
        ) : (
          <Loading label="Comparing the bank with the books..." isLabelShown shapes={['h-16 w-full']} />
        )}
      </Dialog>
    );
  }
  const { open_points: points } = look.data.data;
  if (points.length === 0) {
    return (
      <ConfirmDialog
        onClose={onClose}
        title={title}
        message={`The bank and the books are equal on the last day, and every line is decided. ${effect}`}
        confirmLabel="Close month"
        danger={false}
        onConfirm={() => write.mutateAsync({ params: { month }, body: {} })}
      />
    );
  }
  return (
    <DecisionDialog
      title={title}
      description={effect}
      schema={CloseReasonForm}
      defaults={{ reason: '' }}
      decide={({ reason }) => write.mutateAsync({ params: { month }, body: { expect_open: points, reason } })}
      failed={failed}
      confirm={{ label: 'Close with open points', busyText: 'Closing...', danger: true }}
      onClose={onClose}
      fields={() => [
        <OpenPoints
          points={points}
          action={<TextLink href={`/admin/ledger/reconciliation?at=${at}`}>Bank reconciliation</TextLink>}
        />,
        note('reason', 'Reason', {
          hint: 'Stays on record with these points. No names of customers.',
          autofocus: true,
        }),
      ]}
    />
  );
}
