import { unzipSync } from 'fflate';
import { decodeText } from '#core/kernel/text/decode.ts';
import { readCamt053 } from './camt053.ts';
import { readCsv } from './csv.ts';
import { readMt940 } from './mt940.ts';
import {
  type Balances,
  type DraftStatement,
  missingBetween,
  requireComplete,
  requireFew,
  type Statement,
  unreadable,
  withIds,
} from './statement.ts';
import { MAX_COLUMNS, MAX_TITLE, type TableMapping } from './table-mapping.ts';
import { sketchOf } from './table-titles.ts';

/** Largest file that is read, in bytes; a zip may unpack to four times of it. */
const MAX_STATEMENT_BYTES = 5 * 1024 * 1024;
const MAX_UNPACKED_BYTES = 4 * MAX_STATEMENT_BYTES;
const MAX_ZIPPED_FILES = 200;

/** `mapping`: the columns of a table whose titles are not known. */
type Options = { readonly mapping?: TableMapping | undefined };

/** The statements of a file or of a zip of files, in any of the formats. @throws DomainError invalid_value that explains what is wrong with it */
export function readStatements(bytes: Uint8Array, options: Options = {}): Statement[] {
  if (bytes.length > MAX_STATEMENT_BYTES) throw unreadable('The file is larger than 5 MB.');
  const drafts = filesOf(bytes).flatMap((file) => draftsOf(file, options));
  const statements = identified(wholePages(drafts));
  if (statements.every(({ lines, balances }) => lines.length === 0 && balances === null)) {
    throw unreadable(['The file holds no movements.', ...notesOf(statements)].join(' '));
  }
  return statements;
}

/** The first rows of a file that is a table, and what its columns may be. @throws DomainError invalid_value for any other file */
export function sketchTable(bytes: Uint8Array): ReturnType<typeof sketchOf> {
  const [file, ...more] = bytes.length > MAX_STATEMENT_BYTES ? [] : filesOf(bytes);
  const text = file && more.length === 0 ? textOf(file) : '';
  if (text.trim() === '' || isOther(text)) throw unreadable('The file is no table, whose columns could be chosen.');
  const sketch = sketchOf(text);
  const { columns, titles } = sketch.mapping;
  if (columns.length > MAX_COLUMNS || titles.some(({ length }) => length > MAX_TITLE)) {
    throw unreadable(
      `The table has more than ${MAX_COLUMNS} columns, or a title of more than ${MAX_TITLE} characters.`,
    );
  }
  return sketch;
}

/** What was not taken, as sentences. */
export const notesOf = (statements: readonly Statement[]): string[] =>
  [...new Set(statements.flatMap(({ notes }) => notes))].map((note) => `Left out: ${note}.`);

function filesOf(bytes: Uint8Array): Uint8Array[] {
  if (!startsWith(bytes, 'PK\u0003\u0004')) return [bytes];
  let [size, count] = [0, 0];
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (name === '[Content_Types].xml')
          throw unreadable('It is a workbook of a spreadsheet: save it as CSV first.');
        if (name.endsWith('/') || /(^|\/)(__MACOSX\/|\.)/.test(name)) return false;
        size += originalSize;
        count += 1;
        if (size > MAX_UNPACKED_BYTES || count > MAX_ZIPPED_FILES) {
          throw unreadable(`The zip holds more than ${MAX_ZIPPED_FILES} files or than 20 MB.`);
        }
        return true;
      },
    });
    return Object.keys(files)
      .sort()
      .flatMap((name) => files[name] ?? []);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'invalid_value') throw error;
    throw unreadable('The zip cannot be unpacked: it is damaged or has a password.');
  }
}

function textOf(bytes: Uint8Array): string {
  if (startsWith(bytes, '%PDF')) throw unreadable('It is a PDF, which is for people. Fetch camt.053, MT940 or CSV.');
  if (startsWith(bytes, '\u00d0\u00cf\u0011\u00e0'))
    throw unreadable('It is a workbook of a spreadsheet: save it as CSV first.');
  const { text } = decodeText(bytes);
  if (text.trim() === '') throw unreadable('The file is empty.');
  if (text.includes('\0')) throw unreadable('The file holds characters that no text has. Save it as UTF-8.');
  const other = /^\s*(OFXHEADER|!(?:Type:|Account|Option:))/i.exec(text)?.[1];
  if (other !== undefined) {
    throw unreadable(
      `It is ${other.startsWith('!') ? 'QIF' : 'OFX'}, which is not read. Fetch camt.053, MT940 or CSV.`,
    );
  }
  return text;
}

