import { z } from 'zod';
import { named } from '#bff/contract/base/common.ts';
import { type NumberRows, RETENTION_NUMBERS, WAIT_NUMBERS } from '#core/aggregates/settings/limits.ts';

/** A name of the core as the API has it: `newPayeeHours` is `new_payee_hours`. */
export type Snake<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${Snake<Tail>}`
  : '';
export const snake = <Name extends string>(name: Name): Snake<Name> =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) as Snake<Name>;

/** A whole number, also as it is typed. */
const wholeNumber = ({ min, max, value: example }: NumberRows[string], message: string) =>
  z
    .union(
      [
        z.int().min(min).max(max),
        z
          .string()
          .regex(/^\d{1,6}$/)
          .transform(Number),
      ],
      { error: message },
    )
    .refine((value) => value >= min && value <= max, message)
    .meta({ examples: [example] });

type Fields<Rows extends NumberRows, Schema> = { [Name in keyof Rows & string as Snake<Name>]: Schema };

/** The form's fields for a table of numbers. */
export const numberForm = <Rows extends NumberRows>(rows: Rows) =>
  Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [
      snake(name),
      wholeNumber(row, `Please enter whole ${row.unit} from ${row.min} to ${row.max.toLocaleString('en-US')}`),
    ]),
  ) as Fields<Rows, ReturnType<typeof wholeNumber>>;

/** The same as they are shown. */
export const numberValues = <Rows extends NumberRows>(rows: Rows) =>
  Object.fromEntries(Object.keys(rows).map((name) => [snake(name), z.int()])) as Fields<Rows, z.ZodInt>;

/** A percentage, exact. */
export const percentForm = (isRight: (value: number) => boolean = () => true, expected = 'up to 100') => {
  const message = `Please enter a percentage ${expected}, such as 2.5`;
  return z
    .string({ error: message })
    .trim()
    .regex(/^\d{1,3}(\.\d{1,8})?$/, message)
    .refine((text) => Number(text) <= 100 && isRight(Number(text)), message)
    .meta({ examples: ['2.5'] });
};

// The sections of numbers alone.
export const WaitsForm = z.object(numberForm(WAIT_NUMBERS));
export const WaitsValue = named('SettingsWaits', numberValues(WAIT_NUMBERS));
export const RetentionForm = z.object(numberForm(RETENTION_NUMBERS));
export const RetentionValue = named('SettingsRetention', numberValues(RETENTION_NUMBERS));
