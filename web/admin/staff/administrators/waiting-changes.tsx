import type { AdministratorProposal } from '#bff/contract/identity/admin-administrator.ts';
import { useAdministrator } from '#web/lib/session/administrator.ts';
import { AskButton } from '#web/ui/overlays/confirm-dialog.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';
import { useAdministratorWrites } from './administrators-api.ts';

export function WaitingChanges({ changes }: { changes: readonly AdministratorProposal[] }) {
  if (changes.length === 0) return null;
  return (
    <Card
      className="mb-6"
      title="Waiting changes"
      description="Another owner confirms each. A change that nobody else can confirm counts at its time, unless it is refused."
    >
      <ul className="divide-y">
        {changes.map((change) => (
          <li key={change.id} className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
            <div className="min-w-0 flex-[1_1_18rem]">
              <p className="font-medium wrap-anywhere">{change.what}</p>
              <p className="mt-0.5 text-sm text-muted">
                {change.by?.name ?? 'The command line'}, <DateText value={change.at} format="datetime" />
                {change.due_at !== null && (
                  <>
                    {' '}
                    · counts on <DateText value={change.due_at} format="datetime" />
                  </>
                )}
              </p>
            </div>
            <Turn change={change} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The caller's part in a change. */
function Turn({ change: { id, by, what, may_confirm, may_refuse } }: { change: AdministratorProposal }) {
  const { confirmChange, refuseChange } = useAdministratorWrites();
  const { administrator } = useAdministrator();
  const isOwn = by !== null && by.id === administrator?.id;
  const no = isOwn ? 'Take back' : 'Refuse';
  return (
    <span className="flex flex-wrap items-center gap-2">
      {isOwn && <span className="text-sm text-muted">You proposed this</span>}
      {!isOwn && !may_confirm && <span className="text-sm text-muted">Another owner decides</span>}
      {may_refuse && (
        <AskButton
          size="sm"
          variant="danger-ghost"
          aria-label={`${no}: ${what}`}
          title="Refuse the change"
          message={`${what}. Nothing is changed.`}
          confirmLabel="Refuse"
          onConfirm={() => refuseChange.mutateAsync({ params: { id } })}
        >
          {no}
        </AskButton>
      )}
      {may_confirm && (
        <AskButton
          size="sm"
          variant="primary"
          aria-label={`Confirm: ${what}`}
          title="Confirm the change"
          message={`${what}. It counts at once.`}
          confirmLabel="Confirm"
          danger={false}
          onConfirm={() => confirmChange.mutateAsync({ params: { id } })}
        >
          Confirm
        </AskButton>
      )}
    </span>
  );
}
