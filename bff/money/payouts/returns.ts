import { z } from 'zod';
import { accountParty } from '#bff/kit/approvals/decided-alone.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { invalidField } from '#bff/kit/lib/api-error.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { openBatchesOfLines } from '#bff/money/bank/batch-store.ts';
import { sourcesOf } from '#bff/money/bank/line-source.ts';
import { openDetails } from '#bff/money/bank/statement-store.ts';
import { waitingWith } from '#bff/money/bank/waiting-with.ts';
import { leaseOfLine } from '#bff/money/bank/with-line.ts';
import { payeePrint } from '#bff/money/payees/payees.ts';
import { returnReference } from '#core/aggregates/suspense/line-stream.ts';
import { returnRefusal } from '#core/aggregates/suspense/return-refusal.ts';
import { transferProblem } from '#core/finance/bank/pain001.ts';
import { payoutFileReference } from '#core/finance/bank/payout-file.ts';
import { compactIban } from '#core/finance/bank/statements/statement.ts';
import { Currency, money } from '#core/kernel/money/money.ts';
import { bookedAmong } from '#projections/models/booked-lines.ts';
import { notPayable, type Source } from './make-batch.ts';

const Kept = z.object({ id: z.string(), amount: z.bigint(), currency: Currency, sealed: z.instanceof(Buffer) });

/** The subject that counts for the day, by file and by hand. */
export const returnSubjectOf = (lineId: string): string => `bank-line:${lineId}`;

/** Lines in suspense, back to their accounts. The statement has no BIC of these accounts, so a file can return only euros. */
export function returnsOf(deps: BffDeps, lineIds: readonly string[]): Source {
  const { database, crypto } = deps;
  const field = 'line_ids';
  const asked = new Map<string, bigint>();
  return {
    field,
    column: 'line_id',
    subjectOf: returnSubjectOf,
    leaseOf: leaseOfLine,
    async partiesOf(transfers) {
      const parties = [...transfers].map(
        async ([id, { creditor }]) => [id, [accountParty(await payeePrint({ crypto }, creditor))]] as const,
      );
      return new Map(await Promise.all(parties));
    },
    async transfers() {
      const ids = [...new Set(lineIds)];
      // Of a line that has paid a part, only what is left goes back.
      const rows = await database.any(sql.type(Kept)`
        select line_id as id, coalesce(held.amount, line.amount) as amount, line.currency, details_sealed as sealed from app.bank_line line
        left join read.booked_lines held using (line_id) where line_id = any(${sql.array(ids, 'text')})`);
      const known = new Map(rows.map((row) => [row.id, row]));
      return new Map(
        ids.map((id) => {
          const line = known.get(id);
          if (!line) throw invalidField(field, 'There is no such line of a bank statement.');
          const number = returnReference(id);
          const { name, iban } = openDetails(crypto, line);
          const creditor = { name, account: compactIban(iban), bic: '' };
          const transfer = { amount: money(line.amount, line.currency), creditor, text: number };
          const problem =
            iban === ''
              ? 'the statement does not say from which account it came'
              : line.currency === 'EUR'
                ? transferProblem(transfer)
                : `a transfer in ${line.currency} needs a BIC, which the statement does not say`;
          asked.set(id, line.amount);
          if (!problem) return [id, transfer] as const;
          throw invalidField(field, `${number}: ${problem}. No file was made: return it at the bank, by hand.`);
        }),
      );
    },
    async requirePayable(transaction, ids, payer) {
      const open = new Map((await openBatchesOfLines(transaction, ids)).map((item) => [item.lineId, item.number]));
      const sources = await sourcesOf(transaction, deps, ids);
      const booked = new Map((await bookedAmong(transaction, ids)).map((line) => [line.lineId, line]));
      for (const id of ids) {
        const no = (why: string) => notPayable(returnReference(id), why);
        const [other, line] = [open.get(id), booked.get(id)];
        if (other !== undefined) throw no(`is in the file ${payoutFileReference(other)} already`);
        if (line?.state !== 'held') throw no('is not in suspense any more');
        if (line.splitInto) throw no('is approved for several deposits together');
        if (line.amount !== asked.get(id)) throw no('has paid a part meanwhile: look at what is left');
        const source = sources.get(id);
        const refusal = source ? returnRefusal(line.heldBy ?? '', payer, source) : 'Its statement is gone.';
        if (refusal) throw no(`cannot be returned. ${refusal.replace(/\.$/, '')}`);
        const waiting = await waitingWith(transaction, id);
        if (waiting) throw no(`is what ${waiting} waits for a second administrator with: reject that first`);
      }
      return new Set();
    },
  };
}
