import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { z } from 'zod';
import { allRoutes } from './routes.ts';

const NEW_PASSWORD = { password: 'short', password_confirmation: 'another' };
const BANKING = { bank_name: '', full_bank_address: '', account_beneficiary_name: '', currency: 'EUR' };
const PRODUCT = { name: '', variant_name: '', category_name: '', brand_name: '', region: 'nowhere' };

/** A form with rules over several fields: values that break as many rules as can be broken at once. Each field is named. */
const FORMS: Readonly<Record<string, object>> = {
  'POST /api/auth/sign-up': { name: '', email: '', ...NEW_PASSWORD },
  'POST /api/setup/owner': { secret: '', name: '', email: '', ...NEW_PASSWORD },
  'POST /api/auth/reset-password': { token: '', ...NEW_PASSWORD },
  'POST /api/admin/password': { token: '', ...NEW_PASSWORD },
  'PUT /api/admin/own-password': { current_password: '', ...NEW_PASSWORD },
  'POST /api/user/banking-detail': { ...BANKING, account_iban: 'DE00 1', bic_swift: 'x' },
  'PUT /api/user/banking-detail': { ...BANKING, account_iban: 'DE00 1', bic_swift: 'x' },
  'POST /api/withdrawals': {
    amount: '',
    currency: 'EUR',
    bankDetails: { bankName: '', accountName: '', accountNumber: 'DE00 1', swiftCode: 'x' },
  },
  'POST /api/admin/corrections': {
    kind: 'deposit-taken-back',
    amount: '',
    currency: 'EUR',
    direction: 'in',
    document: '',
    reason: '',
    paper: '',
    value_date: '',
  },
  'POST /api/admin/products': { ...PRODUCT, currency: 'JPY', price: '1.50' },
  'PUT /api/admin/products/:id': { ...PRODUCT, currency: 'JPY', price: '1.50' },
  'PUT /api/admin/settings/orders': {
    order_term_hours: 0,
    order_warning_hours: 0,
    partial_delivery: 'no',
    why: '',
    expect_version: -1,
    credit_reminder_days: 'soon',
    credit_reminder_percents: 'soon',
  },
  'PUT /api/admin/settings/accounts': { accounts: [], why: '', expect_version: -1 },
  'POST /api/api-key': { name: '', abilities: ['codes:read'], expires_in_days: 0, mode: 'test' },
};
/** Fields of those values that are right. */
const RIGHT = new Set(['currency', 'kind', 'direction', 'mode']);

/** A schema without what stands around it: a default, a transform. */
const innermost = (schema: z.ZodType): z.ZodType => {
  const { innerType, in: input } = schema.def as { innerType?: z.ZodType; in?: z.ZodType };
  const inner = innerType ?? input;
  return inner ? innermost(inner) : schema;
};
const forms = new Map<string, z.ZodType>(
  allRoutes.flatMap(({ method, path, body, multipart }) => {
    const schema = body ?? multipart?.fields;
    const hasRules = schema !== undefined && (innermost(schema).def.checks ?? []).length > 0;
    return hasRules ? [[`${method} ${path}`, schema] as const] : [];
  }),
);
const fieldsOf = (values: object, path = ''): string[] =>
  Object.entries(values).flatMap(([name, value]) =>
    RIGHT.has(name)
      ? []
      : typeof value === 'object' && !Array.isArray(value)
        ? fieldsOf(value, `${path}${name}.`)
        : [path + name],
  );

describe('a form says in one go all that it lacks', () => {
  it('each that has rules over several fields', () => {
    assert.deepEqual(Object.keys(FORMS).sort(), [...forms.keys()].sort());
  });

  for (const [name, values] of Object.entries(FORMS)) {
    it(name, () => {
      const issues = forms.get(name)?.safeParse(values).error?.issues ?? [];
      assert.deepEqual([...new Set(issues.map(({ path }) => path.join('.')))].sort(), fieldsOf(values).sort());
    });
  }
});
