import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { regionName } from '#bff/contract/base/regions.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';
import { Checkbox } from '#web/ui/form/controls/checkbox.tsx';
import type { CatalogueFilters } from './catalogue-filters.ts';
import { filterOptionsQuery } from './products-api.ts';

/** Further choices are behind 'Show all'. */
const SHOWN_AT_FIRST = 10;

export type FilterPanelProps = { filters: CatalogueFilters; onChange: (change: Partial<CatalogueFilters>) => void };

/** At the side on large screens, in a sheet on small ones. */
export function FilterPanel({ filters, onChange }: FilterPanelProps) {
  const query = useQuery(filterOptionsQuery(filters));
  const options = query.data;
  if (query.error && !options) return <LoadError of={query} failed="The filters could not be loaded." />;
  if (!options)
    return (
      <Loading label="Loading filters" className="space-y-3" shapes={['h-4 w-16', ...Array(10).fill('h-5 w-40')]} />
    );
  return (
    <div className="space-y-7">
      <Choices
        legend="Brand"
        options={withChosen(options.facets.brand_name, filters.brands)}
        chosen={filters.brands}
        onChange={(brands) => onChange({ brands })}
      />
      <Choices
        legend="Region"
        options={withChosen(options.facets.region, filters.regions)}
        chosen={filters.regions}
        labelOf={regionName}
        onChange={(regions) => onChange({ regions })}
      />
    </div>
  );
}

type Option = { readonly value: string; readonly count: number };

type ChoicesProps = {
  legend: string;
  options: readonly Option[];
  chosen: readonly string[];
  labelOf?: (value: string) => string;
  onChange: (chosen: readonly string[]) => void;
};

function Choices({ legend, options, chosen, labelOf = (value) => value, onChange }: ChoicesProps) {
  const id = useId();
  const [all, setAll] = useState(false);
  const has = (value: string) => chosen.some((each) => each.toLowerCase() === value.toLowerCase());
  const toggle = (value: string) =>
    onChange(has(value) ? chosen.filter((each) => each.toLowerCase() !== value.toLowerCase()) : [...chosen, value]);
  const shown = all ? options : options.filter(({ value }, index) => index < SHOWN_AT_FIRST || has(value));
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 text-xs font-semibold tracking-wide text-muted uppercase">{legend}</legend>
      <div className="space-y-2.5">
        {shown.map(({ value, count }, index) => (
          <div key={value} className="flex items-start justify-between gap-3">
            <Checkbox
              label={<span className="wrap-anywhere">{labelOf(value)}</span>}
              checked={has(value)}
              aria-describedby={`${id}-${index}`}
              onChange={() => toggle(value)}
            />
            <span id={`${id}-${index}`} className="mt-0.5 text-xs text-muted tabular-nums">
              {count} <span className="sr-only">products</span>
            </span>
          </div>
        ))}
      </div>
      {options.length > shown.length || all ? (
        <Button variant="link" className="mt-3" onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? 'Show fewer' : `Show all ${options.length}`}
        </Button>
      ) : null}
    </fieldset>
  );
}

/** Choices without products come last. A choice of the address is listed even where no product has it now. */
const withChosen = (options: readonly Option[], chosen: readonly string[]): readonly Option[] =>
  [
    ...options,
    ...chosen
      .filter((each) => !options.some(({ value }) => value.toLowerCase() === each.toLowerCase()))
      .map((value) => ({ value, count: 0 })),
  ].sort((left, right) => Number(right.count > 0) - Number(left.count > 0));
