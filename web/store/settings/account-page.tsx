import { useSearchParams } from 'wouter';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { ApiKeyTab } from './api-key-tab.tsx';
import { PasswordTab } from './password-tab.tsx';
import { ProfileTab } from './profile-tab.tsx';
import { SecurityTab } from './security-tab.tsx';

/** Name and address, password, two-factor authentication, API key; the tab is in the address. */
export function AccountPage() {
  const [search, setSearch] = useSearchParams();
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader title="Account Settings" />
      <Tabs
        label="Account settings"
        selected={search.get('tab') ?? 'profile'}
        onSelect={(tab) => setSearch({ tab }, { replace: true })}
        tabs={[
          { id: 'profile', label: 'Profile', content: <ProfileTab /> },
          {
            id: 'password',
            label: 'Password',
            content: (
              <Card title="Change password" description="You stay signed in here and are signed out everywhere else.">
                <PasswordTab />
              </Card>
            ),
          },
          { id: 'security', label: 'Security', content: <SecurityTab /> },
          { id: 'api-key', label: 'API Key', content: <ApiKeyTab /> },
        ]}
      />
    </div>
  );
}
