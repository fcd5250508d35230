import { z } from 'zod';
import type { AnswerLinesForm } from '#bff/contract/money/bank-line-form.ts';
import { recordedTransaction } from '#bff/identity/audit/keep-record.ts';
import type { RecordingCall } from '#bff/identity/audit/record-action.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { requireCurrent } from '#bff/kit/http/require-current.ts';
import { conflict } from '#bff/kit/lib/api-error.ts';
import { withLease } from '#bff/kit/tables/lease.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { leaseOfLine } from '#bff/money/bank/with-line.ts';
import { bookedAmong } from '#projections/models/booked-lines.ts';

const Id = z.object({ id: z.string() });

/**
 * Keeps what a person says of lines that may have been imported before. The answer may be changed as long as nothing was booked from the line.
 * @throws ApiError 409 where a line is not asked about, or is booked
 */
export async function answerLines(
  deps: Pick<BffDeps, 'database' | 'eventStore' | 'readModels' | 'ledger' | 'logger'>,
  call: Pick<RecordingCall, 'actor'>,
  statementId: string,
  { line_ids, is }: z.output<typeof AnswerLinesForm>,
): Promise<void> {
  const ids = [...new Set(line_ids)].sort();
  await withLease(deps.database, ids.map(leaseOfLine), async (requireTime) => {
    await requireCurrent(deps);
    if ((await bookedAmong(deps.database, ids)).length > 0) {
      throw conflict('line_taken', 'One of these lines was booked already. Nothing was changed.');
    }
    requireTime();
    await recordedTransaction(deps, call.actor, async (transaction, record) => {
      const changed = await transaction.any(sql.type(Id)`update app.bank_line set doubt = ${is}
        where line_id = any(${sql.array(ids, 'text')}) and statement_id = ${statementId} and doubt is not null returning line_id as id`);
      if (changed.length !== ids.length) {
        throw conflict(
          'line_not_asked',
          'One of these lines is not asked about. Load the page again. Nothing was changed.',
        );
      }
      const facts = { lines: String(ids.length), is };
      await record('statement-lines-answered', ['bank-statement', statementId], facts);
    });
  });
}
