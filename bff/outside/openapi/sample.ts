import type { Schema } from './json-schema.ts';

const TIME = '2026-01-31T12:00:00.000Z';
const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: '0197c5a2-7c1e-7b3a-9f62-3d1c5e8a4b10',
  'date-time': TIME,
  date: TIME.slice(0, 10),
  email: 'ada@example.com',
  uri: 'https://shop.example.com',
};
/** The kind of a text, by the end of its name. */
const BY_NAME: readonly (readonly [RegExp, string])[] = [
  [/email$/, 'ada@example.com'],
  [/(^|_)url$|website$/i, 'https://shop.example.com/file'],
  [/^message$/, 'Saved.'],
  [/order_number$/, 'GL-1001'],
  [/reference$/, 'DEP-000042'],
  [/^code$/, '123456'],
  [/(amount|price|limit|total|refund|proposed)$/, '25.00'],
  [/password/, 'correct horse battery staple'],
  [/name$/, 'Ada Lovelace'],
  [/region$/, 'us'],
];
/** Texts to try in order for a pattern. */
const BY_PATTERN = [
  TIME.slice(0, 7),
  TIME.slice(0, 10),
  '1234',
  '12.34',
  '42:0',
  '123456',
  'DEP-000042',
  'US',
  'https://shop.example.com',
  'DE123456789',
  'ABCDEFGH',
];

type Resolve = (schema: Schema) => Schema;

/** A value that the schema accepts, the same each time: the example in its meta, or else one by type and name. */
export function sampleOf(reference: Schema, resolve: Resolve, name = ''): unknown {
  const schema = resolve(reference);
  if (schema.examples && schema.examples.length > 0) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  const choice = (schema.anyOf ?? schema.oneOf)?.find((each) => each.type !== 'null');
  if (choice) return sampleOf(choice, resolve, name);
  switch ([schema.type].flat().find((type) => type !== 'null')) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, part]) => [key, sampleOf(part, resolve, key)]),
      );
    case 'array':
      return Array.from({ length: schema.minItems ?? 1 }, () => sampleOf(schema.items ?? {}, resolve, name));
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1, 1);
    case 'boolean':
      return true;
    default:
      return textOf(schema, name);
  }
}

function textOf({ format = '', pattern, minLength = 0, allOf = [] }: Schema, name: string): string {
  const patterns = [pattern, ...allOf.map((part) => part.pattern)].flatMap((each) =>
    each === undefined ? [] : [new RegExp(each, 'u')],
  );
  const words = BY_NAME.flatMap(([end, word]) => (end.test(name) ? [word] : []));
  const known = [BY_FORMAT[format] ?? [], words, BY_PATTERN, 'text'.padEnd(minLength, ' text')].flat();
  const fits = (text: string) => text.length >= minLength && patterns.every((each) => each.test(text));
  const isFree = format === '' && patterns.length === 0;
  return (isFree ? words[0] : known.find(fits)) ?? 'text'.padEnd(minLength, ' text');
}
