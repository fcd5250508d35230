import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { PersonalDataAnswer, PersonalDataRequest } from '#bff/contract/people/personal-data.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { saveFile } from '#web/lib/api/download.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { lazily } from '#web/lib/navigation/lazily.tsx';
import { formatDateTime } from '#web/lib/words/dates.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/page/card.tsx';

const ConfirmDialog = lazily(() => import('#web/ui/overlays/confirm-dialog.tsx'), 'ConfirmDialog');

export function YourDataCard() {
  const query = useQuery(apiQuery('GET /user/personal-data'));
  return (
    <Card title="Your data" description="An owner of the store looks at each request, and answers within a month.">
      {query.data ? (
        <div className="flex flex-col gap-8">
          <Copy data={query.data} />
          <Erasure data={query.data} />
        </div>
      ) : query.error ? (
        <LoadError of={query} failed="Failed to load your requests" />
      ) : (
        <Loading shapes={['h-24 w-full']} />
      )}
    </Card>
  );
}

const ASKING = { failed: 'Your request was not sent', stale: ['/user/personal-data'] } as const;

const isOpen = ({ status }: PersonalDataRequest): boolean => status === 'requested' || status === 'confirmed';

function Copy({ data: { export: request } }: { data: PersonalDataAnswer }) {
  const ask = useWrite('POST /user/personal-data/export', ASKING);
  const download = () => saveFile('GET /user/personal-data/archive', {}, 'your-data.zip', 'The download failed');
  const until = request?.download_until ?? null;
  return (
    <Section
      title="Download my data"
      text="One archive of everything about you: account, company, bank details, wallets, orders, tickets, documents and invoices."
    >
      {request && isOpen(request) ? (
        <Waiting request={request} what="for a copy of your data" />
      ) : until !== null ? (
        <Alert
          tone="ok"
          title="Your copy is ready"
          action={
            <Button variant="primary" icon={<Download aria-hidden />} onClick={download}>
              Download
            </Button>
          }
        >
          Until {formatDateTime(until)}.
        </Alert>
      ) : (
        <>
          {request?.status === 'refused' && <Refused request={request} />}
          <Button className="self-start" onClick={() => ask.mutateAsync()}>
            Ask for a copy
          </Button>
        </>
      )}
    </Section>
  );
}

function Erasure({ data: { erasure, obstacles, invoice_years } }: { data: PersonalDataAnswer }) {
  const [isAsking, setIsAsking] = useState(false);
  const ask = useWrite('POST /user/personal-data/erasure', ASKING);
  return (
    <Section
      title="Erase my account"
      text={`Your account, documents, bank details, tickets and keys are removed for good. Invoices are kept sealed for ${invoice_years} years, because the law asks for them; our books keep their entries without your name.`}
    >
      {erasure && isOpen(erasure) ? (
        <Waiting request={erasure} what="to be erased" />
      ) : (
        <>
          {erasure?.status === 'refused' && <Refused request={erasure} />}
          {obstacles.length > 0 ? (
            <Alert tone="info" title="What must be settled first">
              <ul className="list-disc pl-4">
                {obstacles.map((obstacle) => (
                  <li key={obstacle}>{obstacle}</li>
                ))}
              </ul>
            </Alert>
          ) : (
            <Button variant="danger" className="self-start" onClick={() => setIsAsking(true)}>
              Erase my account
            </Button>
          )}
        </>
      )}
      {isAsking && (
        <ConfirmDialog
          onClose={() => setIsAsking(false)}
          title="Erase your account?"
          message="An owner of the store has to confirm it. Until then you can take it back; after that it cannot be undone, and nobody can sign in any more. Gift codes that you have not used yet are lost: download them first."
          confirmLabel="Ask to be erased"
          onConfirm={() => ask.mutateAsync()}
        />
      )}
    </Section>
  );
}

function Waiting({ request: { id, status, requested_at }, what }: { request: PersonalDataRequest; what: string }) {
  const takeBack = useWrite('DELETE /user/personal-data/:id', { ...ASKING, failed: 'Your request was not taken back' });
  return status === 'confirmed' ? (
    <Alert tone="info" title="Confirmed">
      It is done within a few minutes.
    </Alert>
  ) : (
    <Alert
      tone="info"
      title="Waiting for an owner of the store"
      action={<Button onClick={() => takeBack.mutateAsync({ params: { id } })}>Take it back</Button>}
    >
      You asked {what} on {formatDateTime(requested_at)}.
    </Alert>
  );
}

const Refused = ({ request: { note, decided_at } }: { request: PersonalDataRequest }) => (
  <Alert tone="warn" title={`Refused${decided_at === null ? '' : ` on ${formatDateTime(decided_at)}`}`}>
    {note}
  </Alert>
);

const Section = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <section className="flex flex-col gap-3">
    <div>
      <h3 className="text-sm font-semibold">{title}</h3>
      <p className="mt-1 max-w-prose text-sm text-muted">{text}</p>
    </div>
    {children}
  </section>
);
