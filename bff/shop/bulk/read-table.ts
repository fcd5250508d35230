import { CsvError, parse } from 'csv-parse/sync';
import { MAX_CATALOGUE_ROWS } from '#bff/contract/shop/bulk-limits.ts';
import { invalidField } from '#bff/kit/lib/api-error.ts';
import { decodeText } from '#core/kernel/text/decode.ts';

/** Names a file's separators. */
const SEPARATORS = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' } as const;
type Separator = keyof typeof SEPARATORS;
const ENCODINGS: Readonly<Record<string, string>> = { 'utf-8': 'UTF-8', 'windows-1252': 'Windows-1252' };
/** Titles that a message names. */
const MAX_NAMED = 8;

export type TableRow = {
  /** The line of the file on which the row begins. */
  readonly line: number;
  /** By the names of columns; without those that the file does not have. */
  readonly cells: Readonly<Record<string, string>>;
  /** Why the row cannot be read. */
  readonly problem: string | null;
};
export type Table = {
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
  /** "UTF-8, semicolons", and what was left out. */
  readonly readAs: string;
};

const refused = (message: string) => invalidField('file', message);

/**
 * A table with a line of titles, in any of the encodings and separators that spreadsheets write. A title that is not one of `known` is refused.
 * @throws ApiError 422 on `file`
 */
export function readTable(bytes: Uint8Array, known: readonly string[]): Table {
  const { text: written, encoding } = decodeText(bytes);
  // The parser counts a line end within quotes otherwise twice.
  const text = written.replaceAll(/\r\n?/g, '\n');
  if (text.startsWith('PK\u0003\u0004') || text.startsWith('ÐÏ')) {
    throw refused('It is a workbook of a spreadsheet. Save it as CSV first.');
  }
  if (text.includes('\0')) throw refused('The file holds characters that no text has. Save it as CSV in UTF-8.');
  if (text.trim() === '') throw refused('The file is empty.');
  const separator = separatorOf(text, known);
  const [titles, ...rows] = parsed(text, separator);
  const columns = columnsOf(titles?.record ?? [], known);
  const filled = rows.filter(({ record }) => record.some((cell) => cell.trim() !== ''));
  if (filled.length === 0) throw refused('The file has titles and no rows.');
  if (filled.length > MAX_CATALOGUE_ROWS) {
    throw refused(
      `The file has ${filled.length.toLocaleString('en-US')} rows. A file may have at most ${MAX_CATALOGUE_ROWS.toLocaleString('en-US')}: split it. Nothing was changed.`,
    );
  }
  const blank = rows.length - filled.length;
  const left = blank === 0 ? '' : `; ${blank} blank ${blank === 1 ? 'row' : 'rows'} left out`;
  return {
    columns,
    rows: filled.map((row) => rowOf(row, columns)),
    readAs: `${ENCODINGS[encoding] ?? encoding.toUpperCase()}, ${SEPARATORS[separator]}${left}`,
  };
}

const nameOf = (title: string): string =>
  title
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');

/** The separator by which most titles are known. */
function separatorOf(text: string, known: readonly string[]): Separator {
  const first = text.split('\n').find((line) => line.trim() !== '') ?? '';
  const counted = (Object.keys(SEPARATORS) as Separator[]).map((separator) => ({
    separator,
    count: first
      .split(separator)
      .map((title) => nameOf(title.replaceAll('"', '')))
      .filter((title) => known.includes(title)).length,
  }));
  return counted.reduce((most, each) => (each.count > most.count ? each : most)).separator;
}

type Parsed = { readonly record: readonly string[]; readonly line: number };

function parsed(text: string, delimiter: Separator): Parsed[] {
  try {
    const rows = parse(text, {
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: false,
      record_delimiter: '\n',
    }) as unknown as { record: string[]; info: { lines: number } }[];
    const isFilled = ({ record }: { record: string[] }) => record.some((cell) => cell.trim() !== '');
    // `info.lines` is the line on which a row ends.
    const placed = rows.map(({ record, info }) => ({ record, line: info.lines - linesIn(record) }));
    return placed.slice(placed.findIndex(isFilled));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw refused(
      `The file cannot be read from line ${String(error.lines ?? 1)} on: a quotation mark is missing or too many.`,
    );
  }
}

const linesIn = (record: readonly string[]): number =>
  record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);

function columnsOf(titles: readonly string[], known: readonly string[]): string[] {
  const names = titles.map(nameOf);
  const unknown = titles.filter((_, index) => !known.includes(names[index] ?? ''));
  if (unknown.length > 0) {
    const named = unknown
      .slice(0, MAX_NAMED)
      .map((title) => (title.trim() === '' ? 'one without a title' : `“${title.trim().slice(0, 40)}”`));
    throw refused(
      `${unknown.length === 1 ? 'A column is' : 'Columns are'} not understood: ${named.join(', ')}. The columns are ${known.join(', ')}. Nothing was changed.`,
    );
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw refused(`The column “${twice}” is there twice.`);
  return names;
}

function rowOf({ record, line }: Parsed, columns: readonly string[]): TableRow {
  const cells = Object.fromEntries(columns.map((column, index) => [column, plain(record[index] ?? '')]));
  const formula = columns.find((_, index) => record[index]?.trimStart().startsWith('='));
  const count = `${record.length} ${record.length === 1 ? 'cell' : 'cells'}`;
  const problem =
    record.length !== columns.length
      ? `The row has ${count} where ${columns.length} are expected.`
      : formula === undefined
        ? null
        : `“${formula}” is a formula. Write its result.`;
  return { line, cells, problem };
}

/** Without the apostrophe that keeps a spreadsheet from reading a text as a formula. */
const plain = (cell: string): string =>
  cell
    .replace(/^'(?=[=+\-@\t\uFF1D\uFF0B\uFF0D\uFF20])/, '')
    .normalize()
    .trim();
