import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CodeStore } from '#bff/kit/ports/code-store.ts';
import { codeProblem } from '#bff/kit/ports/gift-code.ts';
import { SEED_BRANDS } from './catalogue.ts';
import { fillShelves } from './codes.ts';
import type { PlannedProduct } from './planned.ts';

describe('the codes of the demonstration', () => {
  it('are codes for the store, whatever letters and digits they happen to have', async () => {
    const products = SEED_BRANDS.map((brand) => ({
      variantId: brand.codeFormat,
      brand,
      card: { stock: 2_000 },
      sold: 0,
    }));
    const refused: string[] = [];
    const store = {
      addCodes: async (_variantId: string, codes: readonly string[]) => {
        for (const code of codes) if (codeProblem(code) !== undefined) refused.push(code);
      },
    };
    await fillShelves(store as unknown as CodeStore, products as unknown as PlannedProduct[], 0);
    assert.deepEqual(refused, []);
  });
});
