import { useState } from 'react';
import type { AdministratorProposal } from '#bff/contract/admin-administrator.ts';
import { useAdministrator } from '#web/lib/administrator.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { useAdministratorWrites } from './administrators-api.ts';

type Asked = { readonly change: AdministratorProposal; readonly decision: 'confirm' | 'refuse' };

/** Changes that one owner proposed and another one confirms; nothing where there are none. */
export function WaitingChanges({ changes }: { changes: readonly AdministratorProposal[] }) {
  const [asked, setAsked] = useState<Asked | null>(null);
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
            <Turn change={change} onDecide={(decision) => setAsked({ change, decision })} />
          </li>
        ))}
      </ul>
      {asked && <Ask {...asked} onClose={() => setAsked(null)} />}
    </Card>
  );
}

/** The caller's part in a change. */
function Turn({
  change: { by, what, may_confirm, may_refuse },
  onDecide,
}: {
  change: AdministratorProposal;
  onDecide: (decision: Asked['decision']) => void;
}) {
  const { administrator } = useAdministrator();
  const isOwn = by !== null && by.id === administrator?.id;
  const no = isOwn ? 'Take back' : 'Refuse';
  return (
    <span className="flex flex-wrap items-center gap-2">
      {isOwn && <span className="text-sm text-muted">You proposed this</span>}
      {!isOwn && !may_confirm && <span className="text-sm text-muted">Another owner decides</span>}
      {may_refuse && (
        <Button size="sm" variant="danger-ghost" aria-label={`${no}: ${what}`} onClick={() => onDecide('refuse')}>
          {no}
        </Button>
      )}
      {may_confirm && (
        <Button size="sm" variant="primary" aria-label={`Confirm: ${what}`} onClick={() => onDecide('confirm')}>
          Confirm
        </Button>
      )}
    </span>
  );
}

function Ask({ change, decision, onClose }: Asked & { onClose: () => void }) {
  const { confirmChange, refuseChange } = useAdministratorWrites();
  const isYes = decision === 'confirm';
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      danger={!isYes}
      title={isYes ? 'Confirm the change' : 'Refuse the change'}
      message={`${change.what}. ${isYes ? 'It counts at once.' : 'Nothing is changed.'}`}
      confirmLabel={isYes ? 'Confirm' : 'Refuse'}
      onConfirm={() => (isYes ? confirmChange : refuseChange).mutateAsync({ params: { id: change.id } })}
    />
  );
}
