import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import type { z } from 'zod';
import { allRoutes } from '#bff/contract/routes.ts';
import { holdsUnstorable } from '#bff/kit/http/refuse-unstorable.ts';
import { arbitraryOf, fieldsOf, type JsonField } from './arbitrary-of.ts';

/** Some forty for each form. STORABLE_RUNS=100000 FUZZ_SEED=7 tries more, and others. */
const RUNS = Number(process.env.STORABLE_RUNS ?? 10_000);
const SEED = Number(process.env.FUZZ_SEED ?? 20_260);
/** Limit of samples until one passes the schema's refinements. */
const MAX_SAMPLES = 600;
const ID = '3f0c2c52-6f0b-4c55-9f0e-2f5f0a1b2c3d';

/** What Postgres refuses, or keeps as something else. */
const EVILS = [
  ...[
    '2023-02-30',
    '2023-04-31',
    '2023-02-29',
    '1900-02-29',
    '0000-01-01',
    '2024-13-01',
    '2024-00-10',
    '2024-1-1',
    '+012024-01-01',
  ],
  ...[
    '2024-02-30T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '2024-01-01T24:00:00Z',
    '2024-01-01T00:00:00+16:00',
    '2024-01-01T00:00:00-23:59',
  ],
  ...['2024-01-01T00:00:00', '2024-01-01T00:00:60Z', '2024-01-01', '2024-01-01T00:00:00Z'],
  ...['\u0000', 'a\u0000b', '\ud800', 'a\udfff', '\udc00\ud800'],
  ...['9223372036854775808', '9999999999999', '-1', '1e400', '0.0001', 'NaN', 'Infinity', '2147483648'],
  ...[2_147_483_648, -2_147_483_649, 2 ** 53, 1e21, -1, 0.1, Number.MAX_VALUE],
];

const DAY_OR_MOMENT = /(^|_)(date|(?<!per_)day|from|to|at|on|until|since)$|^date_/;
const isRealDay = (text: string): boolean => {
  const [date = '', time] = text.split('T');
  const moment = new Date(`${date}T00:00:00Z`);
  const isDay = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(date) && date >= '0001';
  return (
    isDay &&
    (time === undefined || /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-](0\d|1[0-5]):[0-5]\d)$/.test(time))
  );
};

/** Why Postgres or the log would refuse a value that a schema let through; undefined where it would not. */
function refusal({ name, value }: JsonField): string | undefined {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return 'no finite number';
    if (Number.isInteger(value) && Math.abs(value) > 2_147_483_647) return 'beyond an integer';
    return undefined;
  }
  if (typeof value !== 'string' || value === '') return undefined;
  if (holdsUnstorable(value)) return 'a character that cannot be stored';
  if (DAY_OR_MOMENT.test(name) && !isRealDay(value)) return 'no day or moment';
  return undefined;
}

type Form = { readonly name: string; readonly schema: z.ZodType; readonly fields: readonly JsonField[] };

/** Every body, query and address, with a sound value to start from. */
const FORMS: readonly Form[] = allRoutes.flatMap((route) =>
  (
    [
      ['body', route.body],
      ['query', route.query],
      ['form', route.multipart?.fields],
      ['address', route.params],
    ] as const
  ).flatMap(([part, schema]): Form[] => {
    if (!schema) return [];
    const samples = fc.sample(arbitraryOf(schema, [ID]), { numRuns: MAX_SAMPLES, seed: SEED });
    // The one with the most fields.
    const [sound] = samples
      .filter((sample) => schema.safeParse(sample).success)
      .map((sample) => fieldsOf(sample as object))
      .sort((one, other) => other.length - one.length);
    // None is left out, because nobody would miss it.
    assert.ok(sound && sound.length > 0, `a sound ${part} of ${route.call} can be drawn`);
    return [{ name: `${route.call}, its ${part}`, schema, fields: sound }];
  }),
);

it(`what a form lets through, the database can keep: ${RUNS} cases over ${FORMS.length} forms`, () => {
  let accepted = 0;
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.constantFrom(...EVILS), (form, index, evil) => {
      const { name, schema, fields } = FORMS[form % FORMS.length] as Form;
      const field = fields[index % fields.length];
      assert.ok(field);
      const sent: unknown = JSON.parse(field.replacedBy(JSON.stringify(evil)));
      // The door refuses these before any schema.
      if (holdsUnstorable(sent)) return;
      const parsed = schema.safeParse(sent);
      if (!parsed.success) return;
      accepted += 1;
      for (const kept of fieldsOf(parsed.data as object)) {
        assert.equal(
          refusal(kept),
          undefined,
          `${name}: ${field.name} = ${JSON.stringify(evil)} is kept as ${JSON.stringify(kept.value)}`,
        );
      }
    }),
    { numRuns: RUNS, seed: SEED },
  );
  assert.ok(accepted > RUNS / 20, `${accepted} accepted`);
});
