import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { BrandDiscountForm } from '#bff/contract/people/customer-form.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';
import { Select } from '#web/ui/form/controls/select.tsx';
import { DecisionDialog } from '#web/ui/form/decision-dialog.tsx';
import { control, text } from '#web/ui/form/fields.tsx';
import { BrandDiscountsPreview } from './brand-discounts-preview.tsx';
import { type BrandPlan, readBrandPlan } from './brand-plan.ts';

type BrandDiscountsProps = { userId: string; onClose: () => void };

/** One percentage for the products of a brand: the choice, then each discount before and after. */
export function BrandDiscounts({ userId, onClose }: BrandDiscountsProps) {
  const [plan, setPlan] = useState<BrandPlan | null>(null);
  const chosen = useRef({ brand: '', percentage: '' });
  /** The choice closes itself once it is made, and the preview follows it. */
  const isChosen = useRef(false);
  if (plan) {
    const choose = () => {
      isChosen.current = false;
      setPlan(null);
    };
    return <BrandDiscountsPreview userId={userId} plan={plan} onBack={choose} onClose={onClose} />;
  }
  return (
    <DecisionDialog
      size="sm"
      title="Set for a brand"
      description="You see each discount before and after. Nothing is changed before you apply it."
      schema={BrandDiscountForm}
      defaults={chosen.current}
      failed="The discounts could not be read. Nothing was changed."
      decide={async ({ brand, percentage }) => {
        const read = await readBrandPlan(userId, brand, percentage);
        chosen.current = { brand, percentage: String(percentage) };
        isChosen.current = true;
        setPlan(read);
      }}
      onClose={() => !isChosen.current && onClose()}
      confirm={{ label: 'Show the discounts', busyText: 'Reading...' }}
      fields={() => [
        control('brand', 'Brand', (held) => <BrandSelect {...held} />),
        text('percentage', 'Percentage', {
          hint: 'Of the price. 0 removes the discounts.',
          inputMode: 'decimal',
          end: '%',
        }),
      ]}
    />
  );
}

function BrandSelect(held: { value: string; onChange: (value: string) => void }) {
  const read = useQuery(apiQuery('GET /admin/brands'));
  if (read.error) return <LoadError of={read} failed="Failed to fetch brands" />;
  if (read.isPending) return <Loading label="Loading brands" shapes={['h-10 rounded-md']} />;
  const titles = read.data.data.brands.map(({ title }) => title).toSorted((left, right) => left.localeCompare(right));
  if (titles.length === 0) return <p className="text-sm text-muted">There is no brand yet.</p>;
  return (
    <Select {...held} options={titles.map((title) => ({ value: title, label: title }))} placeholder="Choose a brand" />
  );
}
