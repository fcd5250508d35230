import fc from 'fast-check';
import { z } from 'zod';
import type { Schema } from '#bff/outside/openapi/json-schema.ts';

const MAX_TEXT = 60;
const MAX_ITEMS = 4;
const HUGE_CHARS = 200_000;
/** Deep enough to break code that recurses more than once a level. fast-check prints values by recursion, too, so not deeper. */
const DEEP_LEVELS = 400;

/** Values that programs often fail on: wrong types, huge, deep, control characters, names such as `__proto__`. */
export const nasty: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    ' ',
    0,
    -1,
    1e308,
    Number.MAX_SAFE_INTEGER,
    '-0',
    '1e400',
    'NaN',
    '99999999999999999999999999999.99',
    [],
    [[]],
    {},
    { toString: 'no function' },
    { constructor: { prototype: { isAdmin: true } } },
    '\u0000',
    'a\u0000b',
    '\u0007\u001b[31m\r\n\t',
    '\ud800',
    '\u202eevil',
    '🂡'.repeat(50),
    "'; drop table app.account; --",
    '<script>alert(1)</script>',
    '../../../../etc/passwd',
    '%00%2e%2e%2f',
    '{{7*7}}#{7*7}',
    '=cmd|calc!A1',
    'true',
    'undefined',
    '0000-00-00',
    '2024-02-30',
    '+275760-09-13T00:00:00.001Z',
  ),
  fc.constant('A'.repeat(HUGE_CHARS)),
  fc.constant('9'.repeat(5_000)),
  fc.constant(`${'['.repeat(DEEP_LEVELS)}${']'.repeat(DEEP_LEVELS)}`).map((text) => JSON.parse(text) as unknown),
  fc.string({ unit: 'binary', maxLength: MAX_TEXT }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Examples stay: some texts, such as an IBAN, are not found by chance. */
const examples = Object.assign(z.registry<{ examples?: unknown[] }>(), {
  get(schema: z.ZodType) {
    const known = z.globalRegistry.get(schema)?.examples;
    return Array.isArray(known) ? { examples: known } : undefined;
  },
});

/** Every part is written where it is used, even a named one. */
const WITHOUT_NAMES: z.core.ToJSONSchemaParams = {
  io: 'input',
  unrepresentable: 'any',
  reused: 'inline',
  metadata: examples,
};

/** Values that match a schema, except for some of its own refinements, with ids out of `ids`. */
export function arbitraryOf(schema: z.ZodType, ids: readonly string[]): fc.Arbitrary<unknown> {
  return sound(z.toJSONSchema(schema, WITHOUT_NAMES) as Schema, ids);
}

/** Such values with parts that are missing, surplus, or nasty. */
export function spoiltOf(schema: z.ZodType, ids: readonly string[]): fc.Arbitrary<unknown> {
  return spoilt(z.toJSONSchema(schema, WITHOUT_NAMES) as Schema, ids);
}

function sound(schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.examples && schema.examples.length > 0) {
    const { examples: known, ...rest } = schema;
    return fc.oneof(fc.constantFrom(...known), sound(rest, ids));
  }
  if (schema.enum && schema.enum.length > 0) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices && choices.length > 0) return fc.oneof(...choices.map((choice) => sound(choice, ids)));
  if (schema.allOf) {
    return fc.tuple(...schema.allOf.map((part) => sound(part, ids))).map((parts) => Object.assign({}, ...parts));
  }
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'string':
      return text(schema, ids);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -10, max: Math.min(schema.maximum ?? 1_000, 2 ** 31 - 1) });
    case 'number':
      // Percentages have few decimals, which are not drawn by chance.
      return fc.oneof(
        fc.integer({ min: Math.ceil(schema.minimum ?? -10), max: Math.floor(schema.maximum ?? 1_000) }),
        fc.double({ min: schema.minimum ?? -10, max: schema.maximum ?? 1_000, noNaN: true }),
      );
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(sound(schema.items ?? {}, ids), { maxLength: MAX_ITEMS });
    case 'object':
      return record(schema, (part) => sound(part, ids));
    default:
      // Coerced from text, or anything at all.
      return fc.oneof(
        fc.constantFrom<unknown>('1', '2', '10', 'true', '12.34', ...ids),
        fc.integer({ min: 1, max: 50 }),
      );
  }
}

