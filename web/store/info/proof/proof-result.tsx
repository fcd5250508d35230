import type { CheckedFile } from '#core/proofs/check/proof-file.ts';
import type { CheckedProof } from '#core/proofs/check/statement.ts';
import { closingTimeOf, momentInWords, statementInWords } from '#core/proofs/check/words.ts';
import { formatDateTime } from '#web/lib/words/dates.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { DetailList } from '#web/ui/page/detail-list.tsx';
import { column } from '#web/ui/table/columns.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { CodeResult } from './code-result.tsx';
import { headDetails } from './head-details.ts';

const WORDS: Readonly<Record<string, string>> = {
  WalletCredited: 'Paid in',
  WalletDebited: 'Paid out',
  WalletHoldCaptured: 'Withdrawn',
};

type Line = CheckedProof['lines'][number];

const columnsOf = ({ kind, currency }: CheckedProof): readonly TableColumn<Line>[] => [
  column.text('Document', ({ document }) => document, { card: 'title' }),
  column.text('Movement', ({ type }) => WORDS[type] ?? type),
  column.text('Date', ({ time }) => formatDateTime(time)),
  column.text('Amount', ({ change }) => `${change} ${currency}`, { align: 'right' }),
  ...(kind === 'statement'
    ? [
        column.text('Balance after', ({ balance }: Line) => `${balance} ${currency}`, {
          id: 'balance',
          align: 'right',
        }),
      ]
    : []),
  column.text('Place in the log', ({ place }) => String(place), { id: 'place', align: 'right' }),
];

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
