import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ApiKey, ApiKeyMode } from '#bff/contract/identity/api-key.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { lazily } from '#web/lib/navigation/lazily.tsx';
import { formatDate, formatRelative } from '#web/lib/words/dates.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { DetailList } from '#web/ui/page/detail-list.tsx';
import { Badge } from '#web/ui/text/badge.tsx';
import { TextLink } from '#web/ui/text/text-link.tsx';
import { NewSecret } from './new-secret.tsx';

const ApiKeyDialog = lazily(() => import('./api-key-dialog.tsx'), 'ApiKeyDialog');

export function ApiKeyTab() {
  const query = useQuery(apiQuery('GET /api-key'));
  if (query.error) {
    return (
      <Card title="API key">
        <LoadError of={query} failed="Failed to fetch API key" />
      </Card>
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <KeyCard
        mode="live"
        apiKey={query.data?.token}
        description={
          <>
            Lets your own systems call the API for this account.{' '}
            <TextLink href="/build-with-the-api">Build with the API</TextLink> leads to a first purchase; all calls are
            in{' '}
            <a href="/api/docs" className="font-medium text-accent-ink underline underline-offset-4">
              the API’s documentation
            </a>
            .
          </>
        }
      />
      <KeyCard
        mode="test"
        apiKey={query.data?.test_token}
        description="For writing your programs: it reads what you choose, except gift codes. What it would change is checked, and not done."
      />
    </div>
  );
}

const TEXTS = {
  live: {
    title: 'API key',
    none: 'No API key yet',
    message: 'A key can do what you choose, and never change the account itself.',
    generate: 'Generate API key',
    another: 'Generate new key',
  },
  test: {
    title: 'Test key',
    none: 'No test key yet',
    message: 'It orders nothing and moves no money.',
    generate: 'Generate test key',
    another: 'Generate new test key',
  },
} as const;

type KeyCardProps = {
  mode: ApiKeyMode;
  /** Undefined while it loads, null where there is none. */
  apiKey: ApiKey | null | undefined;
  description: ReactNode;
};

function KeyCard({ mode, apiKey, description }: KeyCardProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const texts = TEXTS[mode];
  const generate = useWrite('POST /api-key', {
    done: () => 'New API key has been generated.',
    after: ({ token }) => setSecret(token.plain_text_token),
    stale: ['/api-key'],
  });
  return (
    <Card
      title={texts.title}
      description={description}
      actions={
        apiKey && (
          <Button onClick={() => setAsking(true)} icon={<KeyRound aria-hidden />}>
            {texts.another}
          </Button>
        )
      }
    >
      {apiKey === undefined ? (
        <Loading shapes={['h-24 w-full']} />
      ) : (
        <div className="flex flex-col gap-5">
          {secret !== null && <NewSecret secret={secret} what={mode === 'live' ? 'API key' : 'test key'} />}
          {apiKey ? (
            <KeyDetails apiKey={apiKey} />
          ) : (
            <EmptyState
              icon={<KeyRound aria-hidden />}
              title={texts.none}
              message={texts.message}
              action={
                <Button variant={mode === 'live' ? 'primary' : 'secondary'} onClick={() => setAsking(true)}>
                  {texts.generate}
                </Button>
              }
            />
          )}
        </div>
      )}
      {asking && (
        <ApiKeyDialog
          mode={mode}
          replaces={Boolean(apiKey)}
          generate={(body) => generate.mutateAsync({ body: { ...body, mode } })}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
}

function KeyDetails({ apiKey }: { apiKey: ApiKey }) {
  return (
    <DetailList
      details={[
        { label: 'Name', value: apiKey.name },
        { label: 'Key', value: <span className="font-mono">···· {apiKey.last_four}</span> },
        { label: 'Created', value: formatDate(apiKey.created_at) },
        { label: 'Expires', value: apiKey.expires_at ? formatDate(apiKey.expires_at) : 'Never' },
        { label: 'Last used', value: apiKey.last_used_at ? formatRelative(apiKey.last_used_at) : 'Never' },
        {
          label: 'Abilities',
          value: (
            <span className="flex flex-wrap gap-1.5 pt-0.5">
              {apiKey.abilities.map((ability) => (
                <Badge key={ability}>{ability}</Badge>
              ))}
            </span>
          ),
        },
      ]}
    />
  );
}
