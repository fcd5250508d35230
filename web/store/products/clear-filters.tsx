import { cx } from '#web/lib/cx.ts';
import { Button } from '#web/ui/button.tsx';
import { activeFilterCount } from './catalogue-filters.ts';
import type { FilterPanelProps } from './filter-panel.tsx';

/** 'Clear', as long as there is something to clear. */
export function ClearFilters({ filters, onChange }: FilterPanelProps) {
  const count = activeFilterCount(filters);
  return (
    <Button
      variant="link"
      disabled={count === 0}
      className={cx(count === 0 && 'invisible')}
      onClick={() => onChange({ brands: [], regions: [] })}
    >
      Clear
    </Button>
  );
}
