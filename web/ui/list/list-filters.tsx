import type { ReactNode } from 'react';
import type { FilterRule, ListAddress } from '#web/lib/navigation/list-address.ts';
import { cx } from '#web/lib/words/cx.ts';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import { SearchBox } from '#web/ui/form/controls/search-box.tsx';
import { Select } from '#web/ui/form/controls/select.tsx';
import { statusLabel } from '#web/ui/text/badge.tsx';

type AnyAddress = ListAddress<Record<string, string>>;

/** A filter of a list with its control. A list takes a bare rule for one that has no control, or whose control is elsewhere. */
export type Filter<Rule extends FilterRule = FilterRule> = {
  rule: Rule;
  control: (address: AnyAddress, name: string) => ReactNode;
};
export type Filters = Readonly<Record<string, FilterRule | Filter>>;
export type RulesOf<Given extends Filters> = {
  [N in keyof Given]: Given[N] extends Filter<infer Rule> ? Rule : Given[N] extends FilterRule ? Given[N] : never;
};

/** Any text. */
export const search = (label: string, placeholder: string, className?: string): Filter<''> => ({
  rule: '',
  control: (address, name) => (
    <div className={cx('w-full', className, 'sm:w-80')}>
      <SearchBox label={label} placeholder={placeholder} {...address.search(name)} />
    </div>
  ),
});

/** A few choices side by side, by value; the first one holds unless another is chosen. */
export const segmented = <Choice extends string>(
  label: string,
  labels: Readonly<Record<Choice, string>>,
): Filter<readonly Choice[]> => {
  const rule = Object.keys(labels) as Choice[];
  return {
    rule,
    control: (address, name) => (
      <Segmented
        label={label}
        {...address.choice(name)}
        options={rule.map((value) => ({ value, label: labels[value] }))}
      />
    ),
  };
};

/** One of some states, or all of them. */
export const select = <Choice extends string>(
  label: string,
  all: string,
  states: readonly Choice[],
): Filter<readonly ('' | Choice)[]> => ({
  rule: ['', ...states],
  control: (address, name) => (
    <Select
      aria-label={label}
      className="w-[calc(50%-0.375rem)] sm:w-44"
      options={[{ value: '', label: all }, ...states.map((value) => ({ value, label: statusLabel(value) }))]}
      {...address.select(name)}
    />
  ),
});
