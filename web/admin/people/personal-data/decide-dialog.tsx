import type { AdminPersonalDataRequest } from '#bff/contract/people/personal-data.ts';
import { ConfirmPersonalDataForm, RefusePersonalDataForm } from '#bff/contract/people/personal-data-form.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { DecisionDialog } from '#web/ui/form/decision-dialog.tsx';
import { note } from '#web/ui/form/fields.tsx';

export type Decision = { request: AdminPersonalDataRequest; how: 'confirm' | 'refuse' };

const CHANGES = { stale: ['/admin/personal-data', '/admin/audit', '/admin/users'] } as const;

export const DecideDialog = ({ how, ...props }: Decision & { onClose: () => void }) =>
  how === 'confirm' ? <ConfirmDialog {...props} /> : <RefuseDialog {...props} />;

type Props = { request: AdminPersonalDataRequest; onClose: () => void };

function ConfirmDialog({ request: { id, kind, user }, onClose }: Props) {
  const confirm = useWrite('POST /admin/personal-data/:id/confirm', CHANGES);
  const isErasure = kind === 'erasure';
  return (
    <DecisionDialog
      title={isErasure ? `Erase ${user.name}` : `Give ${user.name} a copy of their data`}
      description={
        isErasure
          ? 'They are signed out at once. Everything about them is removed but the ledger’s own entries and their invoices, which stay sealed. This cannot be undone.'
          : 'A job puts everything about them into one archive, which they download in their settings.'
      }
      schema={ConfirmPersonalDataForm}
      defaults={{ note: '' }}
      decide={(body) => confirm.mutateAsync({ params: { id }, body })}
      failed="The request was not confirmed"
      onClose={onClose}
      confirm={{ label: isErasure ? 'Erase' : 'Confirm', busyText: 'Confirming...', danger: isErasure }}
      fields={() => [
        note('note', 'Note', {
          hint: isErasure
            ? 'How you made sure who they are. It is erased with them.'
            : 'How you made sure who they are. The customer can read it.',
          optional: true,
          autofocus: true,
        }),
      ]}
    />
  );
}

function RefuseDialog({ request: { id, user }, onClose }: Props) {
  const refuse = useWrite('POST /admin/personal-data/:id/refuse', CHANGES);
  return (
    <DecisionDialog
      title="Refuse the request"
      description={`${user.name} gets an email with your reason. Nothing is changed.`}
      schema={RefusePersonalDataForm}
      defaults={{ note: '' }}
      decide={(body) => refuse.mutateAsync({ params: { id }, body })}
      failed="The request was not refused"
      onClose={onClose}
      confirm={{ label: 'Refuse', busyText: 'Refusing...', danger: true }}
      fields={() => [note('note', 'Reason', { hint: 'As the customer will read it.', autofocus: true })]}
    />
  );
}
