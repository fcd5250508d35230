import { lazy, type ReactNode, Suspense } from 'react';
import { useSearchParams } from 'wouter';
import { api } from '#web/lib/api.ts';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

const ProfileTab = lazy(() => import('./profile-tab.tsx').then((m) => ({ default: m.ProfileTab })));
const ChangePasswordForm = lazy(() =>
  import('#web/ui/frames/change-password-form.tsx').then((m) => ({ default: m.ChangePasswordForm })),
);
const SecurityTab = lazy(() => import('./security-tab.tsx').then((m) => ({ default: m.SecurityTab })));
const ApiKeyTab = lazy(() => import('./api-key-tab.tsx').then((m) => ({ default: m.ApiKeyTab })));
const WebhooksTab = lazy(() => import('./webhooks-tab.tsx').then((m) => ({ default: m.WebhooksTab })));

/** Name and address, password, two-factor authentication, API key, webhooks; the tab is in the address. */
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
          {
            id: 'profile',
            label: 'Profile',
            content: (
              <Later>
                <ProfileTab />
              </Later>
            ),
          },
          {
            id: 'password',
            label: 'Password',
            content: (
              <Card
                title="Change password"
                description="You stay signed in here. Other devices are signed out, and API keys and mailed links stop working."
              >
                <Later>
                  <ChangePasswordForm send={(body) => api('PUT /auth/user', { body })} />
                </Later>
              </Card>
            ),
          },
          {
            id: 'security',
            label: 'Security',
            content: (
              <Later>
                <SecurityTab />
              </Later>
            ),
          },
          {
            id: 'api-key',
            label: 'API Key',
            content: (
              <Later>
                <ApiKeyTab />
              </Later>
            ),
          },
          {
            id: 'webhooks',
            label: 'Webhooks',
            content: (
              <Later>
                <WebhooksTab />
              </Later>
            ),
          },
        ]}
      />
    </div>
  );
}

/** A tab whose code is fetched when it is chosen. */
function Later({ children }: { children: ReactNode }) {
  const fallback = (
    <Loading>
      <Skeleton className="h-48 w-full rounded-lg" />
    </Loading>
  );
  return <Suspense fallback={fallback}>{children}</Suspense>;
}
