import type { CheckedCode, CodeStep } from '#core/proofs/check/code.ts';
import { codeInWords, stepInWords } from '#core/proofs/check/words.ts';
import { formatDateTime } from '#web/lib/words/dates.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { DetailList } from '#web/ui/page/detail-list.tsx';
import { column } from '#web/ui/table/columns.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { headDetails } from './head-details.ts';

const COLUMNS: readonly TableColumn<CodeStep>[] = [
  column.text('What happened', stepInWords, { id: 'what', card: 'title' }),
  column.text('Date', ({ time }) => formatDateTime(time)),
  column.text('Place in the log', ({ place }) => String(place), { id: 'place', align: 'right' }),
];

export function CodeResult({ proof }: { proof: CheckedCode }) {
  const { code, ending, product, order, head, steps, last, whole } = proof;
  return (
    <>
      <Alert
        tone={whole.until === 'last' ? 'warn' : 'ok'}
        title={
          whole.until === 'last'
            ? `The life of the code is proven up to event ${last.revision}, and not behind it`
            : 'The life of the code is proven'
        }
      >
        {codeInWords(proof)}
      </Alert>
      <Card title="Gift code">
        <DetailList
          details={[
            { label: 'Ending', value: ending ?? 'Not in these events of the log' },
            { label: 'Product', value: product },
            { label: 'Order', value: order },
            { label: 'Id', value: code },
            ...headDetails(head),
          ]}
        />
      </Card>
      <Card padded={false}>
        <DataTable
          caption="Life of the code"
          columns={COLUMNS}
          rows={steps}
          rowKey={({ place }) => String(place)}
          empty=""
        />
      </Card>
    </>
  );
}
