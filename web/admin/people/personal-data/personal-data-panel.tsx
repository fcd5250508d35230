import { Check, FileText, X } from 'lucide-react';
import { Link } from 'wouter';
import type {
  AdminPersonalDataRequest,
  ErasureReport,
  PersonalDataKind,
  PersonalDataStatus,
} from '#bff/contract/people/personal-data.ts';
import { noteText } from '#web/admin/shared/words/note-text.tsx';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { saveFile } from '#web/lib/api/download.ts';
import type { OpenRecord } from '#web/lib/navigation/list-address.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { SidePanel } from '#web/ui/list/side-panel.tsx';
import { DetailList } from '#web/ui/page/detail-list.tsx';
import { StateBadge, type Tone } from '#web/ui/text/badge.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';
import type { Decision } from './decide-dialog.tsx';

export const KINDS: Readonly<Record<PersonalDataKind, string>> = { export: 'Copy of their data', erasure: 'Erasure' };

export const STATUSES: Readonly<Record<PersonalDataStatus, { readonly tone: Tone; readonly label: string }>> = {
  requested: { tone: 'warn', label: 'Waiting' },
  confirmed: { tone: 'info', label: 'Under way' },
  done: { tone: 'ok', label: 'Done' },
  refused: { tone: 'bad', label: 'Refused' },
  'taken-back': { tone: 'none', label: 'Taken back' },
};

type PanelProps = OpenRecord<AdminPersonalDataRequest> & {
  onDecide: (request: AdminPersonalDataRequest, how: Decision['how']) => void;
};

export function PersonalDataPanel({ id, onDecide, ...shown }: PanelProps) {
  return (
    <SidePanel
      {...shown}
      read={apiQuery('GET /admin/personal-data/:id', { params: { id } })}
      noun="request"
      failed="Failed to load the request"
      skeleton={['h-20 rounded-lg', 'h-40']}
      title={({ kind, status }) => (
        <>
          {KINDS[kind]}
          <StateBadge of={STATUSES[status]} />
        </>
      )}
      description={({ requested_at }) => <DateText value={requested_at} format="datetime" />}
      footer={(request) =>
        request.status === 'requested' && (
          <>
            <Button variant="danger-ghost" icon={<X aria-hidden />} onClick={() => onDecide(request, 'refuse')}>
              Refuse
            </Button>
            <Button
              variant="primary"
              icon={<Check aria-hidden />}
              disabledReason={request.obstacles.length > 0 ? 'Something must be settled first' : undefined}
              onClick={() => onDecide(request, 'confirm')}
            >
              Confirm
            </Button>
          </>
        )
      }
    >
      {(request) => (
        <>
          <Obstacles of={request.obstacles} />
          <DetailList
            details={[
              { label: 'Customer', value: <Customer of={request} /> },
              { label: 'Decided by', value: request.decided_by?.name },
              {
                label: 'Decided',
                value: request.decided_at && <DateText value={request.decided_at} format="datetime" />,
              },
              { label: 'Done', value: request.done_at && <DateText value={request.done_at} format="datetime" /> },
              { label: 'Note', value: noteText(request.note) },
            ]}
          />
          {request.report && <Report id={request.id} report={request.report} />}
        </>
      )}
    </SidePanel>
  );
}

const Customer = ({ of: { user } }: { of: AdminPersonalDataRequest }) => (
  <Link href={`/admin/users/${user.id}`} className="underline-offset-4 hover:underline">
    {user.name}
    {user.email !== '' && <span className="block text-xs text-muted">{user.email}</span>}
  </Link>
);

const Obstacles = ({ of: obstacles }: { of: readonly string[] }) =>
  obstacles.length > 0 && (
    <Alert tone="warn" title="What must be settled first">
      <ul className="list-disc pl-4">
        {obstacles.map((obstacle) => (
          <li key={obstacle}>{obstacle}</li>
        ))}
      </ul>
    </Alert>
  );

function Report({ id, report: { removed, kept, invoices } }: { id: string; report: ErasureReport }) {
  const open = (invoiceId: string, number: string) => {
    const params = { id, invoiceId };
    const failed = 'Failed to open the invoice';
    return saveFile('GET /admin/personal-data/:id/invoices/:invoiceId', { params }, `${number}.pdf`, failed);
  };
  return (
    <>
      <Counted title="Removed" of={removed.map(({ what, count }) => ({ what, count, more: null }))} />
      <Counted
        title="Kept"
        of={kept.map(({ what, count, why, until }) => ({
          what,
          count,
          more: until === null ? why : `${why} The last one on ${until}.`,
        }))}
      />
      {invoices.length > 0 && (
        <section>
          <h3 className="text-sm font-semibold">Invoices</h3>
          <ul className="mt-2 divide-y border-y">
            {invoices.map(({ id: invoiceId, number, keep_until }) => (
              <li key={invoiceId} className="flex items-center justify-between gap-3 py-2 text-sm">
                <span>
                  <span className="tabular">{number}</span>
                  <span className="block text-xs text-muted">Kept until {keep_until}</span>
                </span>
                <Button
                  size="sm"
                  icon={<FileText aria-hidden />}
                  aria-label={`Open invoice ${number}`}
                  onClick={() => open(invoiceId, number)}
                >
                  Open
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

type CountedProps = { title: string; of: readonly { what: string; count: number; more: string | null }[] };

const Counted = ({ title, of: lines }: CountedProps) => (
  <section>
    <h3 className="text-sm font-semibold">{title}</h3>
    <ul className="mt-2 divide-y border-y">
      {lines.map(({ what, count, more }) => (
        <li key={what} className="flex items-baseline justify-between gap-4 py-1.5 text-sm">
          <span>
            {what}
            {more !== null && <span className="block text-xs text-muted">{more}</span>}
          </span>
          <span className="tabular">{count}</span>
        </li>
      ))}
    </ul>
  </section>
);