function spoilt(schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices && choices.length > 0) return fc.oneof(nasty, ...choices.map((choice) => spoilt(choice, ids)));
  if (schema.type === 'object' && schema.properties) {
    const part = (own: Schema) => fc.oneof({ weight: 3, arbitrary: sound(own, ids) }, { weight: 2, arbitrary: nasty });
    const more = fc.dictionary(fc.constantFrom('extra', '__proto__', 'isAdmin', 'customer_id', 'id'), nasty, {
      maxKeys: 2,
    });
    return fc.oneof(
      { weight: 1, arbitrary: nasty },
      {
        weight: 9,
        arbitrary: fc
          .tuple(record({ ...schema, required: [] }, part), more)
          .map(([own, extra]) => ({ ...extra, ...(own as object) })),
      },
    );
  }
  return fc.oneof(nasty, sound(schema, ids));
}

function record(schema: Schema, of: (part: Schema) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const properties = schema.properties ?? {};
  const required = Object.keys(properties).filter((name) => schema.required?.includes(name));
  const model = Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, of(hinted(name, part))]));
  return fc.record(model, { requiredKeys: required });
}

/** The restrictions of a schema's own refinements, which JSON Schema does not have; found by the field's name. */
function hinted(name: string, schema: Schema): Schema {
  if (/email$/.test(name)) return { ...schema, format: 'email' };
  if (/(^|_)url$/.test(name)) return { ...schema, format: 'uri' };
  if (/^password/.test(name)) return { ...schema, const: 'a sound password' };
  if (/^date_/.test(name)) return { ...schema, format: 'date' };
  if (name === 'region') return { ...schema, const: 'eu' };
  if (/^country_/.test(name)) return { ...schema, const: 'PL' };
  return schema;
}

function text(schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  if (schema.format === 'uuid' || schema.format === 'guid') return fc.constantFrom(...ids);
  if (schema.format === 'email') return fc.constantFrom('somebody@else.example', 'ewa@customer.example');
  if (schema.format === 'uri') return fc.constantFrom('https://example.com/hook', 'http://localhost:1/?a=b#c');
  if (schema.format === 'date') return fc.constantFrom('2024-02-29', '2015-03-02', '9999-12-31');
  if (schema.format === 'date-time') return fc.constantFrom('2024-02-29T12:00:00Z', '2015-03-02T00:00:00+02:00');
  if (schema.pattern) {
    try {
      return fc.stringMatching(new RegExp(schema.pattern), { size: 'small' });
    } catch {
      // No text can be generated from the pattern, so any text is used.
    }
  }
  return fc.oneof(
    fc.constantFrom('12.34', '100', 'Steam', 'llc', 'PL', 'EUR', '123456', 'a b', ...ids),
    fc.string({ minLength: schema.minLength ?? 0, maxLength: Math.min(schema.maxLength ?? MAX_TEXT, MAX_TEXT) }),
  );
}

export type JsonField = { readonly name: string; readonly value: unknown; replacedBy(json: string): string };

/** Every leaf of a JSON value, however deep, with a function that replaces its text in the whole. */
export function fieldsOf(whole: object): JsonField[] {
  const fields: JsonField[] = [];
  const visit = (path: string, value: unknown, around: (json: string) => string) => {
    if (typeof value !== 'object' || value === null) fields.push({ name: path, value, replacedBy: around });
    else {
      for (const [name, part] of Object.entries(value)) {
        visit(name, part, (json) => {
          const parts = Object.entries(value).map(([key, own]) => {
            const text = key === name ? json : (JSON.stringify(own) ?? 'null');
            return Array.isArray(value) ? text : `${JSON.stringify(key)}:${text}`;
          });
          return around(Array.isArray(value) ? `[${parts}]` : `{${parts}}`);
        });
      }
    }
  };
  visit('', whole, (json) => json);
  return fields;
}
