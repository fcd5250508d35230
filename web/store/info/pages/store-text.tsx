import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { useSearchParams } from 'wouter';
import type { PublicText } from '#bff/contract/office/texts.ts';
import type { TextName } from '#core/aggregates/settings/texts.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { focusPage } from '#web/lib/navigation/focus-page.ts';
import { DeadEnd } from '#web/shared/shell/dead-end.tsx';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';
import { Disclosure } from '#web/ui/overlays/disclosure.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { TextLink } from '#web/ui/text/text-link.tsx';

/** A drawn page and the reader's must say the same day, whatever their zones. */
const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const dayOf = (moment: string): string => longDay.format(new Date(moment));

type StoreTextProps = { name: TextName; children: (text: PublicText) => ReactNode };

/** A text of the store, as it is or as it was: the address may name a version, or a day. */
export function StoreText({ name, children }: StoreTextProps) {
  const [search] = useSearchParams();
  const [version, on] = [search.get('version'), search.get('on')];
  const query = useQuery(
    apiQuery('GET /texts/:name', {
      params: { name },
      query: { ...(version !== null && { version: Number(version) }), ...(on !== null && { on }) },
    }),
  );
  const isThere = query.data !== undefined;
  // The page was focused before its heading was there.
  useEffect(() => {
    if (isThere && document.activeElement?.matches('main')) focusPage();
  }, [isThere]);
  if (query.data) {
    const text = query.data.data;
    if (text) return children(text);
    return version === null && on === null ? <NoPage /> : <NoneThen name={name} />;
  }
  return (
    <div className="mx-auto max-w-2xl pb-10">
      {query.error ? (
        <Card>
          <LoadError of={query} failed="Failed to load the page" />
        </Card>
      ) : (
        <Loading label="Loading the page" className="flex flex-col gap-4" shapes={['h-8 w-1/2', 'h-24', 'h-24']} />
      )}
    </div>
  );
}

const NoPage = () => (
  <DeadEnd status={404} title="Page not found" message="The store has not published this page.">
    <LinkButton href="/" variant="primary">
      Go to Home
    </LinkButton>
  </DeadEnd>
);

const NoneThen = ({ name }: { name: TextName }) => (
  <div className="mx-auto max-w-2xl pb-10">
    <h1 tabIndex={-1} className="mb-4 text-xl font-semibold">
      There was none
    </h1>
    <Alert title="The store did not show this text then">
      <TextLink href={`/${name}`}>Show it as it is now</TextLink>
    </Alert>
  </div>
);

/** Above a text that does not hold any more. */
export const Outdated = ({ text: { name, since, until } }: { text: PublicText }) =>
  until === null ? null : (
    <Alert tone="warn" className="mb-6" title="This does not hold any more">
      It held from {dayOf(since)} until {dayOf(until)}. <TextLink href={`/${name}`}>Show what holds now</TextLink>
    </Alert>
  );

/** Below a text: since when it holds, and what held before. */
export function TextVersions({ text: { name, since, version, versions } }: { text: PublicText }) {
  const stated = <>Last updated on {dayOf(since)}</>;
  return (
    <div className="mt-10 border-t pt-5 text-xs text-muted">
      {versions.length < 2 ? (
        <p>{stated}</p>
      ) : (
        <Disclosure summary={<>{stated} · Earlier versions</>} className="items-center">
          <ul className="mt-3 flex flex-col gap-2">
            {versions.map((each) => (
              <li key={each.version}>
                {each.version === version ? (
                  <>From {dayOf(each.since)}: shown here</>
                ) : (
                  <TextLink href={`/${name}?version=${each.version}`}>From {dayOf(each.since)}</TextLink>
                )}
              </li>
            ))}
          </ul>
          <p className="mt-3">Days are those of UTC.</p>
        </Disclosure>
      )}
    </div>
  );
}
