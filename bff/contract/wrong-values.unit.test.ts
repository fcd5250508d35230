import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { config, z } from 'zod';
import { plainMessage } from '#bff/contract/base/plain-messages.ts';
import { allRoutes } from './routes.ts';

config({ customError: plainMessage });

/** The wording of a schema library. */
const SCHEMA_WORDING =
  /^Invalid (input|option|string|number|key|value|discriminator|ISO|UUID|GUID|email address|URL)|^Too (big|small)|^Unrecognized|expected (one of|string|number|int|boolean|array|object)/;

type Schema = {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
};

/** Every input of a route except files. */
const parts = allRoutes.flatMap((route) =>
  (
    [
      ['params', route.params],
      ['query', route.query],
      ['body', route.body],
      ['form', route.multipart?.fields],
    ] as const
  ).flatMap(([part, schema]) => (schema ? [{ name: `${route.method} ${route.path}, its ${part}`, schema }] : [])),
);
const jsonOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema;
const branchesOf = (schema: Schema): readonly Schema[] => [
  schema,
  ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap(branchesOf),
];
const fieldsOf = (schema: Schema): [string, Schema][] =>
  branchesOf(schema).flatMap((branch) => Object.entries(branch.properties ?? {}));

const NO_NUMBERS = [
  ...[true, false, [3], ['3'], {}, Number.NaN, Number.POSITIVE_INFINITY, 1e21],
  ...[
    '',
    ' ',
    ' 5',
    '5 ',
    '\t5',
    '5\n',
    '+5',
    '1e3',
    '1e21',
    '0x10',
    '1_000',
    '1,000',
    '.5',
    '5.',
    '٥',
    '５',
    'NaN',
    'Infinity',
  ],
];
const WRONG = [null, true, 0, -1, 1.5, 1e15, '', ' ', 'x', '1e3', '2024-13-99', 'A'.repeat(30_000), [], [3], {}];

/** The wrong values for a schema: for the whole, and for each field, however deep. */
function wrongFor(schema: Schema): readonly unknown[] {
  const ofFields = fieldsOf(schema).flatMap(([name, field]) =>
    wrongFor(field).flatMap((value) => [{ [name]: value }, { [name]: value, a_field_of_no_form: 1 }]),
  );
  return [...WRONG, ...ofFields];
}

const issuesOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues ?? [];

describe('wrong values', () => {
  it('are refused in our words, whatever the route and the field', () => {
    let refusals = 0;
    for (const { name, schema } of parts) {
      for (const value of wrongFor(jsonOf(schema))) {
        for (const { message, path } of issuesOf(schema, value)) {
          refusals += 1;
          assert.doesNotMatch(message, SCHEMA_WORDING, `${name}, ${path.join('.')}`);
          assert.match(message, /^[A-Z]/, `${name}, ${path.join('.')}`);
        }
      }
    }
    assert.ok(refusals > 10_000, `${refusals} refusals`);
  });

  it('are never read as numbers: not true, 1e3, [3], a space or nothing', () => {
    const tried = new Set<string>();
    for (const { name, schema } of parts) {
      const numbers = fieldsOf(jsonOf(schema)).filter(([, field]) =>
        branchesOf(field).some(({ type = [] }) => ['number', 'integer'].some((kind) => [type].flat().includes(kind))),
      );
      for (const [field] of numbers) {
        tried.add(field);
        for (const wrong of NO_NUMBERS) {
          const isRefused = issuesOf(schema, { [field]: wrong }).some(({ path }) => path[0] === field);
          assert.ok(isRefused, `${name}: ${field} takes ${JSON.stringify(wrong)}`);
        }
      }
    }
    for (const field of [
      'id',
      'page',
      'per_page',
      'days',
      'quantity',
      'percentage',
      'amount',
      'price',
      'credit_limit',
    ]) {
      assert.ok(tried.has(field), field);
    }
  });
});

describe('a whole number', () => {
  it('is digits alone where all is text', () => {
    for (const { name, schema } of parts.filter((part) => /its (params|query)$/.test(part.name))) {
      const whole = fieldsOf(jsonOf(schema)).filter(([, field]) =>
        branchesOf(field).some(({ type = [] }) => [type].flat().includes('integer')),
      );
      for (const [field] of whole) {
        for (const wrong of ['1.0', '-1', '-0', '1.5']) {
          const isRefused = issuesOf(schema, { [field]: wrong }).some(({ path }) => path[0] === field);
          assert.ok(isRefused, `${name}: ${field} takes ${wrong}`);
        }
      }
    }
  });
});

describe('what is said of a wrong value', () => {
  const said = (schema: z.ZodType, value: unknown) => issuesOf(schema, value)[0]?.message;
  const cases: readonly [z.ZodType, unknown, string][] = [
    [z.object({ wallet_id: z.guid() }), {}, 'Wallet id is required'],
    [z.object({ wallet_id: z.guid() }), { wallet_id: 'x' }, 'Wallet id must be a valid id'],
    [z.object({ per_page: z.int().max(100) }), { per_page: 101 }, 'Per page must be at most 100'],
    [z.object({ per_page: z.int() }), { per_page: 1.5 }, 'Per page must be a whole number'],
    [
      z.object({ bankDetails: z.object({ bankName: z.string() }) }),
      { bankDetails: { bankName: 1 } },
      'Bank name must be text',
    ],
    [z.object({ note: z.string().max(3) }), { note: 'four' }, 'Note must have at most 3 characters'],
    [z.object({ from: z.iso.date() }), { from: '31.1.2026' }, 'From must be a date such as 2026-01-31'],
    [z.object({ sort_order: z.enum(['asc', 'desc']) }), { sort_order: 'up' }, 'Sort order must be one of: asc, desc'],
    [z.strictObject({}), { surplus: 1 }, 'The request must not have surplus'],
    [z.object({ name: z.string() }), 'text', 'The request must be an object'],
  ];
  for (const [schema, value, message] of cases) {
    it(`given ${JSON.stringify(value)}, then "${message}"`, () => assert.equal(said(schema, value), message));
  }
});
