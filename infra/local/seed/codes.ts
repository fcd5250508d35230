import { createHash } from 'node:crypto';

/** Letters and digits that are not mistaken for each other when read aloud or from paper. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The gift codes of one variant: unique, in the brand's format (X letter or digit, 9 digit), the same at every seeding. */
export function makeCodes(variantId: string, format: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => makeCode(`${variantId}:${index}`, format));
}

function makeCode(name: string, format: string): string {
  const bytes = createHash('sha512').update(name).digest();
  let used = 0;
  return format.replace(/[X9]/g, (slot) => {
    const byte = bytes[used % bytes.length] ?? 0;
    used += 1;
    return slot === '9' ? String(byte % 10) : (ALPHABET[byte % ALPHABET.length] ?? '2');
  });
}
