import { Combobox, type ComboboxItem } from './combobox.tsx';

type TimeZoneFieldProps = { value: string; onChange: (zone: string) => void; name: string };

/** As the browser knows them; UTC is not among its places. */
const ZONES: readonly ComboboxItem[] = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((id) => id !== 'UTC')].map(
  (id) => ({ id, label: id.replaceAll('_', ' ') }),
);

/** A time zone, found by typing; its value is the IANA name. Put it in a Field. */
export function TimeZoneField({ value, onChange, name }: TimeZoneFieldProps) {
  return (
    <Combobox
      value={ZONES.find(({ id }) => id === value) ?? (value === '' ? null : { id: value, label: value })}
      onChange={(item) => onChange(item?.id ?? '')}
      items={ZONES}
      placeholder="Search a place"
      name={name}
    />
  );
}
