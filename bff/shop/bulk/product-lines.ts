import { v5 } from 'uuid';
import { regionCode } from '#bff/contract/base/regions.ts';
import { CATALOGUE_COLUMNS, NOT_ON_SALE, ON_SALE } from '#bff/contract/shop/bulk-limits.ts';
import { ProductForm } from '#bff/contract/shop/product-form.ts';
import { unprintableIn } from '#bff/papers/drawing/fonts.ts';
import { sanitiseDescription } from '#bff/shop/products/description.ts';
import { EXAMPLE_REFUSED } from '#bff/shop/products/example-product.ts';
import type { OfficeProduct } from '#bff/shop/products/product-store.ts';
import { decimalToMinor, minorToDecimal } from '#core/kernel/money/decimals.ts';
import { type Currency, formatMoney } from '#core/kernel/money/money.ts';
import { isUuid } from '#projections/kernel/sql.ts';
import { fieldsOf, isAsBefore, type Line, type Problem, type ProductTarget, problemsOf, yesOrNo } from './line.ts';
import type { TableRow } from './read-table.ts';

const { needed, others } = CATALOGUE_COLUMNS.products;
export const PRODUCT_COLUMNS: readonly string[] = [...needed, ...others];
/** What an export has: a new brand is only asked for. */
export const EXPORTED_COLUMNS: readonly string[] = [
  'id',
  ...needed,
  ...others.filter((column) => column !== 'id' && column !== 'new_brand'),
];

type Texts = Readonly<Record<string, string>>;

/** The columns that follow from what is stored: an export, and what a file is compared with. */
export const productTexts = (product: OfficeProduct): Texts => ({
  id: product.id,
  ...textsOf({
    ...product,
    variantName: product.variantName ?? '',
    brand: product.brandTitle ?? '',
    isNewBrand: false,
    currency: product.currency ?? '',
    priceMinor: product.priceMinor === null ? '' : product.priceMinor.toString(),
  }),
});

const textsOf = (product: Omit<ProductTarget, 'currency'> & { readonly currency: Currency | '' }): Texts => ({
  name: product.name,
  variant_name: product.variantName,
  brand_name: product.brand,
  category_name: product.category,
  region: regionCode(product.region),
  currency: product.currency,
  price: product.currency === '' ? '' : minorToDecimal(product.priceMinor, product.currency),
  short_description: product.shortDescription,
  description: product.description,
  status: product.isActive ? ON_SALE : NOT_ON_SALE,
  out_of_stock_for_good: product.isPermanentOutOfStock ? 'yes' : 'no',
});

/** The catalogue as a file is compared with it. */
export type KnownCatalogue = {
  /** Of the ids that the file names. */
  readonly products: ReadonlyMap<string, OfficeProduct>;
  /** Titles as they are stored, by their lower case. */
  readonly brands: ReadonlyMap<string, string>;
  /** Ids by {@link keyOf}, of products with the names that the file has. */
  readonly byKey: ReadonlyMap<string, string>;
  readonly currencies: readonly Currency[];
  /** Whether a product of this name may not be on sale. */
  isRefusedExample(name: string): boolean;
};

/** Two products with one key would be the same one to a customer. */
export const keyOf = (product: {
  readonly name: string;
  readonly variantName: string | null;
  readonly brand: string | null;
  readonly region: string;
}): string =>
  [product.brand, product.name, product.variantName, product.region]
    .map((text) => (text ?? '').toLowerCase())
    .join('\n');

/** The rows of a file of products as they would be applied. `changeId` names new products, so that they are made once. */
export async function productLines(
  rows: readonly TableRow[],
  known: KnownCatalogue,
  changeId: string,
): Promise<readonly Line[]> {
  const lineOf = new Map<string, number>();
  const lines: Line[] = [];
  for (const row of rows) lines.push(await lineOfRow(row, known, changeId, lineOf));
  return lines;
}

async function lineOfRow(
  row: TableRow,
  known: KnownCatalogue,
  changeId: string,
  lineOf: Map<string, number>,
): Promise<Line> {
  const { cells, line } = row;
  const id = (cells.id ?? '').toLowerCase();
  const before = known.products.get(id) ?? null;
  const name = cells.name || before?.name || id;
  const wrong = (...problems: Problem[]): Line => ({
    line,
    state: 'wrong',
    subject: before?.id ?? '',
    name,
    fields: [],
    problems,
    target: null,
    shownAt: null,
  });
  /** Remembers the product's line; a second one is wrong. */
  const once = (column: string, key: string, sound: Line): Line => {
    const earlier = lineOf.get(key);
    if (earlier !== undefined) return wrong({ column, message: `The same product is on line ${earlier} already.` });
    lineOf.set(key, line);
    return sound;
  };
  if (row.problem !== null) return wrong({ column: null, message: row.problem });
  if (id !== '' && before === null) {
    const message = isUuid(id) ? 'There is no product with this id.' : 'This is no id of a product.';
    return wrong({ column: 'id', message: `${message} Leave it empty for a new product.` });
  }
  const texts = before && productTexts(before);
  const shownAt = before?.updatedAt.toISOString() ?? null;
  if (before && texts && isAsBefore(cells, texts)) {
    const same = { line, subject: before.id, name, fields: [], problems: [], target: null, shownAt } as const;
    return once('id', before.id, { ...same, state: 'unchanged' });
  }
  const read = await readRow({ ...texts, ...cells }, known);
  if ('problems' in read) return wrong(...read.problems);
  const { target } = read;
  const fields = fieldsOf(EXPORTED_COLUMNS.slice(1), texts, textsOf(target));
  const problems = await changeProblems(target, fields, before, known);
  if (problems.length > 0) return wrong(...problems);
  const sound = { line, name: target.name, fields, problems: [], target, shownAt } as const;
  if (before === null) {
    return once('name', keyOf(target), { ...sound, state: 'new', subject: v5(`product/${line}`, changeId) });
  }
  return once('id', before.id, { ...sound, state: fields.length > 0 ? 'changed' : 'unchanged', subject: before.id });
}

