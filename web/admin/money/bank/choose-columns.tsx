import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Money as MoneyValue } from '#bff/contract/base/common.ts';
import type { BankTable } from '#bff/contract/money/admin-bank-routes.ts';
import { COLUMN_ROLES, type ColumnRole, type TableMapping } from '#core/finance/bank/statements/table-mapping.ts';
import { CURRENCY_CODES } from '#core/kernel/money/currencies.ts';
import { useConfirmation } from '#web/admin/shared/fields/use-confirmation.tsx';
import { upload } from '#web/lib/api/upload.ts';
import { invalidate } from '#web/lib/cache/query-key.ts';
import { toastError } from '#web/lib/toast/toast-error.ts';
import { counted } from '#web/lib/words/counted.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Spinner } from '#web/ui/actions/spinner.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Checkbox } from '#web/ui/form/controls/checkbox.tsx';
import { Field } from '#web/ui/form/controls/field.tsx';
import { Select } from '#web/ui/form/controls/select.tsx';
import { TextInput } from '#web/ui/form/controls/text-input.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';
import { Money } from '#web/ui/text/money.tsx';

const ROLE_WORDS: Partial<Record<ColumnRole, string>> = {
  none: 'Not read',
  fee: 'Fee to take off',
  booked_on: 'Day',
  iban: 'Account of the payer',
  name: 'Name of the payer',
  account: 'Our account',
  reference: 'Payer’s reference',
  bank_reference: 'Bank’s number',
};
const wordOf = (role: ColumnRole): string =>
  ROLE_WORDS[role] ?? `${role.charAt(0).toUpperCase()}${role.slice(1).replaceAll('_', ' ')}`;
const ROLE_OPTIONS = COLUMN_ROLES.filter((role) => role !== 'undecided').map((value) => ({
  value,
  label: wordOf(value),
}));
const DAY_OPTIONS = [
  { value: 'auto', label: '2026-10-31 or 31.10.2026' },
  { value: 'dmy', label: 'Day, month, year' },
  { value: 'mdy', label: 'Month, day, year' },
  { value: 'ymd', label: 'Year, month, day' },
];
const DECIMAL_OPTIONS = [
  { value: 'auto', label: 'As the amounts show' },
  { value: '.', label: '1,234.56' },
  { value: ',', label: '1.234,56' },
];
const CURRENCY_OPTIONS = [
  { value: '', label: 'In a column' },
  ...CURRENCY_CODES.map((value) => ({ value: value as string, label: value as string })),
];
const MOST_SHOWN = 8;

type Props = {
  file: File;
  /** Why the file was not read. */
  reason: string;
  question: Parameters<typeof useConfirmation>[0];
  onClose: () => void;
  onImported: (message: string) => void;
};

/** Asks what the columns of a bank's table are, shows what is understood then, and imports it; the choice is kept for the account. */
export function ChooseColumns({ file, reason, question, onClose, onImported }: Props) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<TableMapping | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const { confirmed, dialog } = useConfirmation(question);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['bank-table', file.name, file.size, file.lastModified, chosen],
    queryFn: () =>
      upload('POST /admin/bank-tables', {
        files: { statement: file },
        fields: chosen ? { mapping: JSON.stringify(chosen) } : {},
      }),
    placeholderData: (before) => before,
    gcTime: 0,
    retry: false,
  });
  const table = data?.data;
  // What is imported is what was shown as understood: not what the choice before this one gave.
  const understood = isPlaceholderData ? null : table?.understood;
  const mapping = chosen ?? table?.mapping;
  const importIt = async () => {
    setIsBusy(true);
    try {
      const { message } = await confirmed((isConfirmed) =>
        upload('POST /admin/bank-statements', {
          files: { statement: file },
          fields: { confirmed: isConfirmed ? 'true' : 'false', mapping: JSON.stringify(mapping) },
        }),
      );
      await invalidate(client, '/admin/bank-statements');
      onImported(message);
    } catch (failure) {
      if (!(failure instanceof DOMException && failure.name === 'AbortError'))
        toastError(failure, 'The table could not be imported. Nothing was changed.');
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title="What are the columns of this table?"
      description={`${reason.replace(/ Nothing was imported\.$/, '')} The choice is kept for the next table of this account.`}
      footer={
        <>
          {mapping && <Button onClick={() => saveMapping(file.name, mapping)}>Save the choice as a file</Button>}
          <Button onClick={onClose}>Go back</Button>
          <Button variant="primary" disabled={!understood || isBusy} onClick={importIt}>
            Import {understood ? counted(understood.lines, 'lines') : 'it'}
          </Button>
        </>
      }
    >
      {error && <Alert tone="bad">{error.message}</Alert>}
      {table && mapping && (
        <>
          <p className="mb-3 text-sm text-muted">
            Below are proposals, from the titles of the table or from your last choice. Check each of them.
          </p>
          <Settings table={table} mapping={mapping} onChange={setChosen} />
          <Columns table={table} mapping={mapping} onChange={setChosen} />
          {!isPlaceholderData && <Understood table={table} hasFee={mapping.columns.includes('fee')} />}
        </>
      )}
      {(!table || isPlaceholderData) && !error && (
        <p className="flex items-center gap-2 py-2 text-sm text-muted">
          <Spinner /> Reading the table...
        </p>
      )}
      {dialog}
    </Dialog>
  );
}

