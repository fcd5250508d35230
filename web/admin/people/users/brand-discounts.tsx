import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { DiscountPlanForm } from '#bff/contract/people/customer-form.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { useStore } from '#web/lib/store/store.ts';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';
import { Select } from '#web/ui/form/controls/select.tsx';
import { DecisionDialog } from '#web/ui/form/decision-dialog.tsx';
import { control, text } from '#web/ui/form/fields.tsx';
import { day } from '#web/ui/form/form-day.tsx';

const YEARS_AHEAD = 2;
const Choice = DiscountPlanForm.omit({ user_id: true });

type BrandDiscountsProps = { userId: string; onClose: () => void };

/** Asks for one percentage on the products of a brand, then shows each discount before and after. */
export function BrandDiscounts({ userId, onClose }: BrandDiscountsProps) {
  const [, navigate] = useLocation();
  const zone = useStore()?.time_zone ?? 'UTC';
  const check = useWrite('POST /admin/discount-plans', { done: null });
  return (
    <DecisionDialog
      size="sm"
      title="Set for a brand"
      description="You see each discount before and after. Nothing is changed before you apply it."
      schema={Choice}
      defaults={{ brand_id: '', percentage: '', day: '' }}
      failed="The discounts could not be computed. Nothing was changed."
      decide={async (values) => {
        const { data } = await check.mutateAsync({ body: { ...values, user_id: userId } });
        navigate(`/admin/catalogue-changes/${data.id}`);
      }}
      onClose={onClose}
      confirm={{ label: 'Show the discounts', busyText: 'Computing...' }}
      fields={() => [
        control('brand_id', 'Brand', (held) => <BrandSelect {...held} />, {
          hint: 'Products that are archived keep their discounts.',
        }),
        text('percentage', 'Percentage', {
          hint: 'Of the price. 0 removes the discounts.',
          inputMode: 'decimal',
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

function BrandSelect(held: { value: string; onChange: (value: string) => void }) {
  const read = useQuery(apiQuery('GET /admin/brands'));
  if (read.error) return <LoadError of={read} failed="Failed to fetch brands" />;
  if (read.isPending) return <Loading label="Loading brands" shapes={['h-10 rounded-md']} />;
  const brands = read.data.data.brands.toSorted((left, right) => left.title.localeCompare(right.title));
  if (brands.length === 0) return <p className="text-sm text-muted">There is no brand yet.</p>;
  return (
    <Select
      {...held}
      options={brands.map(({ id, title }) => ({ value: String(id), label: title }))}
      placeholder="Choose a brand"
    />
  );
}