const isXml = (text: string): boolean => /^\s*</.test(text);
/** A file that begins with any field of SWIFT is, or was, one: its beginning may be missing. */
const isMt940 = (text: string): boolean =>
  /^(\{.*)?:(20|25P?|28C?|60[FM]|61):/m.test(text) || /^\s*:(\d{2}[A-Z]?|NS):/.test(text);
const isOther = (text: string): boolean => isXml(text) || isMt940(text);

function draftsOf(bytes: Uint8Array, { mapping }: Options): DraftStatement[] {
  const text = textOf(bytes);
  if (isXml(text)) return readCamt053(text);
  return isMt940(text) ? readMt940(text) : readCsv(text, mapping);
}

const startsWith = (bytes: Uint8Array, text: string): boolean =>
  [...text].every((sign, place) => bytes[place] === sign.charCodeAt(0));

/** Puts the pages of a statement together. @throws DomainError invalid_value where one of them is missing */
function wholePages(drafts: readonly DraftStatement[]): DraftStatement[] {
  const groups = Map.groupBy(drafts, ({ page, account, number, format }) =>
    page ? JSON.stringify([format, account, number]) : undefined,
  );
  return drafts.flatMap((draft) => {
    const { page, account, number, format } = draft;
    if (!page) return [draft];
    const pages = groups.get(JSON.stringify([format, account, number])) ?? [];
    const ordered = pages.toSorted((one, other) => (one.page?.number ?? 0) - (other.page?.number ?? 0));
    const isWhole = ordered.every((each, index) => each.page?.number === index + 1) && ordered.at(-1)?.page?.isLast;
    if (isWhole) {
      if (draft !== ordered[0]) return [];
      return [
        {
          ...draft,
          opening: ordered.find(({ opening }) => opening)?.opening,
          closing: ordered.findLast(({ closing }) => closing)?.closing,
          drafts: ordered.flatMap((each) => each.drafts),
          notes: ordered.flatMap(({ notes }) => notes),
        },
      ];
    }
    // A page that is complete by its own balances is a statement.
    if (missingBetween(draft)?.amount === 0n) return [draft];
    throw unreadable(
      `Statement ${number} is page ${page.number} of several (StmtPgntn). Put all of its pages into one zip and import that.`,
    );
  });
}

/** Checks sums and gives the lines their ids. A statement that comes again in its file is taken once. */
function identified(drafts: readonly DraftStatement[]): Statement[] {
  requireFew({ lines: drafts.reduce((sum, each) => sum + each.drafts.length, 0), statements: drafts.length });
  const seen = new Map<string, Map<string, number>>();
  const whole = new Map<string, string[]>();
  const statements: Statement[] = [];
  for (const draft of drafts) {
    requireComplete(draft);
    const { format, number, account } = draft;
    const balances = balancesOf(draft);
    const key = contentOf(draft);
    const before = whole.get(key);
    if (before) {
      before.push(`statement ${number || 'without a number'}, which comes again in the file`);
      continue;
    }
    const counts = seen.get(account) ?? new Map<string, number>();
    seen.set(account, counts);
    const notes = [...draft.notes];
    if (isTold(draft)) whole.set(key, notes);
    statements.push({ format, number, account, balances, lines: withIds(account, draft.drafts, counts), notes });
  }
  return statements;
}

/** Whether the statement tells itself apart: by its number, or because no second one begins where it does after money moved. */
const isTold = ({ number, opening, closing }: DraftStatement): boolean =>
  opening !== undefined && closing !== undefined && (number !== '' || opening.amount !== closing.amount);

const contentOf = ({ format, account, number, opening, closing, drafts }: DraftStatement): string =>
  JSON.stringify([format, account, number, opening, closing, drafts], (_, value) =>
    typeof value === 'bigint' ? `${value}` : value,
  );

function balancesOf({ opening, closing, drafts }: DraftStatement): Balances | null {
  if (!opening || !closing) return null;
  const days = drafts.map(({ bookedOn }) => bookedOn).sort();
  const [from, to] = [days[0] ?? closing.day, days.at(-1) ?? closing.day];
  const money = ({ amount, currency }: typeof opening) => ({ amount, currency });
  return to === '' ? null : { opening: money(opening), closing: money(closing), from, to };
}
