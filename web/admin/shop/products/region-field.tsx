import { groupOfCountry, regionCode, regionIdOf, regionName, SALES_REGIONS } from '#bff/contract/base/regions.ts';
import { Combobox, type ComboboxItem } from '#web/ui/form/controls/combobox.tsx';
import { namesOfCountry } from '#web/ui/form/controls/country-names.ts';
import { Flag } from '#web/ui/form/controls/flag.tsx';

/** Everywhere and the groups first, in the table's order, then the countries by name. */
const ITEMS: readonly ComboboxItem[] = SALES_REGIONS.map((id) => {
  const code = regionCode(id);
  const group = groupOfCountry(code);
  return {
    id,
    label: regionName(id),
    ...(group && id !== 'asia' ? { hint: group, also: () => namesOfCountry(code), icon: <Flag code={code} /> } : {}),
  };
}).sort((left, right) =>
  left.hint && right.hint
    ? left.label.localeCompare(right.label)
    : Number(Boolean(left.hint)) - Number(Boolean(right.hint)),
);

type RegionFieldProps = { value: string; onChange: (id: string) => void; name: string };

/** The region of a product, found by typing; its value is the region's id. Put it in a Field. */
export function RegionField({ value, onChange, name }: RegionFieldProps) {
  return (
    <Combobox
      value={ITEMS.find((item) => item.id === regionIdOf(value)) ?? null}
      onChange={(item) => onChange(item?.id ?? '')}
      items={ITEMS}
      placeholder="Search a region"
      emptyMessage="No such region"
      name={name}
    />
  );
}
