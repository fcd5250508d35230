import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Redirect } from 'wouter';
import type { AdminSettings } from '#bff/contract/office/admin-settings.ts';
import type { AdminSetup, SetupStep } from '#bff/contract/office/admin-setup.ts';
import { useMay } from '#web/admin/shared/permission/may.tsx';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { focusPage } from '#web/lib/navigation/focus-page.ts';
import { useAdministrator } from '#web/lib/session/administrator.ts';
import { PageFallback } from '#web/shared/shell/page-fallback.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { InPlace } from '#web/ui/form/decision-dialog.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { OwnSecondFactor } from './account/security/security-page.tsx';
import { FormCard } from './setup/form-card.tsx';
import { MailStep } from './setup/mail-step.tsx';
import { OpenStep } from './setup/open-step.tsx';
import { OwnerForm } from './setup/owner-form.tsx';
import { firstOpenPage, type Page, pageAfter, StepList } from './setup/step-list.tsx';
import { CatalogueStep } from './shop/first-product.tsx';
import { AccountsCard } from './staff/settings/accounts-card.tsx';
import { FirstAccounts } from './staff/settings/first-accounts.tsx';
import { LookCard } from './staff/settings/look-card.tsx';
import { LookDialog } from './staff/settings/look-dialog.tsx';
import { money } from './staff/settings/money-section.tsx';
import { SellerCard } from './staff/settings/seller-card.tsx';
import { SellerDialog } from './staff/settings/seller-dialog.tsx';
import { settingsQuery } from './staff/settings/settings-api.ts';

/** The reason of the first settings, in their history. */
const WHY = 'The store is set up.';

/** How a step is left where it is not needed; otherwise for later. */
const SKIP_WORDS: { readonly [Step in SetupStep]?: string } = {
  currencies: 'Keep these currencies',
  look: 'Go on without a logo',
};

/** The settings of a step: its form while nothing is said, then its card. */
const FORMS = {
  seller: { Card: SellerCard, Form: SellerDialog, isSaid: ({ seller }: AdminSettings) => seller.value !== null },
  currencies: {
    ...money,
    isSaid: ({ money: { version, waiting } }: AdminSettings) => version > 0 || waiting !== null,
  },
  look: { Card: LookCard, Form: LookDialog, isSaid: ({ look }: AdminSettings) => look.value !== null },
} as const;

/** From an empty store to an open one. Each step is a form of the back office, so what it saved is there wherever one goes on. */
export function SetupPage() {
  const { status, store } = useAdministrator();
  const mayChange = useMay('settings:change');
  const isVisitor = status === 'signed-out';
  const empty = useQuery({ ...apiQuery('GET /setup'), enabled: isVisitor });
  if (isVisitor) {
    if (empty.error) return <LoadError of={empty} failed="Failed to load the setup" />;
    if (!empty.data) return <PageFallback />;
    const { state } = empty.data.data;
    if (state !== 'ownerless') return <Redirect to="/admin/login?redirect=%2Fadmin%2Fsetup" replace />;
    return <OwnerForm />;
  }
  if (status === 'unknown' || store === undefined) return <PageFallback />;
  if (store === 'open') return <Redirect to="/admin/dashboard" replace />;
  if (!mayChange) {
    return <Alert title="The store is not open yet">An owner is setting it up. Please come back later.</Alert>;
  }
  return <Loaded />;
}

function Loaded() {
  const query = useQuery({ ...apiQuery('GET /admin/setup'), select: ({ data }) => data });
  if (query.data) return <Steps setup={query.data} />;
  return query.error ? <LoadError of={query} failed="Failed to load the setup" /> : <PageFallback />;
}

function Steps({ setup }: { setup: AdminSetup }) {
  // Kept while its step is done: recovery codes are shown only once.
  const [page, setPage] = useState(() => firstOpenPage(setup));
  const skip = useWrite('POST /admin/setup/skip', {
    done: null,
    failed: 'This was not saved',
    stale: ['/admin/setup'] as const,
  });
  const step = setup.steps.find((each) => each.step === page);
  const goTo = (next: Page) => {
    flushSync(() => setPage(next));
    document.documentElement.scrollTop = 0;
    focusPage();
  };
  const goOn = () => goTo(pageAfter(setup, page));
  return (
    <>
      <PageHeader
        title="Set up your store"
        description="Customers see that it is not open yet. You can leave at any time and go on here after you sign in."
      />
      <div className="grid gap-6 md:grid-cols-[12rem_1fr]">
        <StepList setup={setup} page={page} onPage={goTo} />
        <div className="min-w-0">
          {page === 'open' ? <OpenStep setup={setup} /> : <Step step={page} />}
          {step && (
            <div className="mt-5 flex flex-wrap gap-2">
              {step.is_done ? (
                <Button variant="primary" onClick={goOn}>
                  Continue
                </Button>
              ) : (
                !step.is_needed && (
                  <Button
                    onClick={async () => {
                      await skip.mutateAsync({ body: { step: step.step } });
                      goOn();
                    }}
                  >
                    {SKIP_WORDS[step.step] ?? 'Skip for now'}
                  </Button>
                )
              )}
            </div>
          )}
        </div>
      </div>
    </>
  );
}

function Step({ step }: { step: SetupStep }) {
  if (step === 'second-factor') return <OwnSecondFactor />;
  if (step === 'catalogue') return <CatalogueStep />;
  if (step === 'mail') return <MailStep />;
  return <SettingsStep step={step} />;
}

/** The first values stand in a form of the page; what is there is shown as in the settings. */
function SettingsStep({ step }: { step: 'seller' | 'currencies' | 'accounts' | 'look' }) {
  const query = useQuery(settingsQuery());
  const settings = query.data?.data;
  if (query.error && !settings) return <LoadError of={query} failed="Failed to load the settings" />;
  if (!settings) return <PageFallback />;
  if (step === 'accounts') {
    return settings.accounts.value ? (
      <AccountsCard settings={settings} />
    ) : (
      <FirstAccounts settings={settings} why={WHY} />
    );
  }
  const { Card, Form, isSaid } = FORMS[step];
  if (isSaid(settings)) return <Card settings={settings} />;
  return (
    <InPlace value={FormCard}>
      <Form settings={settings} why={WHY} onClose={() => undefined} />
    </InPlace>
  );
}
