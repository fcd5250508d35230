import { useQuery } from '@tanstack/react-query';
import type { AdminSettings } from '#bff/contract/office/admin-settings.ts';
import { useToastOnError } from '#web/lib/toast/toast-error.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { AccountsCard } from './accounts-card.tsx';
import { LookCard } from './look-card.tsx';
import { MailsCard } from './mails/mails-card.tsx';
import { money } from './money-section.tsx';
import { approvals, orders, retention, waits } from './rule-sections.tsx';
import { SellerCard } from './seller-card.tsx';
import { settingsQuery } from './settings-api.ts';
import { SettingsHistory } from './settings-history.tsx';
import { TextsCard } from './texts/texts-card.tsx';

// In one file with it, because its sections lead there.
export { MailsPage } from './mails/mails-page.tsx';
export { TextPage } from './texts/text-page.tsx';

const FAILED = 'Failed to load the settings';

export function SettingsPage() {
  const query = useQuery(settingsQuery());
  const { data, error } = query;
  useToastOnError(data ? null : error, FAILED);
  return (
    <>
      <PageHeader
        title="Settings"
        description="Who sells, where customers pay, and by which rules. A change counts everywhere, for what is new; papers that were issued stay as they are."
      />
      <div className="flex flex-col gap-6">{data ? <Sections settings={data.data} /> : <Waiting of={query} />}</div>
    </>
  );
}

function Sections({ settings }: { settings: AdminSettings }) {
  return (
    <>
      {settings.missing.length > 0 && (
        <Alert tone="warn" title="Deposits are not open yet">
          <ul className="list-disc pl-5">
            {settings.missing.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </Alert>
      )}
      {settings.newer.length > 0 && (
        <Alert tone="warn" title="A newer version of the store has written settings">
          <p>
            This server has an older version. It shows what it knows, and changes none of these. Change them when all
            servers have the new version.
          </p>
          <ul className="list-disc pl-5">
            {settings.newer.map(({ title, names }) => (
              <li key={title}>
                {title}: {names.join(', ')}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <SellerCard settings={settings} />
      <AccountsCard settings={settings} />
      <LookCard settings={settings} />
      <money.Card settings={settings} />
      <approvals.Card settings={settings} />
      <waits.Card settings={settings} />
      <orders.Card settings={settings} />
      <retention.Card settings={settings} />
      <TextsCard />
      <MailsCard settings={settings} />
      <SettingsHistory />
    </>
  );
}

const Waiting = ({ of }: { of: { error: unknown; refetch: () => unknown } }) => (
  <Card>
    {of.error ? (
      <LoadError of={of} failed={FAILED} />
    ) : (
      <Loading label="Loading settings" className="grid gap-5 sm:grid-cols-2" shapes={Array(6).fill('h-10 w-full')} />
    )}
  </Card>
);
