import { useSearchParams } from 'wouter';
import type { AdminText } from '#bff/contract/office/texts.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { DatePicker } from '#web/ui/form/controls/date-picker.tsx';
import { Field } from '#web/ui/form/controls/field.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { Badge } from '#web/ui/text/badge.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';
import { TextLink } from '#web/ui/text/text-link.tsx';

type Version = AdminText['versions'][number];

/** Every version, and which one held on a day. */
export function TextVersions({ of }: { of: AdminText }) {
  const [search, setSearch] = useSearchParams();
  return (
    <Card
      title="Versions"
      description="Which one held on a day, who wrote it, and why."
      actions={
        <Field label="As of the end of (UTC)" className="w-56">
          <DatePicker
            value={search.get('on') ?? ''}
            onChange={(day) => setSearch(day === '' ? {} : { on: day })}
            placeholder="Now"
            label="As of"
          />
        </Field>
      }
    >
      {of.versions.length === 0 ? (
        <EmptyState title="Nobody has written it yet" />
      ) : (
        <ul className="divide-y">
          {of.versions.map((version) => (
            <li key={version.version} className="py-3 first:pt-0 last:pb-0">
              <VersionRow version={version} of={of} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function VersionRow({ version, of }: { version: Version; of: AdminText }) {
  const isShown = of.shown?.version === version.version;
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 text-sm">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {nameOf(version)}
          {version.until === null && <Badge tone="ok">Holds now</Badge>}
          {isShown && version.until !== null && <Badge tone="info">Shown above</Badge>}
        </p>
        <p className="mt-0.5 text-muted wrap-anywhere">
          {version.by?.name ?? 'The program'}
          {version.why !== null && `: “${version.why}”`}
        </p>
      </div>
      <p className="text-muted">
        <DateText value={version.since} format="datetime" />
        {version.until !== null && (
          <>
            {' – '}
            <DateText value={version.until} format="datetime" />
          </>
        )}
        {!isShown && (
          <>
            {' · '}
            <TextLink href={`/admin/settings/texts/${of.name}?version=${version.version}`}>Show</TextLink>
          </>
        )}
      </p>
    </div>
  );
}

const nameOf = ({ version, by, is_written, characters }: Version): string =>
  by === null
    ? 'Standard text'
    : is_written
      ? `Version ${version}, ${characters.toLocaleString('en')} characters`
      : `Version ${version}: the own text was taken away`;
