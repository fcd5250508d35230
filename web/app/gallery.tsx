import { Download, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import type { Money as MoneyValue } from '#bff/contract/base/common.ts';
import { minorJson } from '#bff/contract/base/money-json.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { ThemeSwitch } from '#web/shared/shell/theme-switch.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { FileDrop } from '#web/ui/files/file-drop.tsx';
import { Combobox, type ComboboxItem } from '#web/ui/form/controls/combobox.tsx';
import { DatePicker, DateRangePicker } from '#web/ui/form/controls/date-picker.tsx';
import { Field } from '#web/ui/form/controls/field.tsx';
import { SearchBox } from '#web/ui/form/controls/search-box.tsx';
import { Select } from '#web/ui/form/controls/select.tsx';
import { TextInput } from '#web/ui/form/controls/text-input.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { Disclosure } from '#web/ui/overlays/disclosure.tsx';
import { Menu } from '#web/ui/overlays/menu.tsx';
import { Tabs } from '#web/ui/overlays/tabs.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { column } from '#web/ui/table/columns.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';

/** What opens, moves and is chosen from, on one page (`/__gallery`, not in the product): gallery-page.ts of web/e2e opens it. */
export const Gallery = () => (
  <main className="page-column space-y-6 py-10">
    <h1 className="text-2xl font-semibold">The shared pieces</h1>
    <Actions />
    <Forms />
    <Card>
      <Disclosure summary="How do I get an account?" className="items-center text-sm font-medium">
        <p className="pt-3 text-sm text-muted">Register with your work address, and verify it.</p>
      </Disclosure>
    </Card>
    <AccountTabs />
    <Deposits />
  </main>
);

function Actions() {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <ThemeSwitch />
      <Menu
        trigger={(props) => (
          <Button {...props} icon={<Ellipsis aria-hidden />}>
            Menu
          </Button>
        )}
        entries={[
          { heading: 'Deposit' },
          { label: 'Download invoice', icon: <Download aria-hidden />, hint: 'PDF' },
          { label: 'Edit', icon: <Pencil aria-hidden />, disabled: true },
          'separator',
          { label: 'Delete', icon: <Trash2 aria-hidden />, danger: true },
        ]}
      />
      <Button onClick={() => setIsOpen(true)}>Dialog</Button>
      <Button onClick={() => toast.success('Deposit has been approved', '$1,000.00 was credited to the wallet.')}>
        Toast
      </Button>
      <Button onClick={() => toast.error('Validation Error', 'Invalid data. Please check your inputs and try again.')}>
        Error toast
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        title="Approve deposit"
        description="The approved amount is credited to the customer’s wallet at once."
        onSubmit={(event) => {
          event.preventDefault();
          close();
        }}
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" variant="primary">
              Approve
            </Button>
          </>
        }
      >
        <Field label="Approved amount" required hint="Requested: $1,000.00">
          <TextInput start="$" defaultValue="1000.00" />
        </Field>
      </Dialog>
    </div>
  );
}

const COUNTRIES: readonly ComboboxItem[] = ['Austria', 'Belgium', 'Croatia', 'Denmark', 'Estonia', 'Finland'].map(
  (label) => ({ id: label, label }),
);
const UPLOAD_STEPS = 8;

