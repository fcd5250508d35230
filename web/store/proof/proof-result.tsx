import type { CheckedFile } from '#core/log-proofs/check/proof-file.ts';
import { type CheckedProof, closingTimeOf, statementInWords } from '#core/log-proofs/check/statement.ts';
import { momentInWords } from '#core/log-proofs/check/whole.ts';
import { formatDateTime } from '#web/lib/dates.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Card } from '#web/ui/card.tsx';
import { DataTable } from '#web/ui/data-table.tsx';
import { DetailList } from '#web/ui/detail-list.tsx';
import type { TableColumn } from '#web/ui/table-column.ts';
import { CodeResult } from './code-result.tsx';
import { headDetails } from './head-details.ts';

const WORDS: Readonly<Record<string, string>> = {
  WalletCredited: 'Paid in',
  WalletDebited: 'Paid out',
  WalletHoldCaptured: 'Withdrawn',
};

type Line = CheckedProof['lines'][number];

const columnsOf = ({ kind, currency }: CheckedProof): readonly TableColumn<Line>[] => [
  { id: 'document', header: 'Document', card: 'title', cell: ({ document }) => document },
  { id: 'movement', header: 'Movement', cell: ({ type }) => WORDS[type] ?? type },
  { id: 'date', header: 'Date', cell: ({ time }) => formatDateTime(time) },
  { id: 'amount', header: 'Amount', align: 'right', cell: ({ change }) => `${change} ${currency}` },
  ...(kind === 'statement'
    ? [
        {
          id: 'balance',
          header: 'Balance after',
          align: 'right',
          cell: ({ balance }: Line) => `${balance} ${currency}`,
        } as const,
      ]
    : []),
  { id: 'place', header: 'Place in the log', align: 'right', cell: ({ place }) => String(place) },
];

/** The facts that a file proves. */
export const ProofResult = ({ proof }: { proof: CheckedFile }) =>
  proof.kind === 'code' ? <CodeResult proof={proof} /> : <MoneyResult proof={proof} />;

function MoneyResult({ proof }: { proof: CheckedProof }) {
  const { kind, wallet, currency, head, lines, opening, closing } = proof;
  const isStatement = kind === 'statement';
  return (
    <>
      <Alert tone={proof.whole?.until === 'last' ? 'warn' : 'ok'} title={titleOf(proof)}>
        {isStatement ? statementInWords(proof) : 'It stands in the signed log as it is shown here.'}
      </Alert>
      <Card title={isStatement ? 'Statement' : 'Movement'}>
        <DetailList
          details={[
            { label: 'Wallet', value: wallet },
            ...headDetails(head),
            ...(isStatement
              ? [
                  { label: 'Period (UTC)', value: periodWords(proof) },
                  { label: 'Opening balance', value: `${opening} ${currency}` },
                  { label: 'Movements', value: String(lines.length) },
                  {
                    label: `Balance after event ${proof.last?.revision}, until ${momentInWords(closingTimeOf(proof))}`,
                    value: `${closing} ${currency}`,
                  },
                ]
              : []),
          ]}
        />
      </Card>
      {lines.length > 0 && (
        <Card padded={false}>
          <DataTable
            caption="Proven movements"
            columns={columnsOf(proof)}
            rows={lines}
            rowKey={({ place }) => String(place)}
            empty=""
          />
        </Card>
      )}
    </>
  );
}

function titleOf({ kind, whole, last }: CheckedProof): string {
  if (kind === 'line') return 'The movement is proven';
  return whole?.until === 'last'
    ? `The statement is proven up to event ${last?.revision}, and not behind it`
    : 'The statement is proven';
}

/** As far as the file was proven whole, whatever end it names. */
const periodWords = (proof: CheckedProof): string =>
  `${proof.period?.from?.slice(0, 10) ?? 'the beginning'} – ${closingTimeOf(proof).slice(0, 10)}`;
