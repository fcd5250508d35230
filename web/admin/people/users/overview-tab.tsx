import type { AdminUserDetail } from '#bff/contract/people/admin-customer.ts';
import { Card } from '#web/ui/page/card.tsx';
import { DetailList } from '#web/ui/page/detail-list.tsx';
import { Badge } from '#web/ui/text/badge.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';
import { AcceptedCard } from './accepted-card.tsx';
import { BankingCard } from './banking-card.tsx';
import { SignInCard } from './sign-in-card.tsx';

export function OverviewTab({ user }: { user: AdminUserDetail }) {
  return (
    <div className="flex flex-col gap-5">
      <Card title="Personal information">
        <DetailList
          columns={3}
          details={[
            { label: 'Full Name', value: user.name },
            { label: 'Email Address', value: user.email },
            {
              label: 'Email Verified',
              value: user.email_verified_at ? (
                <DateText value={user.email_verified_at} />
              ) : (
                <Badge tone="warn">Not verified</Badge>
              ),
            },
            { label: 'Company Details', value: <State isDone={user.is_company_detail_complete} /> },
            { label: 'Banking Details', value: <State isDone={user.is_banking_detail_complete} /> },
            { label: 'Joined Date', value: <DateText value={user.created_at} /> },
          ]}
        />
      </Card>
      <AcceptedCard accepted={user.accepted_texts} />
      <SignInCard user={user} />
      <BankingCard user={user} />
    </div>
  );
}

const State = ({ isDone }: { isDone: boolean }) => (
  <Badge tone={isDone ? 'ok' : 'warn'}>{isDone ? 'Complete' : 'Incomplete'}</Badge>
);