function Forms() {
  const [term, setTerm] = useState('');
  const [wallet, setWallet] = useState('');
  const [country, setCountry] = useState<ComboboxItem | null>(null);
  const [day, setDay] = useState('2019-04-01');
  const [range, setRange] = useState({ from: '2025-01-05', to: '2025-01-09' });
  return (
    <>
      <Card title="Company details">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Wallet" required>
            <Select
              value={wallet}
              onChange={setWallet}
              placeholder="Choose a wallet"
              options={[
                { value: 'usd', label: 'USD wallet · $1,204.50' },
                { value: 'eur', label: 'EUR wallet · €80.00' },
              ]}
            />
          </Field>
          <Field label="Country">
            <Combobox value={country} onChange={setCountry} items={COUNTRIES} placeholder="Choose a country" />
          </Field>
          <Field label="Date of incorporation">
            <DatePicker value={day} onChange={setDay} />
          </Field>
          <Field label="Period">
            <DateRangePicker value={range} onChange={setRange} />
          </Field>
        </div>
      </Card>
      <SearchBox value={term} onSearch={setTerm} placeholder="Search by ID, reference, or customer..." />
      <FileDrop
        label="Upload a document"
        hint="PDF, JPEG, PNG, JPG, DOC, DOCX up to 15 MB"
        multiple
        rules={{
          mediaTypes: ['application/pdf', 'image/png', 'image/jpeg'],
          maxBytes: 15 * 1024 * 1024,
          typeMessage: 'File type not supported. Supported formats: PDF, JPEG, PNG, JPG, DOC, DOCX.',
          sizeMessage: 'File too large. Maximum size is 15MB.',
        }}
        upload={async (_file, { onProgress }) => {
          for (let step = 1; step <= UPLOAD_STEPS; step += 1) {
            await new Promise((resolve) => setTimeout(resolve, 300));
            onProgress(step / UPLOAD_STEPS);
          }
        }}
      />
    </>
  );
}

function AccountTabs() {
  const [tab, setTab] = useState('Profile');
  return (
    <Tabs
      label="Account"
      selected={tab}
      onSelect={setTab}
      tabs={['Profile', 'Password', 'Security', 'API Key'].map((label) => ({
        id: label,
        label,
        content: <p className="text-muted">{label} settings stand here.</p>,
      }))}
    />
  );
}

type Row = { id: string; customer: string; amount: MoneyValue; status: string; date: string };

const LONG_NAME = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk Müller GmbH';
const CUSTOMERS = ['Ada Lovelace', 'Grace Hopper', LONG_NAME, 'Barbara Liskov', 'Edsger Dijkstra'];
const STATUSES = ['completed', 'pending', 'processing', 'rejected', 'cancelled'];
const ROWS: readonly Row[] = Array.from({ length: 34 }, (_, index) => ({
  id: `D-${1042 + index}`,
  customer: CUSTOMERS[index % CUSTOMERS.length] ?? '',
  amount: minorJson(BigInt(1999 + index * 7321), index % 3 === 0 ? 'EUR' : 'USD'),
  status: STATUSES[index % STATUSES.length] ?? '',
  date: new Date(2025, 0, 5 + index).toISOString(),
}));

const COLUMNS: readonly TableColumn<Row>[] = [
  column.reference('ID', (row) => row.id, { sort: 'id' }),
  column.day('Date', (row) => row.date, { sort: 'date' }),
  column.text('Customer', (row) => row.customer, { sort: 'customer' }),
  column.money('Amount', (row) => row.amount, { sort: 'amount' }),
  column.status('Status', (row) => row.status),
  column.actions(
    'Actions',
    (row) => <IconButton label={`Actions of ${row.id}`} size="sm" icon={<Ellipsis aria-hidden />} />,
    { hideHeader: true },
  ),
];

function Deposits() {
  const [search] = useSearchParams();
  const opened = search.get('opened');
  return (
    <Card title="Deposits" description={opened ? `Opened ${opened}` : 'Press a row to open it.'} padded={false}>
      <DataTable
        caption="Deposits"
        columns={COLUMNS}
        rows={ROWS}
        rowKey={(row) => row.id}
        empty="No deposits found"
        clientPageSize={8}
        selection={{
          label: (row) => row.id,
          actions: (rows, clear) => (
            <Button
              size="sm"
              onClick={() => {
                toast.success(`Exported ${rows.length} deposits`);
                clear();
              }}
            >
              Export
            </Button>
          ),
        }}
        rowHref={(row) => `?opened=${row.id}`}
      />
    </Card>
  );
}
