import { useQuery } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import { useState } from 'react';
import { MAX_STATEMENT_BYTES } from '#bff/contract/base/upload-rules.ts';
import type { BankStatement } from '#bff/contract/money/admin-bank-routes.ts';
import { ConfirmedImport } from '#web/admin/money/shared/confirmed-import.tsx';
import { WhenAndWho } from '#web/admin/money/shared/when-and-who.tsx';
import { May } from '#web/admin/shared/permission/may.tsx';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { upload } from '#web/lib/api/upload.ts';
import { isApiError } from '#web/lib/call/api-error.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import type { FileRules } from '#web/ui/files/file-rules.ts';
import { ListScreen } from '#web/ui/list/list-screen.tsx';
import { column } from '#web/ui/table/columns.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { Badge } from '#web/ui/text/badge.tsx';
import { TextLink } from '#web/ui/text/text-link.tsx';
import { ChooseColumns } from './choose-columns.tsx';
import { StatementDays } from './statement-days.tsx';
import { SuspenseSums } from './suspense-sums.tsx';

const RULES: FileRules = {
  // Banks name their files as they like, so the server checks the content.
  mediaTypes: [
    ...[
      'text/xml',
      'application/xml',
      'text/csv',
      'text/plain',
      'text/tab-separated-values',
      'application/vnd.ms-excel',
    ],
    ...['application/zip', 'application/x-zip-compressed', 'application/octet-stream', ''],
  ],
  extensions: ['.xml', '.sta', '.mt940', '.940', '.swi', '.txt', '.csv', '.tsv', '.zip'],
  maxBytes: MAX_STATEMENT_BYTES,
  typeMessage: 'File type not supported. Please choose camt.053 (XML), MT940 or CSV.',
  sizeMessage: 'File too large. A bank statement may have at most 5 MB.',
};

const IMPORT_QUESTION = {
  code: ['confirm_account', 'confirm_statement'],
  title: 'Import this statement?',
  confirmLabel: 'Import it',
} as const;

export const BankStatementsPage = () => (
  <ListScreen
    title="Bank statements"
    description="What the bank says, line by line, beside the deposits and payouts of the ledger."
    actions={
      <>
        <LinkButton href="/admin/ledger/reconciliation">Reconciliation</LinkButton>
        <LinkButton href="/admin/corrections">Corrections</LinkButton>
      </>
    }
    above={
      <>
        <InSuspense />
        <May permission="bank:import">
          <ImportStatement />
        </May>
      </>
    }
    noun="statements"
    filters={{}}
    read={(query) => apiQuery('GET /admin/bank-statements', { query })}
    failed="Failed to fetch bank statements"
    columns={COLUMNS}
    rowHref={({ id }) => `/admin/bank-statements/${id}`}
    empty={{
      icon: Landmark,
      none: ['No bank statement yet', 'Import the first one: its lines are matched with deposits and payouts.'],
    }}
  />
);

function ImportStatement() {
  const [unknown, setUnknown] = useState<{ file: File; reason: string } | null>(null);
  return (
    <>
      <ConfirmedImport
        question={IMPORT_QUESTION}
        label="Import a bank statement"
        hint="camt.053, MT940 or CSV, or a zip of them, up to 5 MB. What is known changes nothing; what may be known is asked about."
        rules={RULES}
        failedMessage="The statement could not be imported. Send it again: no line is imported twice."
        send={(file, fields, options) =>
          upload('POST /admin/bank-statements', { files: { statement: file }, fields, ...options }).catch((error) => {
            if (!isApiError(error) || error.code !== 'choose_columns') throw error;
            setUnknown({ file, reason: error.message });
            throw new DOMException('Cancelled', 'AbortError');
          })
        }
        changes={['/admin/bank-statements']}
      />
      {unknown && (
        <ChooseColumns
          {...unknown}
          question={IMPORT_QUESTION}
          onClose={() => setUnknown(null)}
          onImported={(message) => {
            toast.success(message);
            setUnknown(null);
          }}
        />
      )}
    </>
  );
}

/** The sums of unassigned payments, the oldest first; nothing where there are none. */
function InSuspense() {
  const { data } = useQuery(apiQuery('GET /admin/bank-suspense', { query: { per_page: 1 } }));
  const held = data?.meta.held ?? [];
  if (held.length === 0) return null;
  return (
    <Alert
      tone="info"
      className="mb-4"
      title="Unassigned payments"
      action={<TextLink href="/admin/bank-suspense">Show the lines</TextLink>}
    >
      <SuspenseSums held={held} />
    </Alert>
  );
}

const COLUMNS: readonly TableColumn<BankStatement>[] = [
  column.twoLines(
    'Statement',
    ({ number, format }) => [<span className="tabular">{number || 'Without number'}</span>, format],
    { card: 'title' },
  ),
  column.text('Account', ({ account, is_own_account }) => (
    <span className="block min-w-0">
      <span className={account === '' ? 'text-muted' : 'tabular'}>{account || 'Not named in the file'}</span>
      {!is_own_account && account !== '' && (
        <span className="block">
          <Badge tone="warn">Not among our accounts</Badge>
        </span>
      )}
    </span>
  )),
  column.text('Days', (row) => <StatementDays of={row} />),
  column.text(
    'Lines',
    ({ lines, known, asked, gap }) => (
      <span className="block">
        <span className="tabular">{lines}</span>
        {known > 0 && <span className="block text-xs text-muted">{known} known</span>}
        {asked > 0 && (
          <span className="block">
            <Badge tone="warn">{asked} asked</Badge>
          </span>
        )}
        {gap && (
          <span className="block">
            <Badge tone="warn">Gap before</Badge>
          </span>
        )}
      </span>
    ),
    { align: 'right' },
  ),
  column.text('Imported', ({ imported_at, imported_by }) => <WhenAndWho at={imported_at} by={imported_by} />),
];
