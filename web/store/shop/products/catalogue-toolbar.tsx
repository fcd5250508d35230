import { ArrowDown, ArrowUp, LayoutGrid, SlidersHorizontal, Table2 } from 'lucide-react';
import type { ProductSort } from '#bff/contract/shop/catalogue.ts';
import { MIN_SEARCH_LENGTH } from '#bff/contract/shop/shopping-limits.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import { SearchBox } from '#web/ui/form/controls/search-box.tsx';
import { Select } from '#web/ui/form/controls/select.tsx';
import { CountBadge } from '#web/ui/text/count-badge.tsx';
import { activeFilterCount, type CatalogueFilters, type CatalogueView } from './catalogue-filters.ts';

const SORTS: readonly { value: ProductSort; label: string }[] = [
  { value: 'name', label: 'Name' },
  { value: 'brand', label: 'Brand' },
  { value: 'region', label: 'Region' },
  { value: 'price', label: 'Price' },
];

type CatalogueToolbarProps = {
  filters: CatalogueFilters;
  onChange: (change: Partial<CatalogueFilters>) => void;
  view: CatalogueView;
  onView: (view: CatalogueView) => void;
  onOpenFilters: () => void;
};

export function CatalogueToolbar({ filters, onChange, view, onView, onOpenFilters }: CatalogueToolbarProps) {
  const count = activeFilterCount(filters);
  const tooShort = filters.term !== '' && filters.term.length < MIN_SEARCH_LENGTH;
  return (
    <div className="mb-4 flex flex-wrap items-start gap-2">
      <div className="w-full min-w-0 md:w-auto md:grow">
        <SearchBox
          value={filters.term}
          onSearch={(term) => onChange({ term })}
          placeholder="Search products..."
          label="Search products"
        />
        {tooShort && (
          <p role="alert" className="mt-1.5 text-xs text-bad">
            Search term must be at least {MIN_SEARCH_LENGTH} characters long
          </p>
        )}
      </div>
      <span className="relative lg:hidden">
        <Button icon={<SlidersHorizontal aria-hidden />} aria-haspopup="dialog" onClick={onOpenFilters}>
          Filters
        </Button>
        <CountBadge count={count} />
      </span>
      <div className="ml-auto flex items-center gap-2">
        <Select
          aria-label="Sort by"
          className="w-24 sm:w-28"
          options={SORTS}
          value={filters.sortBy}
          onChange={(value) => {
            const chosen = SORTS.find((sort) => sort.value === value);
            if (chosen) onChange({ sortBy: chosen.value, descending: false });
          }}
        />
        <IconButton
          variant="secondary"
          label={filters.descending ? 'Descending; sort ascending' : 'Ascending; sort descending'}
          icon={filters.descending ? <ArrowDown aria-hidden /> : <ArrowUp aria-hidden />}
          onClick={() => onChange({ descending: !filters.descending })}
        />
        <Segmented
          label="View"
          value={view}
          onChange={onView}
          className="p-1!"
          options={[
            { value: 'table', label: 'Table view', icon: <Table2 aria-hidden /> },
            { value: 'grid', label: 'Grid view', icon: <LayoutGrid aria-hidden /> },
          ]}
        />
      </div>
    </div>
  );
}