/** What the cells say, merged with what they do not say. */
async function readRow(
  cells: Texts,
  { brands, currencies }: KnownCatalogue,
): Promise<{ readonly target: ProductTarget } | { readonly problems: readonly Problem[] }> {
  const { status = ON_SALE, out_of_stock_for_good = 'no', new_brand = '', ...form } = cells;
  const isGone = yesOrNo(out_of_stock_for_good);
  const isNewBrand = new_brand === '' ? false : yesOrNo(new_brand);
  const isActive = { [ON_SALE]: true, [NOT_ON_SALE]: false }[status.toLowerCase()];
  const parsed = ProductForm.safeParse({
    ...form,
    currency: cells.currency?.toUpperCase(),
    is_permanent_out_of_stock: false,
  });
  const problems: Problem[] = parsed.success ? [] : problemsOf(parsed.error);
  const say = (column: string, message: string) => problems.push({ column, message });
  const [currency, price] = [parsed.data?.currency, parsed.data?.price];
  const minor = currency && price ? decimalToMinor(price, currency) : undefined;
  if (currency && !currencies.includes(currency)) say('currency', `The store offers nothing in ${currency}.`);
  if (parsed.success && (minor === undefined || minor <= 0n)) say('price', 'Price must be greater than 0');
  if (isActive === undefined) say('status', `Write “${ON_SALE}” or “${NOT_ON_SALE}”.`);
  if (isGone === undefined) say('out_of_stock_for_good', 'Write “yes” or “no”.');
  if (isNewBrand === undefined) say('new_brand', 'Write “yes” or “no”.');
  const title = parsed.data?.brand_name ?? '';
  const brand = brands.get(title.toLowerCase());
  if (title !== '' && brand === undefined && isNewBrand === false) {
    say('brand_name', `There is no brand named ${title}. Write “yes” into a column “new_brand” to add it.`);
  }
  if (problems.length > 0 || !parsed.success || minor === undefined) return { problems: problems.map(clearer) };
  const { data } = parsed;
  return {
    target: {
      name: data.name,
      variantName: data.variant_name,
      category: data.category_name,
      region: data.region,
      shortDescription: data.short_description ?? '',
      description: await sanitiseDescription(data.description ?? ''),
      brand: brand ?? title,
      isNewBrand: brand === undefined,
      currency: data.currency,
      priceMinor: minor.toString(),
      isActive: isActive === true,
      isPermanentOutOfStock: isGone === true,
    },
  };
}

/** A spreadsheet of another country writes 49,00. */
const clearer = (problem: Problem): Problem =>
  problem.column === 'price' && problem.message === 'Please enter a valid amount'
    ? { column: 'price', message: 'Write the price with a point and without separators, such as 1234.50.' }
    : problem;

async function changeProblems(
  target: ProductTarget,
  fields: Line['fields'],
  before: OfficeProduct | null,
  known: KnownCatalogue,
): Promise<Problem[]> {
  const changed = new Set(fields.map(({ name }) => name));
  const problems: Problem[] = [];
  for (const [column, text] of [
    ['name', target.name],
    ['variant_name', target.variantName],
  ] as const) {
    const letters = changed.has(column) ? await unprintableIn(text) : [];
    if (letters.length > 0)
      problems.push({ column, message: `Invoices cannot print ${letters.slice(0, 5).join(' ')}.` });
  }
  if (target.isActive && known.isRefusedExample(target.name)) {
    problems.push({ column: 'status', message: `${EXAMPLE_REFUSED} Until then write “${NOT_ON_SALE}”.` });
  }
  const twin = known.byKey.get(keyOf(target));
  if (before === null && twin !== undefined) {
    const message = `The catalogue has this product: its id is ${twin}. Put the id into the file to change it.`;
    problems.push({ column: 'name', message });
  }
  const { waitingPrice } = before ?? {};
  if (waitingPrice && (changed.has('price') || changed.has('currency'))) {
    const price = formatMoney({ amount: BigInt(waitingPrice.price_minor), currency: waitingPrice.currency });
    problems.push({
      column: 'price',
      message: `A price of ${price} waits for a second administrator. Decide that one first.`,
    });
  }
  return problems;
}
