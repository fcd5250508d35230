import type { StockImportAnswer } from '#bff/contract/shop/admin-product.ts';
import { isApiError } from '#web/lib/call/api-error.ts';

type ReportLine = { line: number | null; message: string };

/** The result of a file of codes: added (perhaps without some lines), or refused as a whole. */
export type ImportReport = {
  fileName: string;
  tone: 'ok' | 'warn' | 'bad';
  title: string;
  /** What it means for the stock, and what to do. */
  message: string;
  lines: readonly ReportLine[];
};

export function reportOf(fileName: string, answer: StockImportAnswer): ImportReport {
  const isClean = answer.duplicates === 0 && answer.invalid.length === 0;
  const listed =
    answer.invalid.length < answer.duplicates
      ? `The first ${answer.invalid.length} of them are listed below.`
      : 'They are listed below.';
  return {
    fileName,
    tone: isClean ? 'ok' : 'warn',
    title: answer.message,
    message: isClean
      ? 'They can be sold now; orders that waited for them are served first.'
      : `${listed} A code is never added twice, so the same file can be sent again.`,
    lines: answer.invalid,
  };
}

/** The report of a refused file, of which nothing was added. Undefined where the failure is not about its content. */
export function reportOfRefusal(fileName: string, error: unknown): ImportReport | undefined {
  if (!isApiError(error) || error.status !== 422) return undefined;
  const lines = (error.errors.codes ?? []).filter((message) => message !== error.message).map(parseLine);
  const remedy = lines.length > 0 ? 'Mend these lines and send it again.' : 'Choose another file.';
  return {
    fileName,
    tone: 'bad',
    title: error.message,
    message: `The file was refused as a whole and the stock is as it was. ${remedy}`,
    lines,
  };
}

/** 'Line 7: The code is missing.' → 7 and the rest. */
function parseLine(text: string): ReportLine {
  const match = /^Line (\d+): (.*)$/.exec(text);
  return match ? { line: Number(match[1]), message: match[2] ?? '' } : { line: null, message: text };
}
