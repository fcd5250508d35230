import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import type { MailPreview as Preview, TestMailAnswer } from '#bff/contract/office/mails.ts';
import { TestMailResult } from '#web/admin/shared/mail/test-mail-result.tsx';
import { useMay } from '#web/admin/shared/permission/may.tsx';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { cx } from '#web/lib/words/cx.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/page/card.tsx';

const VIEWS = [
  { value: 'wide', label: 'Wide' },
  { value: 'narrow', label: 'Narrow' },
  { value: 'text', label: 'Text' },
] as const;
type View = (typeof VIEWS)[number]['value'];

export function MailPreview({ name }: { name: string }) {
  const query = useQuery(apiQuery('GET /admin/settings/mails/:name', { params: { name } }));
  if (query.data) return <Loaded mail={query.data.data} />;
  return (
    <Card>
      {query.error ? (
        <LoadError of={query} failed="Failed to load the mail" />
      ) : (
        <Loading label="Loading the mail" shapes={['h-8 w-1/2', 'h-96 w-full']} />
      )}
    </Card>
  );
}

function Loaded({ mail }: { mail: Preview }) {
  const [view, setView] = useState<View>('wide');
  const [answer, setAnswer] = useState<TestMailAnswer | null>(null);
  const mayTest = useMay('mails:test');
  const test = useWrite('POST /admin/settings/mails/:name/test', {
    done: null,
    failed: 'The test mail could not be sent',
    after: setAnswer,
  });
  return (
    <Card
      title={mail.subject}
      description={
        <span className="wrap-anywhere">From {mail.from ?? 'the address that the server is configured with'}</span>
      }
      actions={
        <>
          <Segmented label="View" value={view} onChange={setView} options={VIEWS} />
          {mayTest && (
            <Button
              icon={<Send aria-hidden />}
              busyText="Sending..."
              onClick={() => test.mutateAsync({ params: { name: mail.name } })}
            >
              Send test mail to myself
            </Button>
          )}
        </>
      }
    >
      {answer && <TestMailResult of={answer} className="mb-4" />}
      {view === 'text' ? (
        <pre className="rounded-md bg-sunken p-4 font-mono text-xs leading-5 whitespace-pre-wrap wrap-anywhere">
          {mail.text}
        </pre>
      ) : (
        // Without rights: no script runs in it, and its links open nothing.
        <iframe
          title={`Preview of ${mail.subject}`}
          sandbox=""
          srcDoc={mail.html}
          className={cx('h-160 rounded-md border', view === 'narrow' ? 'w-90 max-w-full' : 'w-full')}
        />
      )}
    </Card>
  );
}
