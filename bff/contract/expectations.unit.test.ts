import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import type { RouteContract } from '#bff/contract/base/route.ts';
import { allRoutes } from './routes.ts';

/** Where money is spent, priced or approved, or somebody says the second yes to anything. */
const TAGS = ['Cart', 'Orders', 'Deposits', 'Withdrawals'];
const PERMISSIONS =
  /:(decide|confirm|refuse|reject|close)$|^(catalogue:write|rates:record|bank:suspense|bank:return|payouts:files)$/;
const PATHS = /\/(approve|confirm|refuse|reject)$/;
/** Beside the products, the catalogue has pictures and brands. */
const PRICELESS = /^\/api\/admin\/(brands|carousel-images)/;

const decides = ({ method, path, tag, permission }: RouteContract): boolean =>
  method !== 'GET' &&
  (TAGS.includes(tag) || PERMISSIONS.test(permission ?? '') || PATHS.test(path)) &&
  !PRICELESS.test(path);

/** The names of a body's fields. */
function fieldsOf({ body }: RouteContract): readonly string[] {
  if (!body) return [];
  const { properties = {} } = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
  return Object.keys(properties);
}

describe('a decision carries what was seen', () => {
  for (const route of allRoutes.filter(decides)) {
    const { expects, call } = route;
    it(`${call}: ${Array.isArray(expects) ? expects.join(', ') : 'nothing, for a reason'}`, () => {
      assert.ok(expects, 'it names what its caller was shown, or says why it needs to name nothing');
      if ('nothing' in expects) return assert.match(expects.nothing, /\w+ \w+/);
      for (const field of expects) assert.ok(fieldsOf(route).includes(field), `${field} is a field of its body`);
    });
  }

  it('is declared wherever a body has what was shown', () => {
    for (const route of allRoutes) {
      const shown = fieldsOf(route).filter((field) => field.startsWith('expect_'));
      const declared = Array.isArray(route.expects) ? route.expects : [];
      for (const field of shown) assert.ok(declared.includes(field), `${route.call}: ${field}`);
    }
  });
});
