import { type Readable, Transform } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { codeProblem, essenceOf, MAX_CODES_AT_ONCE } from '#bff/ports/gift-code.ts';

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

const HEADER = /^(gift[ _-]?)?(code|codes|pin|serial|voucher)s?$/i;

/**
 * Reads gift codes from a CSV stream: one code a row in the first column, or in the column headed "code"; other columns must be empty.
 * Blank lines are skipped. The stock is not checked; duplicates within the file are reported with both line numbers. Never throws for bad
 * content: it is reported by line.
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
  const parser = parse({
    bom: true,
    info: true,
    trim: true,
    relax_column_count: true,
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
      if (isFirst) {
        isFirst = false;
        const headed = record.findIndex((cell) => HEADER.test(cell));
        if (headed >= 0) {
          column = headed;
          continue;
        }
      }
      const code = record[column] ?? '';
      if (code === '') {
        if (record.some((cell) => cell !== '')) report(line, 'The code is missing.');
        continue;
      }
      const problem = codeProblem(code);
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
  return { codes, problems, problemCount };
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
