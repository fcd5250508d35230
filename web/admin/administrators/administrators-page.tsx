import { useQuery } from '@tanstack/react-query';
import { MailPlus, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { ManagedAdministrator } from '#bff/contract/admin-administrator.ts';
import { useAdministrator } from '#web/lib/administrator.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { administratorColumns, type Step } from './administrator-columns.tsx';
import { InviteDialog, RolesDialog } from './administrator-dialogs.tsx';
import { administratorsQuery, useAdministratorWrites } from './administrators-api.ts';

const PAGE_SIZE = 25;
type Open = { step: 'invite' } | { step: Step; administrator: ManagedAdministrator } | null;

/** The administrators, with what each may do. */
export function AdministratorsPage() {
  const { data, error, refetch } = useQuery(administratorsQuery());
  const { administrator: own } = useAdministrator();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <>
      <PageHeader
        title="Administrators"
        description="Who may sign in to the back office, and what each may do. Every step here is in the audit trail."
        actions={
          <Button variant="primary" icon={<MailPlus aria-hidden />} onClick={() => setOpen({ step: 'invite' })}>
            Invite
          </Button>
        }
      />
      <Card padded={false}>
        <DataTable
          caption="Administrators"
          columns={administratorColumns(own?.id, (step, administrator) => setOpen({ step, administrator }))}
          rows={data?.data}
          rowKey={({ id }) => id}
          error={error}
          errorMessage="Failed to load the administrators"
          onRetry={refetch}
          clientPageSize={PAGE_SIZE}
          empty={<EmptyState icon={<ShieldCheck aria-hidden />} title="No administrators" />}
        />
      </Card>
      {open?.step === 'invite' && <InviteDialog onClose={close} />}
      {open?.step === 'roles' && <RolesDialog administrator={open.administrator} onClose={close} />}
      {open !== null && open.step !== 'invite' && open.step !== 'roles' && (
        <Confirm step={open.step} administrator={open.administrator} onClose={close} />
      )}
    </>
  );
}

type ConfirmProps = { step: Exclude<Step, 'roles'>; administrator: ManagedAdministrator; onClose: () => void };

/** Describes the step, and carries it out once it is confirmed. */
function Confirm({ step, administrator: { id, name, email }, onClose }: ConfirmProps) {
  const writes = useAdministratorWrites();
  const { title, message, label, write } = {
    'end-sessions': {
      title: 'End sessions',
      message: `${name} is signed out everywhere at once, and can sign in again.`,
      label: 'End sessions',
      write: writes.endSessions,
    },
    'send-link': {
      title: 'Send a new link',
      message: `The password of ${name} stops working and all sessions end. A link for a new password goes to ${email}; it works once, for 24 hours.`,
      label: 'Send link',
      write: writes.sendLink,
    },
    disable: {
      title: 'Disable administrator',
      message: `${name} is signed out at once and can no longer sign in. What they did stays in the books under their name.`,
      label: 'Disable',
      write: writes.disable,
    },
    enable: {
      title: 'Enable administrator',
      message: `${name} can sign in again, with the same password and roles.`,
      label: 'Enable',
      write: writes.enable,
    },
  }[step];
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={title}
      message={message}
      confirmLabel={label}
      danger={step !== 'enable'}
      onConfirm={() => write.mutateAsync({ params: { id } })}
    />
  );
}
