import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Company } from '#bff/contract/people/company.ts';
import { apiQueryOrNull } from '#web/lib/api/api-query.ts';
import { lazily } from '#web/lib/navigation/lazily.tsx';
import { useCustomer } from '#web/lib/session/session.ts';
import { useToastOnError } from '#web/lib/toast/toast-error.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { WizardSteps } from './wizard-steps.tsx';

const FAILED = 'Failed to load company information.';

const STEP = <Skeleton className="h-80 w-full" />;
const CompanyProfileForm = lazily(() => import('./company-profile-form.tsx'), 'CompanyProfileForm', STEP);
const CompanyDocuments = lazily(() => import('./company-documents.tsx'), 'CompanyDocuments', STEP);

/** Opens at the documents where the details are saved. */
export function CompanyPage() {
  const { user } = useCustomer();
  const query = useQuery(apiQueryOrNull('GET /user/company-detail'));
  useToastOnError(query.error, FAILED);
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        title="Company Settings"
        description="We review these details before your account can buy, usually within 1-2 business days, and print them on your invoices."
      />
      {query.isPending || !user ? (
        <FormSkeleton />
      ) : query.error ? (
        <Card>
          <LoadError of={query} failed={FAILED} />
        </Card>
      ) : (
        <Wizard company={query.data?.data ?? null} />
      )}
    </div>
  );
}

function Wizard({ company }: { company: Company | null }) {
  const { user } = useCustomer();
  const [step, setStep] = useState(company === null ? 1 : 2);
  const before = user && !user.is_approved ? ['Account'] : [];
  const isPending = user?.is_approval_requested && !user.is_approved && !user.is_approval_revoked;
  return (
    <div className="flex flex-col gap-5">
      {user?.is_company_reviewed_again && (
        <Alert tone="warn" title="Payouts wait for approval">
          Your changed company details are reviewed, usually within 1-2 business days. You can go on buying with your
          balance.
        </Alert>
      )}
      {isPending && (
        <Alert tone="info" title="Under review">
          You can still correct your details while our team looks at them.
        </Alert>
      )}
      {/* Before the approval they are two of the four steps to an account that can buy. */}
      <WizardSteps
        current={step + before.length}
        steps={[...before, 'Company Details', 'Documents', ...(before.length > 0 ? ['Review'] : [])]}
        choose={(chosen) => {
          const own = chosen - before.length;
          return own === 1 || (own === 2 && company !== null) ? () => setStep(own) : undefined;
        }}
      />
      <Card>
        {step === 2 && company !== null ? (
          <CompanyDocuments company={company} onBack={() => setStep(1)} />
        ) : (
          <CompanyProfileForm company={company} onSaved={() => setStep(2)} />
        )}
      </Card>
    </div>
  );
}

function FormSkeleton() {
  return (
    <Loading label="Loading company details" className="flex flex-col gap-5">
      <Skeleton className="h-12 w-full" />
      <Card>
        <div className="grid gap-5 sm:grid-cols-2">
          {Array.from({ length: 8 }, (_, index) => (
            <div key={String(index)} className="flex flex-col gap-2">
              <Skeleton className="h-4 w-32" />
              <Skeleton className="h-9 w-full" />
            </div>
          ))}
        </div>
      </Card>
    </Loading>
  );
}
