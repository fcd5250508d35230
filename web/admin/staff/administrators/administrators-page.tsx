import { useQuery } from '@tanstack/react-query';
import { MailPlus, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useAdministrator } from '#web/lib/session/administrator.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { administratorColumns } from './administrator-columns.tsx';
import { InviteDialog } from './administrator-dialogs.tsx';
import { administratorsQuery } from './administrators-api.ts';
import { WaitingChanges } from './waiting-changes.tsx';

const PAGE_SIZE = 25;

export function AdministratorsPage() {
  const { data, error, refetch } = useQuery(administratorsQuery());
  const { administrator: own } = useAdministrator();
  const [isInviting, setIsInviting] = useState(false);
  return (
    <>
      <PageHeader
        title="Administrators"
        description="Who may sign in to the back office, and what each may do. A second owner confirms each change, and every owner hears of it."
        actions={
          <Button variant="primary" icon={<MailPlus aria-hidden />} onClick={() => setIsInviting(true)}>
            Invite
          </Button>
        }
      />
      <WaitingChanges changes={data?.proposals ?? []} />
      <Card padded={false}>
        <DataTable
          caption="Administrators"
          columns={administratorColumns(own?.id)}
          rows={data?.data}
          rowKey={({ id }) => id}
          error={error}
          errorMessage="Failed to load the administrators"
          onRetry={refetch}
          clientPageSize={PAGE_SIZE}
          empty={<EmptyState icon={<ShieldCheck aria-hidden />} title="No administrators" />}
        />
      </Card>
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </>
  );
}
