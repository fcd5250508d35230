import { useQuery } from '@tanstack/react-query';
import { Download, ReceiptText } from 'lucide-react';
import type { VAT_FILES, VatReturn } from '#bff/contract/money/admin-vat-routes.ts';
import { lastDayOf, monthAfter, monthBefore, monthName, monthOf } from '#core/aggregates/period/months.ts';
import { May } from '#web/admin/shared/permission/may.tsx';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { saveFile } from '#web/lib/api/download.ts';
import { useListAddress } from '#web/lib/navigation/list-address.ts';
import { counted } from '#web/lib/words/counted.ts';
import { utcDay } from '#web/lib/words/dates.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Select } from '#web/ui/form/controls/select.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { column } from '#web/ui/table/columns.tsx';
import { DASH } from '#web/ui/table/dash.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { Money } from '#web/ui/text/money.tsx';

const MONTHS_BACK = 24;
const MONTHS_OF_QUARTER = 3;
type Months = { readonly from: string; readonly to: string };

export function VatPage() {
  const { filters, change } = useListAddress({ period: '' });
  const periods = periodsUntil(monthOf(utcDay()));
  const period = periods.find(({ value }) => value === filters.period) ?? periods[1] ?? periods[0];
  const months = { from: period?.from ?? '', to: period?.to ?? '' };
  const { data, error, refetch } = useQuery(apiQuery('GET /admin/ledger/vat', { query: months }));
  const found = data?.data;
  const table = { error, errorMessage: 'The VAT return could not be loaded.', onRetry: refetch };
  return (
    <>
      <PageHeader
        title="VAT"
        back={{ href: '/admin/ledger', label: 'Back to Ledger' }}
        description="What invoices and credit notes of a month or quarter (UTC) say, in the currency in which the seller pays VAT."
        actions={
          <Select
            aria-label="Period"
            className="w-48"
            value={period?.value}
            onChange={(value) => change({ period: value })}
            options={periods.map(({ value, label }) => ({ value, label }))}
          />
        }
      />
      <div className="flex flex-col gap-6">
        {found && <Missing of={found} />}
        <Card title="Return" actions={<Export what="return" months={months} />} padded={false}>
          <DataTable
            caption="VAT by treatment"
            columns={LINES}
            rows={found?.lines}
            rowKey={({ treatment, percent }) => `${treatment} ${percent}`}
            {...table}
            empty={<EmptyState icon={<ReceiptText aria-hidden />} title="No invoice in this period" />}
          />
          {found && found.lines.length > 0 && (
            <p className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-t bg-sunken px-5 py-3 text-sm">
              <strong className="font-semibold">Total</strong>
              <span>
                Net <Money value={found.net} className="font-semibold" />, VAT{' '}
                <Money value={found.vat} className="font-semibold" />
              </span>
            </p>
          )}
        </Card>
        <Card
          title="Reverse charges"
          description="The list of sales to VAT ids of other member states (EC sales list)."
          actions={<Export what="reverse-charges" months={months} />}
          padded={false}
        >
          <DataTable
            caption="Reverse charges by VAT id"
            columns={CHARGES}
            rows={found?.reverse_charges}
            rowKey={({ vat_id }) => vat_id ?? ''}
            {...table}
            empty="No sale under reverse charge in this period"
          />
        </Card>
      </div>
    </>
  );
}

const Export = ({ what, months }: { what: (typeof VAT_FILES)[number]; months: Months }) => (
  <May permission="transactions:export">
    <Button
      size="sm"
      icon={<Download aria-hidden />}
      onClick={() =>
        saveFile(
          'GET /admin/ledger/vat/export',
          { query: { ...months, what } },
          `vat-${what}-${months.from}-${months.to}.csv`,
          'Failed to export the VAT return',
          'Export Failed',
        )
      }
    >
      Export CSV
    </Button>
  </May>
);

function Missing({ of: { unwritten, unconverted, converted_now } }: { of: VatReturn }) {
  if (unwritten + unconverted > 0) {
    return (
      <Alert tone="warn" title="The return is not whole">
        {unwritten > 0 &&
          `${counted(unwritten, 'invoices')} of this period are not written down yet: look again in a moment. `}
        {unconverted > 0 && `${counted(unconverted, 'invoices')} have no exchange rate of their day: record one.`}
      </Alert>
    );
  }
  if (converted_now === 0) return null;
  return (
    <Alert title="Converted now">
      {counted(converted_now, 'invoices')} in other currencies are of before the VAT was kept in this one. They are
      converted by the rates of their days.
    </Alert>
  );
}

/** Quarters that are over or run, and their months, the newest first. */
function periodsUntil(running: string): (Months & { readonly value: string; readonly label: string })[] {
  const periods: (Months & { readonly value: string; readonly label: string })[] = [];
  let month = running;
  for (let count = 0; count < MONTHS_BACK; count += 1, month = monthBefore(month)) {
    const number = Number(lastDayOf(month).slice('YYYY-'.length, 'YYYY-MM'.length));
    if (count === 0 || number % MONTHS_OF_QUARTER === 0) periods.push(quarterOf(month, number));
    periods.push({ value: month, label: monthName(month), from: month, to: month });
  }
  return periods;
}

function quarterOf(month: string, number: number) {
  const quarter = Math.ceil(number / MONTHS_OF_QUARTER);
  const year = month.slice(0, 'YYYY'.length);
  const from = `${year}-${String((quarter - 1) * MONTHS_OF_QUARTER + 1).padStart(2, '0')}`;
  const name = `${year}-Q${quarter}`;
  return { value: name, label: `Quarter ${quarter} of ${year}`, from, to: monthAfter(monthAfter(from)) };
}

const LINES: readonly TableColumn<VatReturn['lines'][number]>[] = [
  column.text('What', ({ title, percent }) => (percent === null ? title : `${title}, ${percent} %`), { card: 'title' }),
  column.count('Invoices', ({ invoices }) => invoices),
  column.count('Credit notes', ({ credit_notes }) => credit_notes, { id: 'credits' }),
  column.money('Net', ({ net }) => net),
  column.money('VAT', ({ vat }) => vat, { className: 'font-medium' }),
];

const CHARGES: readonly TableColumn<VatReturn['reverse_charges'][number]>[] = [
  column.text('VAT id', ({ vat_id }) => <span className="tabular">{vat_id ?? 'Erased customers'}</span>, {
    card: 'title',
  }),
  column.text('Country', ({ country }) => country ?? DASH),
  column.money('Net', ({ net }) => net),
];
