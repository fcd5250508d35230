import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { regionName } from '#bff/contract/regions.ts';
import { apiQuery } from '#web/lib/api-query.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import type { CatalogueFilters } from './catalogue-filters.ts';

const OPTIONS_FRESH_MILLISECONDS = 10 * 60_000;
/** More choices than this hide behind 'Show all'. */
const SHOWN_AT_FIRST = 10;

export type FilterPanelProps = { filters: CatalogueFilters; onChange: (change: Partial<CatalogueFilters>) => void };

/** Brands and regions to choose from: at the side on large screens, in a sheet on small ones. */
export function FilterPanel({ filters, onChange }: FilterPanelProps) {
  const query = useQuery({ ...apiQuery('GET /products/filter-options'), staleTime: OPTIONS_FRESH_MILLISECONDS });
  const options = query.data;
  if (query.error && !options) return <LoadError of={query} failed="The filters could not be loaded." />;
  if (!options) return <FilterSkeleton />;
  return (
    <div className="space-y-7">
      <Choices
        legend="Brand"
        values={withChosen(options.brand_names, filters.brands)}
        chosen={filters.brands}
        onChange={(brands) => onChange({ brands })}
      />
      <Choices
        legend="Region"
        values={withChosen(options.regions, filters.regions)}
        chosen={filters.regions}
        labelOf={regionName}
        onChange={(regions) => onChange({ regions })}
      />
    </div>
  );
}

type ChoicesProps = {
  legend: string;
  values: readonly string[];
  chosen: readonly string[];
  labelOf?: (value: string) => string;
  onChange: (chosen: readonly string[]) => void;
};

function Choices({ legend, values, chosen, labelOf = (value) => value, onChange }: ChoicesProps) {
  const [all, setAll] = useState(false);
  const has = (value: string) => chosen.some((each) => each.toLowerCase() === value.toLowerCase());
  const toggle = (value: string) =>
    onChange(has(value) ? chosen.filter((each) => each.toLowerCase() !== value.toLowerCase()) : [...chosen, value]);
  const shown = all ? values : values.filter((value, index) => index < SHOWN_AT_FIRST || has(value));
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 text-xs font-semibold tracking-wide text-muted uppercase">{legend}</legend>
      <div className="space-y-2.5">
        {shown.map((value) => (
          <Checkbox
            key={value}
            label={<span className="wrap-anywhere">{labelOf(value)}</span>}
            checked={has(value)}
            onChange={() => toggle(value)}
          />
        ))}
      </div>
      {values.length > shown.length || all ? (
        <Button variant="link" className="mt-3" onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? 'Show fewer' : `Show all ${values.length}`}
        </Button>
      ) : null}
    </fieldset>
  );
}

/** A choice that came by the address is listed even when no product has it now. */
const withChosen = (values: readonly string[], chosen: readonly string[]): readonly string[] => [
  ...values,
  ...chosen.filter((each) => !values.some((value) => value.toLowerCase() === each.toLowerCase())),
];

function FilterSkeleton() {
  return (
    <Loading label="Loading filters" className="space-y-3">
      <Skeleton className="h-4 w-16" />
      {Array.from({ length: 10 }, (_, index) => (
        <Skeleton key={String(index)} className="h-5 w-40" />
      ))}
    </Loading>
  );
}
