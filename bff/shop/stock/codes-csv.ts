import { type Readable, Transform } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { codeProblem, essenceOf, MAX_CODES_AT_ONCE } from '#bff/kit/ports/gift-code.ts';
import { isHeading, isOfCodes } from './code-headings.ts';
import { waysUnlike } from './code-shape.ts';

/** Limit of bytes in one line, far above any of ours: a line of ten million commas would be ten million columns in memory. */
const MAX_LINE_BYTES = 4_096;
/** A file with so many wrong lines is the wrong file, so the rest of it is not read. */
const MAX_PROBLEMS = MAX_CODES_AT_ONCE;
/** Problems in one answer: enough to see a pattern, few enough to read. */
export const MAX_PROBLEMS_REPORTED = 50;

type CodeLine = { readonly line: number; readonly code: string };
export type CodeProblem = { readonly line: number; readonly message: string };
export type ParsedCodes = {
  readonly codes: readonly CodeLine[];
  readonly problems: readonly CodeProblem[];
  /** All problems, also unreported ones, up to the limit at which reading stops. */
  readonly problemCount: number;
};

type CsvRow = { record: string[]; info: { lines: number } };

/** Rows that the first and the last one are compared with. */
const COMPARED = 200;

/**
 * Reads gift codes from a CSV stream: one column, with or without a known heading. A second column is refused, because a PIN or an expiry
 * would be lost, and nobody can know which of two is the code. Without a heading, a first row that is unlike the rest is refused as well,
 * because it may be one. Blank lines are skipped. The stock is not checked; duplicates within the file are reported with both line numbers.
 * Never throws for bad content: it is reported by line.
 */
export async function parseCodesCsv(source: Readable): Promise<ParsedCodes> {
  const codes: CodeLine[] = [];
  const problems: CodeProblem[] = [];
  let problemCount = 0;
  const report = (line: number, message: string) => {
    problemCount += 1;
    if (problems.length < MAX_PROBLEMS_REPORTED) problems.push({ line, message });
  };

  const firstLineOf = new Map<string, number>();
  let column = 0;
  let isFirst = true;
  let isHeaded = false;
  const parser = parse({
    bom: true,
    info: true,
    trim: true,
    relax_column_count: true,
    // ="00150" is refused as a formula, by its line.
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_LINE_BYTES,
  });
  const guard = boundLines();
  source.on('error', (error) => parser.destroy(error));
  guard.on('error', (error) => parser.destroy(error));
  source.pipe(guard).pipe(parser);
  try {
    for await (const { record, info } of parser as AsyncIterable<CsvRow>) {
      const line = info.lines;
      if (problemCount >= MAX_PROBLEMS) break;
      const filled = record.flatMap((cell, index) => (cell === '' ? [] : [index]));
      if (filled.length === 0) continue;
      const cells = filled.map((index) => record[index] ?? '');
      if (isFirst) {
        isFirst = false;
        column = filled[0] ?? 0;
        isHeaded = cells.some(isHeading);
        const refusal = isHeaded ? headingProblem(cells) : undefined;
        if (refusal) report(line, refusal);
        if (refusal) break;
        if (isHeaded) continue;
      }
      const code = record[column] ?? '';
      const problem = rowProblem(cells, code) ?? codeProblem(code);
      if (problem) {
        report(line, problem);
        continue;
      }
      const essence = essenceOf(code);
      const earlier = firstLineOf.get(essence);
      if (earlier !== undefined) {
        report(line, `The same code is on line ${earlier} already.`);
        continue;
      }
      if (codes.length >= MAX_CODES_AT_ONCE) {
        report(line, `A file may hold at most ${MAX_CODES_AT_ONCE.toLocaleString('en-US')} codes. Split it.`);
        break;
      }
      firstLineOf.set(essence, line);
      codes.push({ line, code });
    }
  } catch (error) {
    if (error instanceof LineTooLongError) report(error.line, `The line is longer than ${MAX_LINE_BYTES} bytes.`);
    // The error's message quotes the line, which may be a code, so it is not passed on.
    else if (!(error instanceof CsvError)) throw error;
    else report(Number(error.lines ?? 0), 'The file cannot be read as CSV from here on (a quote may be missing).');
  } finally {
    // The caller reads the rest, so that the sender can finish.
    source.unpipe(guard);
  }
  for (const { line, message } of isHeaded ? [] : strangers(codes)) {
    problemCount += 1;
    problems.unshift({ line, message });
  }
  return { codes, problems: problems.slice(0, MAX_PROBLEMS_REPORTED), problemCount };
}

const MORE_COLUMNS = 'There is more than one column:';
const ONE_COLUMN =
  'Which one is the code cannot be guessed, and a PIN or an expiry has no place in the stock: leave only the column of the codes, named “code”.';

function headingProblem(names: readonly string[]): string | undefined {
  const listed = new Intl.ListFormat('en-GB').format(names.map((name) => `“${name}”`));
  if (names.length > 1) return `${MORE_COLUMNS} ${listed}. ${ONE_COLUMN}`;
  return names.every(isOfCodes) ? undefined : `The column is named ${listed}, which is not one of codes. ${ONE_COLUMN}`;
}

function rowProblem(cells: readonly string[], code: string): string | undefined {
  if (cells.length > 1) return `${MORE_COLUMNS} ${cells.length} cells. ${ONE_COLUMN}`;
  if (code === '') return 'It stands in another column than the line before.';
  return isHeading(code) ? 'This is a heading, not a code.' : undefined;
}

/** A first line that may be a heading, and a last one that may be a sum. */
function strangers(codes: readonly CodeLine[]): readonly CodeProblem[] {
  const texts = codes.map(({ code }) => code);
  const [first, last] = [codes[0], codes.at(-1)];
  if (!first || !last) return [];
  const isStrangeFirst =
    texts.length === 1 ? !/\d/.test(first.code) : waysUnlike(first.code, texts.slice(1, COMPARED)) > 0;
  const isStrangeLast = texts.length > 2 && waysUnlike(last.code, texts.slice(0, -1).slice(-COMPARED)) > 1;
  return [
    ...(isStrangeLast
      ? [
          {
            line: last.line,
            message: 'This last line is unlike the rest, as a sum is. If it is a code, name the column “code”.',
          },
        ]
      : []),
    ...(isStrangeFirst
      ? [
          {
            line: first.line,
            message:
              'This first line is unlike the rest, as a heading is. If it is a code, put a line “code” above it; if it is a heading, name it “code”.',
          },
        ]
      : []),
  ];
}

class LineTooLongError extends Error {
  readonly line: number;
  constructor(line: number) {
    super(`Line ${line} is too long.`);
    this.line = line;
  }
}

const NEWLINE = 0x0a;

/** Passes everything on, until a line is too long. */
function boundLines(): Transform {
  let line = 1;
  let lengthBytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        if (lengthBytes + end - start > MAX_LINE_BYTES) return done(new LineTooLongError(line));
        lengthBytes = 0;
        line += 1;
        start = end + 1;
      }
      lengthBytes += chunk.length - start;
      done(lengthBytes > MAX_LINE_BYTES ? new LineTooLongError(line) : null, chunk);
    },
  });
}
