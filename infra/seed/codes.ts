import { hash } from 'node:crypto';
import type { CodeStore } from '#bff/kit/ports/code-store.ts';
import type { PlannedProduct } from './planned.ts';

const CODES_AT_ONCE = 2_000;
/** Letters and digits that are not mistaken for each other when read aloud or from paper. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Adds what the plan sells, and what is left at its end, to the shelves. Repeating it adds nothing.
 * @param stockEach of each card is left, in place of what the catalogue says
 */
export async function fillShelves(
  codes: CodeStore,
  products: readonly PlannedProduct[],
  batch: number,
  stockEach?: number,
): Promise<void> {
  const left = products.values();
  const fill = async () => {
    for (const { variantId, brand, card, sold } of left) {
      const count = sold + (batch === 0 ? (stockEach ?? card.stock) : 0);
      for (let start = 0; start < count; start += CODES_AT_ONCE) {
        const size = Math.min(CODES_AT_ONCE, count - start);
        await codes.addCodes(variantId, makeCodes(`${batch}:${variantId}`, brand.codeFormat, start, size));
      }
    }
  };
  // While the codes of one are stored, those of the other are sealed.
  await Promise.all([fill(), fill()]);
}

/** Codes in the brand's format (X letter or digit, 9 digit), the same at every seeding. */
function makeCodes(name: string, format: string, start: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => makeCode(`${name}:${start + index}`, format));
}

function makeCode(name: string, format: string): string {
  const bytes = hash('sha512', name, 'buffer');
  let used = 0;
  return format.replace(/[X9]/g, (slot) => {
    const byte = bytes[used % bytes.length] ?? 0;
    used += 1;
    return slot === '9' ? String(byte % 10) : (ALPHABET[byte % ALPHABET.length] ?? '2');
  });
}
