import type { z } from 'zod';
import { type Snake, snake } from '#bff/contract/office/settings/numbers.ts';
import type { NumberRows } from '#core/aggregates/settings/limits.ts';
import { SECTIONS, type Section, type ValueOf } from '#core/aggregates/settings/sections.ts';
import type { Row, SectionDesk } from './desk.ts';

type SnakeKeys<Value> = { [Name in keyof Value & string as Snake<Name>]: Value[Name] };

/** A value as the API has it: the same under the API's names. */
export const shown = <Value extends object>(value: Value): SnakeKeys<Value> =>
  Object.fromEntries(Object.entries(value).map(([name, each]) => [snake(name), each])) as SnakeKeys<Value>;

/** The form's values under the core's names. @throws ZodError where the form let something through that the section does not allow */
export function valueOfForm<Name extends Section>(
  section: Name,
  form: Readonly<Record<string, unknown>>,
): ValueOf<Name> {
  const { why: _why, expect_version: _version, ...fields } = form;
  const value = Object.fromEntries(
    Object.entries(fields).map(([name, each]) => [
      name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
      each,
    ]),
  );
  return (SECTIONS[section].value as z.ZodType).parse(value) as ValueOf<Name>;
}

/** Numbers in words. */
export const numberRows = (rows: NumberRows, value: Readonly<Record<string, unknown>>): Row[] =>
  Object.entries(rows).map(([name, { label, unit }]) => [label, `${value[name]} ${unit}`]);

/** A section of numbers alone. */
export const numbersDesk = <Name extends 'waits' | 'retention'>(rows: NumberRows): SectionDesk<Name, unknown> => ({
  show: shown,
  rows: (value) => numberRows(rows, value),
});
