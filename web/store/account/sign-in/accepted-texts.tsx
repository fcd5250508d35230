import { Fragment } from 'react';
import type { StoreTextEntry } from '#bff/contract/office/texts.ts';
import { useStoreName } from '#web/lib/store/store.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';

type AcceptedTextsProps = {
  /** Undefined while they load. */
  texts: readonly StoreTextEntry[] | undefined;
  /** They could not be loaded. */
  hasFailed: boolean;
  onRetry: () => unknown;
  /** What the server says where they changed meanwhile. */
  changed: string | null;
};

/** What a new customer accepts, as it is now. Links open beside the form, so that nothing typed is lost. */
export function AcceptedTexts({ texts, hasFailed, onRetry, changed }: AcceptedTextsProps) {
  const store = useStoreName();
  if (texts === undefined) {
    return hasFailed ? (
      <Alert
        tone="warn"
        action={
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        The terms of this store could not be loaded.
      </Alert>
    ) : null;
  }
  return (
    <>
      {changed !== null && <Alert tone="warn">{changed}</Alert>}
      {texts.length > 0 && (
        <p className="text-sm text-pretty text-muted">
          By creating an account at {store}, you accept{' '}
          {texts.map(({ name, title, since }, index) => (
            <Fragment key={name}>
              {index > 0 && ' and '}
              the{' '}
              <a
                href={`/${name}`}
                target="_blank"
                rel="noopener"
                className="rounded-sm font-medium text-accent-ink underline underline-offset-4"
              >
                {title}
                <span className="sr-only"> (opens in a new tab)</span>
              </a>{' '}
              of <DateText value={since} />
            </Fragment>
          ))}
          .
        </p>
      )}
    </>
  );
}
