import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import type { MailEntry } from '#bff/contract/office/mails.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Field } from '#web/ui/form/controls/field.tsx';
import { Select } from '#web/ui/form/controls/select.tsx';
import { Listed } from '#web/ui/list/listed.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { MailPreview } from './mail-preview.tsx';

const READERS = { customers: 'To customers', administrators: 'To administrators' } as const;
type Readers = keyof typeof READERS;

/** Every mail that the store sends, as its readers see it. */
export function MailsPage() {
  const query = useQuery(apiQuery('GET /admin/settings/mails'));
  return (
    <>
      <PageHeader
        title="Mails"
        back={{ href: '/admin/settings', label: 'Back to settings' }}
        description="Every mail that the store sends, in its name and look. Names, amounts and numbers are examples; links are too, and open the front page."
      />
      <Listed
        of={{ ...query, data: query.data?.data }}
        noun="mails"
        failed="Failed to load the mails"
        skeleton={<Skeleton className="h-96 w-full" />}
        empty={
          <Card>
            <EmptyState title="There are no mails" />
          </Card>
        }
      >
        {(mails) => <Chosen mails={mails} />}
      </Listed>
    </>
  );
}

function Chosen({ mails }: { mails: readonly MailEntry[] }) {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('mail');
  const chosen = asked === null ? mails[0]?.name : mails.find(({ name }) => name === asked)?.name;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[17rem_minmax(0,1fr)]">
      <Field label="Mail" className="lg:hidden">
        <Select
          value={chosen}
          placeholder="Choose a mail"
          onChange={(mail) => setSearch({ mail }, { replace: true })}
          options={mails.map(({ name, subject, to }) => ({
            value: name,
            label: to === 'administrators' ? `${subject} (to administrators)` : subject,
          }))}
        />
      </Field>
      <MailList mails={mails} chosen={chosen} />
      {chosen === undefined ? (
        <Card>
          <EmptyState title="There is no such mail" message="Choose one of the list." />
        </Card>
      ) : (
        <MailPreview key={chosen} name={chosen} />
      )}
    </div>
  );
}

const MailList = ({ mails, chosen }: { mails: readonly MailEntry[]; chosen: string | undefined }) => (
  <nav
    aria-label="Mails"
    className="hidden max-h-[calc(100dvh-3rem)] overflow-y-auto rounded-lg border bg-surface p-2 shadow-xs lg:sticky lg:top-6 lg:block"
  >
    {(Object.keys(READERS) as Readers[]).map((readers) => (
      <div key={readers} className="not-first:mt-4">
        <h2 className="px-2 py-1.5 text-xs font-medium text-muted">{READERS[readers]}</h2>
        <ul>
          {mails
            .filter(({ to }) => to === readers)
            .map(({ name, subject }) => (
              <li key={name}>
                <Link
                  href={`/admin/settings/mails?mail=${name}`}
                  replace
                  aria-current={name === chosen ? 'page' : undefined}
                  className="block rounded-md px-2 py-1.5 text-sm wrap-anywhere hover:bg-hover aria-[current=page]:bg-none-soft aria-[current=page]:font-medium"
                >
                  {subject}
                </Link>
              </li>
            ))}
        </ul>
      </div>
    ))}
  </nav>
);
