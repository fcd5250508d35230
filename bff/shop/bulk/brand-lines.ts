import { BrandForm } from '#bff/contract/shop/brand-form.ts';
import { CATALOGUE_COLUMNS } from '#bff/contract/shop/bulk-limits.ts';
import type { BrandRow } from '#bff/shop/brands/brand-store.ts';
import { fieldsOf, isAsBefore, type Line, type Problem, problemsOf } from './line.ts';
import type { TableRow } from './read-table.ts';

export const BRAND_COLUMNS: readonly string[] = [
  'id',
  ...CATALOGUE_COLUMNS.brands.needed,
  ...CATALOGUE_COLUMNS.brands.others.filter((column) => column !== 'id'),
];

/** The columns that follow from what is stored. */
export const brandTexts = (brand: BrandRow): Record<string, string> => ({
  id: String(brand.id),
  title: brand.title,
  description: brand.description,
  website: brand.website ?? '',
  color: brand.color ?? '',
  glyph: brand.glyph,
});

/** The rows of a file of brands as they would be applied. */
export function brandLines(rows: readonly TableRow[], brands: readonly BrandRow[]): readonly Line[] {
  const byId = new Map(brands.map((brand) => [String(brand.id), brand]));
  const byTitle = new Map(brands.map((brand) => [brand.title.toLowerCase(), brand]));
  const lineOf = new Map<string, number>();
  return rows.map(({ line, cells, problem }): Line => {
    const id = cells.id ?? '';
    const before = byId.get(id) ?? null;
    const name = cells.title || before?.title || id;
    const wrong = (...problems: Problem[]): Line => ({
      line,
      state: 'wrong',
      subject: before ? id : '',
      name,
      fields: [],
      problems,
      target: null,
      shownAt: null,
    });
    if (problem !== null) return wrong({ column: null, message: problem });
    if (id !== '' && before === null) {
      return wrong({ column: 'id', message: 'There is no brand with this id. Leave it empty for a new brand.' });
    }
    const texts = before ? brandTexts(before) : null;
    const title = (cells.title ?? before?.title ?? '').toLowerCase();
    for (const key of [`title ${title}`, ...(id === '' ? [] : [`id ${id}`])]) {
      const earlier = lineOf.get(key);
      if (earlier !== undefined) {
        return wrong({ column: key.split(' ')[0] ?? null, message: `The same brand is on line ${earlier} already.` });
      }
      lineOf.set(key, line);
    }
    const shownAt = before?.updated_at ?? null;
    if (texts && isAsBefore(cells, texts)) {
      return { line, state: 'unchanged', subject: id, name, fields: [], problems: [], target: null, shownAt };
    }
    const { color = '', glyph = '', ...form } = { ...texts, ...cells };
    const parsed = BrandForm.safeParse({
      ...form,
      color: color === '' ? null : color,
      glyph: glyph === '' ? undefined : glyph,
    });
    if (!parsed.success) return wrong(...problemsOf(parsed.error).map(clearer));
    const target = parsed.data;
    const twin = byTitle.get(target.title.toLowerCase());
    if (twin && twin.id !== before?.id) {
      return wrong({ column: 'title', message: `There is a brand named ${twin.title} already: its id is ${twin.id}.` });
    }
    const after = {
      title: target.title,
      description: target.description ?? '',
      website: target.website ?? '',
      color: target.color ?? '',
      glyph: target.glyph ?? before?.glyph ?? '',
    };
    const fields = fieldsOf(BRAND_COLUMNS.slice(1), texts, after);
    const state = before === null ? 'new' : fields.length > 0 ? 'changed' : 'unchanged';
    return { line, state, subject: id, name: target.title, fields, problems: [], target, shownAt };
  });
}

const clearer = (problem: Problem): Problem =>
  problem.column === 'color' ? { column: 'color', message: 'Write a colour such as #1b2838, or nothing.' } : problem;
