import { useQuery } from '@tanstack/react-query';
import { Coins, Plus } from 'lucide-react';
import { useState } from 'react';
import { MAX_RATES_BYTES } from '#bff/contract/base/upload-rules.ts';
import type { ExchangeRate } from '#bff/contract/money/admin-rate-routes.ts';
import { BASE_CURRENCY, CURRENCY_CODES } from '#core/kernel/money/currencies.ts';
import { FIRST_DAY } from '#core/kernel/money/rate-sources.ts';
import { ConfirmedImport } from '#web/admin/money/shared/confirmed-import.tsx';
import { WhenAndWho } from '#web/admin/money/shared/when-and-who.tsx';
import { May } from '#web/admin/shared/permission/may.tsx';
import { RATE_SOURCE_TEXTS } from '#web/admin/shared/words/rate-source.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { upload } from '#web/lib/api/upload.ts';
import { useAdministrator } from '#web/lib/session/administrator.ts';
import { Button, LinkButton } from '#web/ui/actions/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import type { FileRules } from '#web/ui/files/file-rules.ts';
import { segmented } from '#web/ui/list/list-filters.tsx';
import { ListScreen } from '#web/ui/list/list-screen.tsx';
import { column } from '#web/ui/table/columns.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { TwoLines } from '#web/ui/table/two-lines.tsx';
import { Badge } from '#web/ui/text/badge.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';
import { RATE_QUESTION, RecordDialog } from './record-dialog.tsx';

const RULES: FileRules = {
  mediaTypes: ['text/xml', 'application/xml', ''],
  extensions: ['.xml'],
  maxBytes: MAX_RATES_BYTES,
  typeMessage: 'File type not supported. Please choose the XML of the European Central Bank.',
  sizeMessage: 'File too large. Rates may have at most 1 MB: take the last 90 days.',
};
const CHOICES = ['', ...CURRENCY_CODES] as const;

export function RatesPage() {
  const offered = useAdministrator().currencies.filter((code) => code !== BASE_CURRENCY);
  const { control } = segmented('Currency', { '': 'All', ...Object.fromEntries(offered.map((code) => [code, code])) });
  const [isRecording, setIsRecording] = useState(false);
  const converts = offered.length > 0;
  // One that is not on sale yet needs a rate first.
  const others = CURRENCY_CODES.filter((code) => code !== BASE_CURRENCY && !offered.includes(code));
  return (
    <ListScreen
      title="Rates"
      description={`What one unit of each currency is worth in ${BASE_CURRENCY}. A rate holds from its day until the next one; an order keeps the one that it was priced at.`}
      actions={
        <May permission="rates:record">
          <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setIsRecording(true)}>
            Record a rate
          </Button>
        </May>
      }
      above={
        <>
          <WaitingRates />
          {converts && (
            <May permission="rates:record">
              <ImportRates />
            </May>
          )}
        </>
      }
      caption="Exchange rates"
      noun="rates"
      filters={{ currency: { rule: CHOICES, control: (...given) => offered.length > 1 && control(...given) } }}
      read={(query) => apiQuery('GET /admin/rates', { query })}
      failed="Failed to fetch exchange rates"
      columns={COLUMNS}
      empty={{
        icon: Coins,
        none: ['No rate yet', 'The store offers one currency: nothing is converted.'],
        filtered: ['No rate of this currency'],
        clear: 'Show all rates',
      }}
    >
      {isRecording && <RecordDialog currencies={[...offered, ...others]} onClose={() => setIsRecording(false)} />}
    </ListScreen>
  );
}

/** What a second administrator has to confirm, among the approvals. */
function WaitingRates() {
  const { data } = useQuery(apiQuery('GET /admin/approvals', { query: { kind: 'rate' } }));
  return data?.data.map(({ id, reference, first }) => (
    <Alert
      key={id}
      tone="warn"
      className="mb-4"
      title="A rate waits for a second administrator"
      action={
        <LinkButton size="sm" href="/admin/approvals?kind=rate">
          Open the approvals
        </LinkButton>
      }
    >
      {reference} {first.by.name} asked for it, <DateText value={first.at} format="datetime" />. Nothing is recorded
      before.
    </Alert>
  ));
}

const ImportRates = () => (
  <ConfirmedImport
    question={RATE_QUESTION}
    label="Import rates of the ECB"
    hint="eurofxref-daily.xml or eurofxref-hist-90d.xml of the European Central Bank. A day that comes twice changes nothing."
    rules={RULES}
    failedMessage="The rates could not be imported. Send the file again: no rate is recorded twice."
    send={(file, fields, options) => upload('POST /admin/rates/import', { files: { rates: file }, fields, ...options })}
    changes={['/admin/rates', '/admin/approvals', '/admin/audit']}
  />
);

const COLUMNS: readonly TableColumn<ExchangeRate>[] = [
  column.text(
    'Rate',
    ({ currency, rate, quote }) => (
      <TwoLines first={`1 ${currency} = ${rate} ${BASE_CURRENCY}`} second={quote} className="tabular font-medium" />
    ),
    { card: 'title' },
  ),
  column.text(
    'Valid from',
    ({ from }) => (from === FIRST_DAY ? <span className="text-muted">Start</span> : <DateText value={from} />),
    { id: 'from' },
  ),
  column.text(
    'Status',
    ({ holds, is_replaced: isReplaced }) =>
      holds ? (
        <Badge tone="ok" dot>
          Valid today
        </Badge>
      ) : (
        <span className="text-muted">{isReplaced ? 'Replaced' : '—'}</span>
      ),
    { id: 'state' },
  ),
  column.text('Source', ({ source }) => RATE_SOURCE_TEXTS[source]),
  column.text('Recorded', ({ recorded_at, recorded_by }) => (
    <WhenAndWho at={recorded_at} by={recorded_by ?? 'The program'} />
  )),
];
