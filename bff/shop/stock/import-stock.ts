import type { FastifyRequest } from 'fastify';
import { MAX_CODES_CSV_BYTES } from '#bff/contract/base/upload-rules.ts';
import { type RecordingCall, recordAction } from '#bff/identity/audit/record-action.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { filePart } from '#bff/kit/files/file-part.ts';
import { ApiError, conflict, invalidField } from '#bff/kit/lib/api-error.ts';
import { describeCodes } from './code-shape.ts';
import { type CodeProblem, MAX_PROBLEMS_REPORTED, type ParsedCodes, parseCodesCsv } from './codes-csv.ts';

const FIELD = 'codes';
const MEBIBYTES = MAX_CODES_CSV_BYTES / 1024 / 1024;
const TOO_LARGE = `File too large. A file of codes may have at most ${MEBIBYTES} MB. Split it; nothing was added.`;

export type StockImport = {
  readonly message: string;
  readonly added: number;
  readonly duplicates: number;
  readonly invalid: CodeProblem[];
};

/**
 * Adds gift codes from a CSV that is parsed while it is received and is never written to the disk. A file with lines that are no codes is
 * refused as a whole, because it is the wrong file or a broken one. Codes that are in stock (or were sold) already are left out and
 * reported by line. Orders that wait for these codes are then served.
 */
export async function importStock(
  deps: Pick<BffDeps, 'codes'>,
  call: RecordingCall & { readonly request: FastifyRequest },
  product: { readonly id: string; readonly name: string; readonly variantId: string | null },
): Promise<StockImport> {
  if (product.variantId === null) throw conflict('invalid_state', 'This product has no variant to add codes to.');
  const { parsed, isToAsk } = await receive(call.request);
  requireSound(parsed);
  const { codes } = parsed;
  if (isToAsk) {
    throw conflict('confirm_codes', `${describeCodes(codes.map(({ code }) => code))} Nothing was added yet.`);
  }
  const result = await deps.codes.addCodes(
    product.variantId,
    codes.map(({ code }) => code),
  );
  // Also where all codes were there already: a repetition completes an attempt that was cut off after adding them.
  if (result.added > 0 || result.duplicates > 0) {
    // The codes are there first: this event makes waiting orders be served, and the answer shows its effect.
    await recordAction(
      call,
      'stock-added',
      ['product', product.id],
      {
        name: product.name,
        added: String(result.added),
        duplicates: String(result.duplicates),
        variant: product.variantId,
      },
      { wait: true },
    );
  }
  const known = result.duplicateIndexes
    .slice(0, MAX_PROBLEMS_REPORTED)
    .map((index) => ({ line: codes[index]?.line ?? 0, message: 'This code is in stock or was sold already.' }));
  return { message: messageOf(result), added: result.added, duplicates: result.duplicates, invalid: known };
}

/** `isToAsk`: the form's field `confirmed` is 'false', so the sender wants to see what was understood first. */
async function receive(request: FastifyRequest): Promise<{ parsed: ParsedCodes; isToAsk: boolean }> {
  const part = await filePart(request, {
    field: FIELD,
    maxBytes: MAX_CODES_CSV_BYTES,
    missing: 'Please choose a CSV file with one gift code a line',
  });
  const parsed = await parseCodesCsv(part.file);
  // Reads the rest of the file, so that the sender can finish and read the answer.
  part.file.resume();
  if (part.file.truncated) throw invalidField(FIELD, TOO_LARGE);
  const { confirmed } = part.fields;
  return { parsed, isToAsk: confirmed !== undefined && 'value' in confirmed && confirmed.value === 'false' };
}

function requireSound({ codes, problems, problemCount }: ParsedCodes): void {
  if (problemCount > 0) {
    const more = problemCount > problems.length ? ` (the first ${problems.length} are listed)` : '';
    throw new ApiError(
      422,
      'codes_not_valid',
      `${problemCount} ${problemCount === 1 ? 'line is' : 'lines are'} not right${more}. Nothing was added.`,
      { errors: { [FIELD]: problems.map(({ line, message }) => `Line ${line}: ${message}`) } },
    );
  }
  if (codes.length === 0) throw invalidField(FIELD, 'The file holds no gift codes.');
}

function messageOf({ added, duplicates }: { added: number; duplicates: number }): string {
  const codes = (count: number) => `${count} ${count === 1 ? 'code' : 'codes'}`;
  if (added === 0)
    return `Nothing was added: ${codes(duplicates)} of the file ${duplicates === 1 ? 'is' : 'are'} known.`;
  if (duplicates === 0) return `${codes(added)} added to stock`;
  return `${codes(added)} added to stock; ${codes(duplicates)} left out as known already`;
}
