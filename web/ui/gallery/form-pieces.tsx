import { useState } from 'react';
import { Card } from '../card.tsx';
import { Checkbox } from '../checkbox.tsx';
import { Combobox, type ComboboxItem } from '../combobox.tsx';
import { DatePicker, DateRangePicker } from '../date-picker.tsx';
import { Field } from '../field.tsx';
import { FileDrop } from '../file-drop.tsx';
import { PasswordInput } from '../password-input.tsx';
import { QuantityStepper } from '../quantity-stepper.tsx';
import { SearchBox } from '../search-box.tsx';
import { Select } from '../select.tsx';
import { TextInput } from '../text-input.tsx';
import { Textarea } from '../textarea.tsx';

const COUNTRIES: readonly ComboboxItem[] = ['Austria', 'Belgium', 'Croatia', 'Denmark', 'Estonia', 'Finland'].map(
  (label) => ({ id: label, label }),
);
const UPLOAD_STEPS = 8;

/** Everything one types, chooses or drops. */
export function FormPieces() {
  const [term, setTerm] = useState('');
  const [country, setCountry] = useState<ComboboxItem | null>(null);
  const [quantity, setQuantity] = useState(2);
  const [day, setDay] = useState('2019-04-01');
  const [range, setRange] = useState({ from: '2025-01-05', to: '2025-01-09' });
  return (
    <>
      <Card title="Company details" description="As they stand in the company register.">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Company name" required>
            <TextInput placeholder="Acme GmbH" />
          </Field>
          <Field label="Website" hint="https:// is added when it is missing.">
            <TextInput type="url" />
          </Field>
          <Field label="Email" required error="Please enter a valid email address">
            <TextInput type="email" defaultValue="ada@" />
          </Field>
          <Field label="Password" required>
            <PasswordInput defaultValue="secret-secret" autoComplete="off" />
          </Field>
          <Field label="Amount" required>
            <TextInput start="$" inputMode="decimal" defaultValue="1,000.00" />
          </Field>
          <Field label="Wallet" required>
            <Select
              defaultValue=""
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
          <Field label="Disabled">
            <TextInput disabled value="Cannot be changed" readOnly />
          </Field>
          <Field label="Notes" className="sm:col-span-2">
            <Textarea placeholder="Anything we should know?" />
          </Field>
        </div>
        <div className="mt-5 flex flex-wrap items-center gap-8">
          <Checkbox label="Remember me" defaultChecked />
          <Checkbox label="Unticked" hint="With a hint below it" />
          <QuantityStepper value={quantity} onChange={setQuantity} />
          <QuantityStepper value={quantity} onChange={setQuantity} size="sm" disabled />
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
