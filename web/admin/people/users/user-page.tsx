import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams, useSearchParams } from 'wouter';
import type { AdminUserDetail } from '#bff/contract/people/admin-customer.ts';
import { AuditTrail } from '#web/admin/shared/history/audit-trail.tsx';
import { May, useMay } from '#web/admin/shared/permission/may.tsx';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { useTitle } from '#web/lib/navigation/use-title.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { CardSkeleton } from '#web/ui/feedback/card-skeleton.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Tabs } from '#web/ui/overlays/tabs.tsx';
import { DetailPage } from '#web/ui/page/detail-page.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { TextLink } from '#web/ui/text/text-link.tsx';
import { CompanyTab } from './company-tab.tsx';
import { DiscountsTab } from './discounts-tab.tsx';
import { IdentityChange } from './identity-change.tsx';
import { MoneyTab } from './money-tab.tsx';
import { OverviewTab } from './overview-tab.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';
import { useUserActions } from './user-api.ts';
import { UserStatusBadge } from './user-status-badge.tsx';
import { WalletSummary } from './wallet-summary.tsx';

const BACK = { href: '/admin/users', label: 'Back to users' };

export function UserPage() {
  const { id = '' } = useParams<{ id: string }>();
  const user = useQuery(apiQuery('GET /admin/users/:id', { params: { id } }));
  useTitle(`${user.data?.data.name ?? 'User'} · Admin`);
  return (
    <DetailPage
      of={user}
      title="Customer"
      back={BACK}
      missing={{ title: 'User not found', message: 'The link may be old.' }}
      failed="Failed to fetch user details"
      skeleton={
        <Loading label="Loading the customer">
          <div className="mb-6 flex gap-6 border-b pb-3">
            {['w-16', 'w-20', 'w-14', 'w-20'].map((width, index) => (
              <Skeleton key={String(index)} className={`h-4 ${width}`} />
            ))}
          </div>
          <div className="grid gap-5 lg:grid-cols-2">
            <CardSkeleton lines={6} />
            <CardSkeleton lines={6} />
          </div>
        </Loading>
      }
    >
      {(loaded) => (loaded.is_erased ? <ErasedUser user={loaded} /> : <LoadedUser user={loaded} />)}
    </DetailPage>
  );
}

/** The rest of an erased customer: the entries of the ledger, and the events. */
function ErasedUser({ user }: { user: AdminUserDetail }) {
  const mayAudit = useMay('audit:read');
  return (
    <>
      <PageHeader back={BACK} title={user.name} badge={<UserStatusBadge user={user} />} />
      <Alert tone="info" title="Everything about this person is gone" className="mb-6">
        The books keep their entries without a name, and nothing can be changed any more.
        <May permission="personal-data:decide">
          {' '}
          What was removed and kept is under <TextLink href="/admin/personal-data">Personal data</TextLink>.
        </May>
      </Alert>
      <WalletSummary user={user} />
      {mayAudit && (
        <div className="mt-6">
          <AuditTrail kind="customer" id={user.id} />
        </div>
      )}
    </>
  );
}

function LoadedUser({ user }: { user: AdminUserDetail }) {
  const [search, setSearch] = useSearchParams();
  const [asking, setAsking] = useState<'approve' | 'revoke' | null>(null);
  const { approve } = useUserActions(user.id);
  const mayAudit = useMay('audit:read');
  const isWaiting = useMay('customers:decide') && user.is_approval_requested && !user.is_approved;
  const isChanged = user.approved_identity !== null && user.is_approved;
  const approveReason = user.is_approval_requested
    ? undefined
    : 'The customer has not finished the company details and documents yet.';
  return (
    <>
      <PageHeader
        back={BACK}
        title={user.name}
        description={user.email}
        badge={<UserStatusBadge user={user} />}
        actions={
          <>
            <May permission="security:read">
              <LinkButton variant="ghost" href={`/admin/security-events?account=${user.id}`}>
                Security events
              </LinkButton>
            </May>
            <May permission="customers:decide">
              {isChanged && (
                <Button variant="primary" onClick={() => setAsking('approve')}>
                  Approve changed company
                </Button>
              )}
              {user.is_approved ? (
                <Button onClick={() => setAsking('revoke')}>Revoke approval</Button>
              ) : (
                <Button variant="primary" disabledReason={approveReason} onClick={() => setAsking('approve')}>
                  Approve account
                </Button>
              )}
            </May>
          </>
        }
      />
      {isWaiting && (
        <Alert tone="warn" title="Waiting for your review" className="mb-6">
          Check the company details and documents, then approve the account. The customer gets an email.
        </Alert>
      )}
      {user.approved_identity && user.company && (
        <IdentityChange approved={user.approved_identity} company={user.company} />
      )}
      <Tabs
        label="Customer"
        selected={search.get('tab') ?? 'overview'}
        onSelect={(tab) => setSearch({ tab }, { replace: true })}
        tabs={[
          { id: 'overview', label: 'Overview', content: <OverviewTab user={user} /> },
          { id: 'company', label: 'Company', content: <CompanyTab user={user} /> },
          { id: 'money', label: 'Wallets', content: <MoneyTab user={user} /> },
          { id: 'discounts', label: 'Discounts', content: <DiscountsTab userId={user.id} /> },
          ...(mayAudit ? [{ id: 'audit', label: 'Audit', content: <AuditTrail kind="customer" id={user.id} /> }] : []),
        ]}
      />
      <ConfirmDialog
        open={asking === 'approve'}
        onClose={() => setAsking(null)}
        title={isChanged ? 'Approve changed company' : 'Approve account'}
        message={
          isChanged
            ? `${user.company?.company_name ?? user.name} is then who we pay out to. Payouts go on at once.`
            : `${user.name}${user.company ? ` of ${user.company.company_name}` : ''} can then deposit, buy and withdraw.`
        }
        confirmLabel="Approve"
        danger={false}
        onConfirm={() =>
          approve.mutateAsync({
            params: { id: user.id },
            body: user.company ? { company_updated_at: user.company.updated_at } : {},
          })
        }
      />
      {asking === 'revoke' && <RevokeDialog userId={user.id} onClose={() => setAsking(null)} />}
    </>
  );
}