/** `ledger reconcile --mapping` takes the file. */
function saveMapping(name: string, mapping: TableMapping): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify(mapping, null, 2)], { type: 'application/json' }));
  link.download = `${name.replace(/\.[^.]*$/, '')}-columns.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}

type PartProps = { table: BankTable; mapping: TableMapping; onChange: (mapping: TableMapping) => void };

function Settings({ table, mapping, onChange }: PartProps) {
  const from = (skip: number, hasTitles: boolean) => {
    const first = table.rows[skip] ?? [];
    const width = Math.max(2, first.length);
    const columns = Array.from({ length: width }, (_, column) => mapping.columns[column] ?? 'none');
    onChange({ ...mapping, skip, titles: hasTitles ? first : [], columns });
  };
  const hasTitles = mapping.titles.length > 0;
  return (
    <div className="mb-4 grid gap-4 sm:grid-cols-2">
      <Field label="Lines before the table">
        <Select
          value={`${mapping.skip}`}
          options={table.rows.map((_, index) => ({ value: `${index}`, label: `${index}` }))}
          onChange={(skip) => from(Number(skip), hasTitles)}
        />
      </Field>
      <Checkbox
        className="self-end pb-2"
        label="Its first line has titles"
        checked={hasTitles}
        onChange={({ target }) => from(mapping.skip, target.checked)}
      />
      <Field label="Days">
        <Select
          value={mapping.days}
          options={DAY_OPTIONS}
          onChange={(days) => onChange({ ...mapping, days: days as TableMapping['days'] })}
        />
      </Field>
      <Field label="Amounts">
        <Select
          value={mapping.decimal}
          options={DECIMAL_OPTIONS}
          onChange={(decimal) => onChange({ ...mapping, decimal: decimal as TableMapping['decimal'] })}
        />
      </Field>
      <Field label="Currency">
        <Select
          value={mapping.currency ?? ''}
          options={CURRENCY_OPTIONS}
          onChange={(currency) =>
            onChange({ ...mapping, currency: CURRENCY_CODES.find((code) => code === currency) ?? null })
          }
        />
      </Field>
      <Field label="Our account" hint="Where no column has it">
        <TextInput
          value={mapping.account}
          maxLength={50}
          onChange={({ target }) => onChange({ ...mapping, account: target.value })}
        />
      </Field>
    </div>
  );
}

function Columns({ table, mapping, onChange }: PartProps) {
  const rows = table.rows.slice(mapping.skip, mapping.skip + MOST_SHOWN);
  const choose = (column: number, role: string) =>
    onChange({
      ...mapping,
      columns: mapping.columns.map((own, index) =>
        index === column ? (COLUMN_ROLES.find((each) => each === role) ?? own) : own,
      ),
    });
  return (
    <section className="mb-4 overflow-x-auto rounded-lg border" aria-label="First rows of the table">
      <table className="w-full text-xs">
        <thead>
          <tr className="border-b bg-subtle">
            {mapping.columns.map((role, column) => (
              <th key={column} scope="col" className="min-w-40 p-2 text-left font-normal">
                <Select
                  aria-label={`Column ${column + 1} ${mapping.titles[column] ?? ''}`.trim()}
                  value={role}
                  options={ROLE_OPTIONS}
                  placeholder="Choose"
                  onChange={(chosen) => choose(column, chosen)}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={place} className="border-b last:border-0">
              {mapping.columns.map((_, column) => (
                <td
                  key={column}
                  className={place === 0 && mapping.titles.length > 0 ? 'p-2 font-medium' : 'max-w-60 truncate p-2'}
                >
                  {row[column] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Where words say the direction. */
const unsigned = (money: MoneyValue): MoneyValue => ({ ...money, formatted: money.formatted.replace(/^-/, '') });

function Understood({ table: { understood, problem }, hasFee }: { table: BankTable; hasFee: boolean }) {
  if (!understood) return <Alert tone="warn">{problem}</Alert>;
  return (
    <Alert tone="ok" title={`${counted(understood.lines, 'lines')} understood`}>
      {hasFee && (
        <span className="block">
          The fee is taken off each amount. Choose “Not read” above it where the amount contains it.
        </span>
      )}
      {understood.first_day && understood.last_day && (
        <span className="block">
          <DateText value={understood.first_day} /> – <DateText value={understood.last_day} />
          {understood.accounts[0] && `, of ${understood.accounts.join(', ')}`}
        </span>
      )}
      {understood.sums.map(({ money_in, money_out }) => (
        <span key={money_in.currency} className="block">
          <Money value={money_in} /> came in, <Money value={unsigned(money_out)} /> went out
        </span>
      ))}
      {understood.notes.map((note) => (
        <span key={note} className="block">
          {note}
        </span>
      ))}
    </Alert>
  );
}
