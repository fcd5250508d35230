import { Combobox } from './combobox.tsx';
import { COUNTRY_ITEMS } from './country-items.tsx';

type CountryFieldProps = { value: string; onChange: (code: string) => void; name: string };

/** A country, found by typing; its value is the ISO 3166 alpha-2 code. Put it in a Field. */
export function CountryField({ value, onChange, name }: CountryFieldProps) {
  return (
    <Combobox
      value={COUNTRY_ITEMS.find((item) => item.id === value) ?? null}
      onChange={(item) => onChange(item?.id ?? '')}
      items={COUNTRY_ITEMS}
      placeholder="Search a country"
      name={name}
    />
  );
}
