import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { allRoutes } from './routes.ts';

type Json = { readonly [key: string]: unknown };

/** Days and moments of what callers send, by the format in their schema. */
function dated(schema: unknown, path: string): { path: string; format: string }[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { format, properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = schema as Json;
  return [
    ...(format === 'date' || format === 'date-time' ? [{ path, format }] : []),
    ...Object.entries(properties as Json).flatMap(([name, each]) => dated(each, `${path}.${name}`)),
    ...[items, ...(anyOf as Json[]), ...(oneOf as Json[]), ...(allOf as Json[])].flatMap((each) => dated(each, path)),
  ];
}

/** Whether the schema takes the text at the path; other fields are missing, and do not count. */
function takes(schema: z.ZodType, path: readonly string[], text: string): boolean {
  const value = path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), text);
  const { error } = schema.safeParse(value);
  return !error?.issues.some((issue) => issue.path.join('.') === path.join('.'));
}

/** As on the command line: a day that exists, a moment with its zone, and nothing after it. */
const STRANGE = {
  date: [
    '2026-02-30',
    '0000-01-01',
    '2026-04-31',
    '2023-02-29',
    '2026-03-31 junk',
    'march',
    '2026-3-1',
    '20260301',
    '2026-13-01',
  ],
  'date-time': [
    ...['2026-02-30T10:00:00Z', '2026-04-31T10:00:00Z', '2026-03-31 junk', '… march', '2026-03-20T25:00:00Z'],
    ...['2026-03-20T04:17:00', '2026-03-20 04:17:00Z'],
  ],
} as const;
const SOUND = { date: '2026-03-01', 'date-time': '2026-03-01T10:00:00Z' } as const;

const fields = allRoutes.flatMap(({ call, query, body }) =>
  Object.entries({ query, body }).flatMap(([where, schema]) =>
    schema === undefined
      ? []
      : dated(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), '').map(({ path, format }) => ({
          name: `${call}: ${where}${path}`,
          schema,
          path: path.split('.').slice(1),
          format: format as keyof typeof SOUND,
        })),
  ),
);

describe('a day or a moment of a call', () => {
  it('has a format that is checked, in every route that takes one', () => {
    assert.ok(fields.length > 20, `${fields.length} found`);
    const texts = allRoutes.flatMap(({ call, query }) =>
      Object.entries((query as z.ZodObject | undefined)?.shape ?? {}).flatMap(([name, schema]) =>
        /(^|_)(at|from|to|date|day|since|until|on)$/.test(name) && takes(schema as z.ZodType, [], 'march')
          ? [`${call} ${name}`]
          : [],
      ),
    );
    assert.deepEqual(texts, []);
  });
  for (const { name, schema, path, format } of fields)
    it(`exists: ${name}`, () => {
      assert.ok(takes(schema, path, SOUND[format]), SOUND[format]);
      for (const text of STRANGE[format]) assert.ok(!takes(schema, path, text), text);
    });
});
