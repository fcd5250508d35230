import { useSearchParams } from 'wouter';
import { api } from '#web/lib/api/api.ts';
import { lazily } from '#web/lib/navigation/lazily.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';
import { Tabs } from '#web/ui/overlays/tabs.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';

const FALLBACK = <Loading shapes={['h-48 w-full rounded-lg']} />;
const ProfileTab = lazily(() => import('./profile-tab.tsx'), 'ProfileTab', FALLBACK);
const ChangePasswordForm = lazily(
  () => import('#web/shared/security/change-password-form.tsx'),
  'ChangePasswordForm',
  FALLBACK,
);
const SecurityTab = lazily(() => import('./security-tab.tsx'), 'SecurityTab', FALLBACK);
const ApiKeyTab = lazily(() => import('./developers/api-key-tab.tsx'), 'ApiKeyTab', FALLBACK);
const WebhooksTab = lazily(() => import('./developers/webhooks-tab.tsx'), 'WebhooksTab', FALLBACK);

/** The tab is in the address. */
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
              <Card
                title="Change password"
                description="You stay signed in here. Other devices are signed out, and API keys and mailed links stop working."
              >
                <ChangePasswordForm send={(body) => api('PUT /auth/user', { body })} />
              </Card>
            ),
          },
          { id: 'security', label: 'Security', content: <SecurityTab /> },
          { id: 'api-key', label: 'API Key', content: <ApiKeyTab /> },
          { id: 'webhooks', label: 'Webhooks', content: <WebhooksTab /> },
        ]}
      />
    </div>
  );
}
