import { Stamp } from 'lucide-react';
import type { NotaryState, WitnessState } from '#bff/contract/office/admin-system.ts';
import { Card } from '#web/ui/page/card.tsx';
import { column } from '#web/ui/table/columns.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { Badge } from '#web/ui/text/badge.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';
import { Part } from './part.tsx';
import { notaryWords } from './system-words.ts';

export function NotaryPart({ notary }: { notary: NotaryState | null }) {
  const head = notary?.head;
  return (
    <Part
      icon={<Stamp aria-hidden />}
      name="Notary"
      {...notaryWords(notary, Date.now())}
      facts={[
        notary?.refusal && {
          label: 'Refused',
          value: <DateText value={notary.refusal.refused_at} format="relative" />,
        },
        { label: 'Last head', value: head && <DateText value={head.signed_at} format="relative" /> },
        { label: 'Events in it', value: head && BigInt(head.size).toLocaleString('en-US') },
        { label: 'Also signed by', value: head?.cosigned_by.join(', ') },
      ]}
    />
  );
}

export function Witnesses({ witnesses, className }: { witnesses: readonly WitnessState[]; className: string }) {
  if (witnesses.length === 0) return null;
  return (
    <Card
      title="Witnesses"
      description="Each signs every head of the log that follows from the one before. One that is away holds up nothing."
      padded={false}
      className={className}
    >
      <DataTable
        caption="Witnesses of the log"
        columns={COLUMNS}
        rows={witnesses}
        rowKey={(row) => row.name}
        empty="No witness was asked yet"
      />
    </Card>
  );
}

const COLUMNS: readonly TableColumn<WitnessState>[] = [
  column.text('Witness', (row) => <span className="wrap-anywhere">{row.name}</span>, { id: 'name', card: 'title' }),
  column.text('State', (row) =>
    row.problem === null ? (
      <Badge tone="ok" dot>
        Signs
      </Badge>
    ) : (
      <span className="block min-w-0">
        <Badge tone="warn" dot>
          <span>
            Fails since <DateText value={row.failing_since ?? row.asked_at} />
          </span>
        </Badge>
        <span className="mt-1 block text-xs text-muted wrap-anywhere first-letter:uppercase">{row.problem}</span>
      </span>
    ),
  ),
  column.text(
    'Signed up to event',
    (row) => (row.size === '0' ? 'None yet' : BigInt(row.size).toLocaleString('en-US')),
    { id: 'size', align: 'right' },
  ),
  column.text('Asked', (row) => <DateText value={row.asked_at} format="relative" />, { id: 'asked_at' }),
];
