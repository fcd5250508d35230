import { createHash } from 'node:crypto';
import { z } from 'zod';
import { GLYPHS } from '#bff/contract/base/glyphs.ts';
import { Currency } from '#core/kernel/money/money.ts';

export const LINE_STATES = ['new', 'changed', 'unchanged', 'wrong'] as const;
export type LineState = (typeof LINE_STATES)[number];

/** What a product is to be. Prices are minor units as text. */
export const ProductTarget = z.object({
  name: z.string(),
  variantName: z.string(),
  shortDescription: z.string(),
  /** Sanitised HTML. */
  description: z.string(),
  category: z.string(),
  brand: z.string(),
  isNewBrand: z.boolean(),
  region: z.string(),
  currency: Currency,
  priceMinor: z.string(),
  isActive: z.boolean(),
  isPermanentOutOfStock: z.boolean(),
});
export type ProductTarget = z.infer<typeof ProductTarget>;

export const BrandTarget = z.object({
  title: z.string(),
  description: z.string().nullable(),
  website: z.string().nullable(),
  color: z.string().nullable(),
  glyph: z.enum(GLYPHS).optional(),
});
export type BrandTarget = z.infer<typeof BrandTarget>;

export const PriceTarget = z.object({ currency: Currency, priceMinor: z.string(), beforeMinor: z.string() });
export type PriceTarget = z.infer<typeof PriceTarget>;

/** In basis points, on a product of this brand. */
export const DiscountTarget = z.object({ basisPoints: z.int(), beforeBasisPoints: z.int(), brandId: z.int() });
export type DiscountTarget = z.infer<typeof DiscountTarget>;

export const Field = z.object({ name: z.string(), before: z.string().nullable(), after: z.string() });
export const Problem = z.object({ column: z.string().nullable(), message: z.string() });
export type Problem = z.infer<typeof Problem>;

/** One row of a dry run. */
export type Line = {
  /** The line of the file; the place in the list for prices and discounts. */
  readonly line: number;
  readonly state: LineState;
  /** The id of the product or brand; the one that a new product gets. Empty for a new brand. */
  readonly subject: string;
  readonly name: string;
  readonly fields: readonly z.infer<typeof Field>[];
  readonly problems: readonly Problem[];
  readonly target: ProductTarget | BrandTarget | PriceTarget | DiscountTarget | null;
  /** The `updated_at` of what is changed, as it was shown. */
  readonly shownAt: string | null;
};

/** What a confirmation names: it is another one where any row, or what a row is based on, is another. */
export const digestOf = (lines: readonly Line[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify(lines.map(({ line, state, subject, target, shownAt }) => [line, state, subject, target, shownAt])),
    )
    .digest('hex');

/** A row with what differs, from texts by column; null: there was nothing before. */
export function fieldsOf(
  columns: readonly string[],
  before: Readonly<Record<string, string>> | null,
  after: Readonly<Record<string, string>>,
): z.infer<typeof Field>[] {
  return columns.flatMap((name): z.infer<typeof Field>[] => {
    const [was, is] = [before?.[name], after[name] ?? ''];
    if (before === null) return is === '' ? [] : [{ name, before: null, after: is }];
    return normal(was ?? '') === normal(is) ? [] : [{ name, before: was ?? '', after: is }];
  });
}

/** As a file has it: spreadsheets change line ends. */
const normal = (text: string): string => text.replaceAll(/\r\n?/g, '\n').normalize().trim();

/** Whether a row says nothing but what is stored, which may be older than today's rules of a form. */
export const isAsBefore = (
  cells: Readonly<Record<string, string>>,
  before: Readonly<Record<string, string>>,
): boolean => Object.entries(cells).every(([name, cell]) => normal(cell) === normal(before[name] ?? ''));

/** yes or no; undefined for anything else. */
export const yesOrNo = (cell: string): boolean | undefined => ({ yes: true, no: false })[cell.toLowerCase()];

export const problemsOf = (error: z.ZodError, columnOf: (field: string) => string = (field) => field): Problem[] =>
  error.issues.map(({ path, message }) => ({ column: columnOf(String(path[0] ?? '')) || null, message }));
