import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { useStore } from '#web/lib/store/store.ts';
import { counted } from '#web/lib/words/counted.ts';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';
import { Checkbox } from '#web/ui/form/controls/checkbox.tsx';
import { TextInput } from '#web/ui/form/controls/text-input.tsx';
import { DecisionDialog } from '#web/ui/form/decision-dialog.tsx';
import { control, text } from '#web/ui/form/fields.tsx';
import { day } from '#web/ui/form/form-day.tsx';

/** A longer list of brands has a box to search it. */
const SEARCHED_FROM = 8;
const YEARS_AHEAD = 2;

const schema = () => import('#bff/contract/shop/price-change-form.ts').then(({ PriceChangeForm }) => PriceChangeForm);

/** Asks for a change of prices by a percentage, then shows each price before and after. */
export function PricesDialog({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation();
  const zone = useStore()?.time_zone ?? 'UTC';
  const check = useWrite('POST /admin/catalogue/prices', { done: null });
  return (
    <DecisionDialog
      title="Change prices"
      description="You see each price before and after. Nothing is changed before you apply it."
      schema={schema}
      defaults={{ brand_ids: [], percentage: '', day: '' }}
      failed="The prices could not be computed. Nothing was changed."
      decide={async (values) => {
        const { data } = await check.mutateAsync({ body: values });
        navigate(`/admin/catalogue-changes/${data.id}`);
      }}
      onClose={onClose}
      confirm={{ label: 'Show the prices', busyText: 'Computing...' }}
      fields={() => [
        control('brand_ids', 'Brands', ({ value, onChange }) => <BrandList chosen={value} onChange={onChange} />, {
          hint: 'Products that are archived keep their prices.',
        }),
        text('percentage', 'Percentage', {
          hint: '-5 makes each price 5 % less. Prices are rounded to the cent, half a cent up.',
          inputMode: 'decimal',
          placeholder: '-5',
          end: '%',
        }),
        day('day', 'From', {
          optional: true,
          hint: `The first moment of that day in ${zone}, the seller’s time zone. Empty: at once.`,
          toYear: new Date().getFullYear() + YEARS_AHEAD,
        }),
      ]}
    />
  );
}

type BrandListProps = { chosen: readonly number[]; onChange: (ids: number[]) => void };

function BrandList({ chosen, onChange }: BrandListProps) {
  const [term, setTerm] = useState('');
  const read = useQuery(apiQuery('GET /admin/brands'));
  const brands = (read.data?.data.brands ?? []).filter(({ products_count }) => products_count > 0);
  const shown = brands
    .filter(({ title }) => title.toLowerCase().includes(term.trim().toLowerCase()))
    .toSorted((left, right) => left.title.localeCompare(right.title));
  const isAll = brands.length > 0 && chosen.length === brands.length;
  if (read.error) return <LoadError of={read} failed="Failed to fetch brands" />;
  if (read.isPending) return <Loading label="Loading brands" shapes={['h-24 rounded-md']} />;
  if (brands.length === 0) return <p className="text-sm text-muted">No brand has a product yet.</p>;
  const toggle = (id: number) => onChange(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  return (
    <div className="rounded-md border border-line-strong">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b p-3">
        <Checkbox
          label={`All brands (${brands.length})`}
          checked={isAll}
          onChange={() => onChange(isAll ? [] : brands.map(({ id }) => id))}
        />
        {brands.length > SEARCHED_FROM && (
          <TextInput
            aria-label="Search brands"
            placeholder="Search brands..."
            className="ml-auto w-full sm:w-48"
            value={term}
            onChange={({ target }) => setTerm(target.value)}
          />
        )}
      </div>
      <ul className="flex max-h-48 flex-col gap-2.5 overflow-y-auto p-3">
        {shown.map(({ id, title, products_count }) => (
          <li key={id}>
            <Checkbox
              label={
                <>
                  {title} <span className="text-muted">{counted(products_count, 'products')}</span>
                </>
              }
              checked={chosen.includes(id)}
              onChange={() => toggle(id)}
            />
          </li>
        ))}
        {shown.length === 0 && <li className="text-sm text-muted">No such brand</li>}
      </ul>
    </div>
  );
}
