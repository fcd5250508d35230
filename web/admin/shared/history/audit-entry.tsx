import { Link } from 'wouter';
import type { AuditEntry } from '#bff/contract/identity/admin-audit.ts';
import { subjectHref } from '#web/admin/shared/words/subject-href.ts';
import { Disclosure } from '#web/ui/overlays/disclosure.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';
import { DottedLine } from '#web/ui/text/dotted-line.tsx';
import { Money } from '#web/ui/text/money.tsx';
import { ACTORS } from './actors.ts';

const SHORT_ID_LENGTH = 8;

export function AuditEntryRow({ entry, showSubject }: { entry: AuditEntry; showSubject: boolean }) {
  const subject = `${entry.subject.kind} ${entry.subject.id.slice(0, SHORT_ID_LENGTH)}`;
  const actor = entry.actor.name ?? (entry.actor.kind === 'system' ? entry.actor.id : null);
  return (
    <li className="relative flex flex-col border-l pb-5 pl-5 last:border-transparent last:pb-0 sm:flex-row sm:gap-4">
      <span
        className="absolute top-1.5 -left-[5px] size-2.5 rounded-full border-2 border-surface bg-accent"
        aria-hidden
      />
      <div className="min-w-0 grow">
        <Disclosure
          className="items-start"
          summary={
            <>
              <span className="block text-sm">
                <strong className="font-medium">{entry.title}.</strong> {entry.summary}
              </span>
              <DottedLine className="mt-0.5 text-xs text-muted">
                <DateText value={entry.occurred_at} format="datetime" />
                {`${ACTORS[entry.actor.kind].one}${actor ? ` ${actor}` : ''}`}
              </DottedLine>
            </>
          }
        >
          <div className="mt-3 flex flex-col gap-4 rounded-md bg-sunken p-4 text-xs">
            {entry.postings.length > 0 && <Postings entry={entry} />}
            <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
              <Fact label="Event" value={`${entry.type} at revision ${entry.revision}, position ${entry.position}`} />
              <Fact label="Correlation" value={entry.correlation_id} />
              <Fact label="Command" value={entry.command_id} />
              <Fact label="Chain hash" value={entry.hash} />
            </dl>
            <pre className="max-h-64 overflow-auto rounded-sm border bg-surface p-3 font-mono leading-5 whitespace-pre-wrap">
              {JSON.stringify(entry.data, null, 2)}
            </pre>
          </div>
        </Disclosure>
      </div>
      {/* Beside the entry, not within it: the button that opens the entry and this link are two controls. */}
      {(showSubject || entry.product) && (
        <span className="flex shrink-0 flex-col text-xs text-muted sm:w-40 sm:items-end sm:text-right">
          {showSubject && <AboutLink href={subjectHref(entry.subject.kind, entry.subject.id)}>{subject}</AboutLink>}
          {entry.product && (
            <AboutLink href={`/admin/products?open=${entry.product.id}`}>{entry.product.name}</AboutLink>
          )}
        </span>
      )}
    </li>
  );
}

const AboutLink = ({ href, children }: { href: string; children: string }) => (
  <Link href={href} className="inline-flex min-h-6 items-center text-accent-ink wrap-anywhere hover:underline">
    {children}
  </Link>
);

function Postings({ entry }: { entry: AuditEntry }) {
  return (
    <table className="w-full">
      <caption className="sr-only">Postings</caption>
      <thead className="text-left text-muted">
        <tr>
          <th className="pb-1 font-medium">Account</th>
          <th className="pb-1 text-right font-medium">Amount</th>
        </tr>
      </thead>
      <tbody>
        {entry.postings.map((posting) => (
          <tr key={posting.account} className="border-t">
            <td className="py-1.5 pr-4 font-mono wrap-anywhere">{posting.account}</td>
            <td className="py-1.5">
              <Money value={posting.amount} signed />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{label}</dt>
      <dd className="font-mono wrap-anywhere">{value}</dd>
    </div>
  );
}
