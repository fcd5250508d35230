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
import { WaitingChanges } from './waiting-changes.tsx';

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
        description="Who may sign in to the back office, and what each may do. A second owner confirms each change, and every owner hears of it."
        actions={
          <Button variant="primary" icon={<MailPlus aria-hidden />} onClick={() => setOpen({ step: 'invite' })}>
            Invite
          </Button>
        }
      />
      <WaitingChanges changes={data?.proposals ?? []} />
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
      write: () => writes.endSessions.mutateAsync({ params: { id } }),
    },
    'send-link': {
      title: 'Send a new link',
      message: `Once another owner has confirmed it, the password of ${name} stops working, all sessions end, and a link for a new password goes to ${email}. It works once, for 24 hours. Who never chose a password gets it at once.`,
      label: 'Send link',
      write: () => writes.sendLink.mutateAsync({ params: { id }, body: {} }),
    },
    'reset-factor': {
      title: 'Reset password and second factor',
      message: `Once another owner has confirmed it, the password and the second factor of ${name} are removed, all sessions end, and a link for a new password goes to ${email}. Check by another way that it is really this person who asks.`,
      label: 'Propose the reset',
      write: () => writes.sendLink.mutateAsync({ params: { id }, body: { removes_second_factor: true } }),
    },
    disable: {
      title: 'Disable administrator',
      message: `Another owner has to confirm it. Until then ${name} is signed out and kept out already, unless they are an owner. What they did stays in the books under their name.`,
      label: 'Disable',
      write: () => writes.disable.mutateAsync({ params: { id } }),
    },
    enable: {
      title: 'Enable administrator',
      message: `Once another owner has confirmed it, ${name} can sign in again, with the same password and roles.`,
      label: 'Enable',
      write: () => writes.enable.mutateAsync({ params: { id } }),
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
      onConfirm={write}
    />
  );
}
