import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useParams, useSearchParams } from 'wouter';
import type { AdminText, TextQuery } from '#bff/contract/office/texts.ts';
import { isText, TEXTS, type TextName } from '#core/aggregates/settings/texts.ts';
import { useMay } from '#web/admin/shared/permission/may.tsx';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { DetailPage } from '#web/ui/page/detail-page.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';
import { TextLink } from '#web/ui/text/text-link.tsx';
import { textQuery } from './text-api.ts';
import { EditorCard } from './text-editor.tsx';
import { TextPreview } from './text-preview.tsx';
import { TextVersions } from './text-versions.tsx';

const BACK = { href: '/admin/settings', label: 'Back to settings' };

export function TextPage() {
  const { name = '' } = useParams<{ name: string }>();
  if (isText(name)) return <OneText key={name} name={name} />;
  return (
    <>
      <PageHeader title="Text" back={BACK} />
      <Card>
        <EmptyState title="There is no such text" />
      </Card>
    </>
  );
}

function OneText({ name }: { name: TextName }) {
  const [search] = useSearchParams();
  const [version, on] = [search.get('version'), search.get('on')];
  const asked: TextQuery = {
    ...(version !== null && { version: Number(version) }),
    ...(on !== null && version === null && { on }),
  };
  const query = useQuery({ ...textQuery(name, asked), placeholderData: (before) => before });
  return (
    <DetailPage
      of={query}
      title={TEXTS[name].title}
      back={BACK}
      failed="Failed to load the text"
      skeleton={
        <Card>
          <Loading label="Loading the text" className="flex flex-col gap-4" shapes={['h-8 w-1/2', 'h-64 w-full']} />
        </Card>
      }
    >
      {(text) => <Loaded text={text} isOld={version !== null || on !== null} on={on} />}
    </DetailPage>
  );
}

function Loaded({ text, isOld, on }: { text: AdminText; isOld: boolean; on: string | null }) {
  const mayChange = useMay('settings:change');
  return (
    <>
      <PageHeader
        title={text.title}
        back={BACK}
        description="What the store says to everybody, at the foot of its pages and where customers look for it."
        actions={
          text.text !== null || text.name === 'about' ? (
            <LinkButton href={`/${text.name}`} target="_blank" icon={<ExternalLink aria-hidden />}>
              Open the page
            </LinkButton>
          ) : undefined
        }
      />
      <div className="flex flex-col gap-6">
        {isOld ? <Earlier text={text} on={on} /> : mayChange ? <EditorCard of={text} /> : <Shown text={text} />}
        <TextVersions of={text} />
      </div>
    </>
  );
}

const Shown = ({ text }: { text: AdminText }) => (
  <Card title="The text">
    <TextPreview
      text={text.text ?? ''}
      empty={text.name === 'about' && text.shown ? 'The store shows its own page About Us.' : 'There is none.'}
    />
  </Card>
);

/** As it was. */
function Earlier({ text, on }: { text: AdminText; on: string | null }) {
  const { shown } = text;
  return (
    <>
      <Alert title={on === null ? 'This is one version' : `This is how it was at the end of ${on} (UTC)`}>
        {shown === null ? (
          'There was no such text then. '
        ) : (
          <>
            It was written by {shown.by?.name ?? 'the program'} on <DateText value={shown.since} format="datetime" />
            {shown.why !== null && `: “${shown.why}”`}
            {shown.until === null ? '. It holds now. ' : '. It does not hold any more. '}
          </>
        )}
        <TextLink href={`/admin/settings/texts/${text.name}`}>Back to the text of now</TextLink>
      </Alert>
      <Shown text={text} />
    </>
  );
}
