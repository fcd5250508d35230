import type { FastifyInstance } from 'fastify';
import { type RecordingCall, recordAction } from '#bff/audit/record-action.ts';
import {
  adminBankRoutes,
  type BankLine,
  type BankLinePage,
  LINE_RESULTS,
  type LineResult,
} from '#bff/contract/admin-bank-routes.ts';
import { minorJson } from '#bff/contract/money-json.ts';
import { MAX_STATEMENT_BYTES } from '#bff/contract/upload-rules.ts';
import type { BffDeps } from '#bff/deps.ts';
import { registerRoutes } from '#bff/http/register-routes.ts';
import { found, invalidField } from '#bff/lib/api-error.ts';
import type { PageAsked } from '#bff/lib/asked.ts';
import { readFilePart } from '#bff/lib/file-part.ts';
import { pageMeta } from '#bff/lib/present.ts';
import { cutPage } from '#bff/lib/read-page.ts';
import type { Queryable } from '#bff/lib/sql.ts';
import type { Match, Paper } from '#core/bank/match.ts';
import { notesOf, readStatements } from '#core/bank/statements/read-statements.ts';
import type { Statement } from '#core/bank/statements/statement.ts';
import { isDomainError } from '#core/kernel/errors.ts';
import type { BookedLine } from '#projections/booked-lines/queries.ts';
import { matchStatement } from './match-statement.ts';
import { requireOwnAccounts } from './own-accounts.ts';
import { findStatement, keepStatement, listStatements } from './statement-store.ts';
import { suspenseHandlers } from './suspense-routes.ts';

const FIELD = 'statement';

export function registerAdminBank(app: FastifyInstance, deps: BffDeps): void {
  const { database, config } = deps;
  const find = async (id: string) => found(await findStatement(deps, id), 'There is no such bank statement.');
  registerRoutes(app, deps, adminBankRoutes, {
    list: ({ query }) => listStatements(deps, query),
    show: async ({ params }) => ({ data: await find(params.id) }),
    lines: async ({ params, query }) => {
      const statement = await find(params.id);
      const { matches, missing, states } = await matchStatement(deps, statement);
      const shown = matches.map((match) => presentLine(match, states.get(match.line.id)));
      return presentLines(shown, query, {
        statement,
        missing: missing.map((paper) => ({ ...documentOf(paper), day: paper.day })),
      });
    },
    ...suspenseHandlers(deps),
    import: async (call) => {
      const { bytes, isConfirmed } = await readFilePart(call.request, {
        ...{ field: FIELD, maxBytes: MAX_STATEMENT_BYTES },
        missing: 'Please choose a bank statement: camt.053, MT940 or CSV.',
        tooLarge: 'File too large. A bank statement may have at most 5 MB.',
      });
      const statements = parse(bytes);
      const isStrange = requireOwnAccounts(config, statements, { field: FIELD, isConfirmed });
      const kept = await database.transaction((transaction) =>
        keepAll({ ...deps, database: transaction }, call, statements, isStrange),
      );
      const data = await Promise.all(kept.map(find));
      const lines = data.reduce((sum, statement) => sum + statement.lines, 0);
      const message = `${lines} new ${lines === 1 ? 'line' : 'lines'} imported`;
      const sentences = [
        lines === 0 ? 'Nothing is new: every line of the file is known.' : message,
        ...notesOf(statements),
      ];
      return { message: sentences.join(sentences.length > 1 && lines > 0 ? '. ' : ' '), data };
    },
  });
}

/** Stores everything that is new, with its entries in the audit trail, or nothing. Returns the statements that have new lines. */
async function keepAll(
  { database, crypto, clock }: Pick<BffDeps, 'crypto' | 'clock'> & { readonly database: Queryable },
  call: RecordingCall,
  statements: readonly Statement[],
  isStrange: boolean,
): Promise<string[]> {
  const kept: { id: string; lines: number }[] = [];
  for (const [index, statement] of statements.entries()) {
    if (statement.lines.length === 0) continue;
    const id = call.newId(`statement-${index}`);
    const by = call.actor.administratorId;
    const lines = await keepStatement({ database, crypto }, statement, { id, by, at: clock() });
    if (lines > 0) kept.push({ id, lines });
  }
  for (const { id, lines } of kept) {
    const facts = { lines: String(lines), ...(isStrange && { account: 'confirmed' }) };
    await recordAction(call, 'statement-imported', ['bank-statement', id], facts);
  }
  return kept.map(({ id }) => id);
}

function parse(bytes: Buffer) {
  try {
    return readStatements(bytes);
  } catch (error) {
    throw isDomainError(error, 'invalid_value') ? invalidField(FIELD, `${error.message} Nothing was imported.`) : error;
  }
}

const documentOf = ({ kind, id, number, amount, isBooked, returns }: Paper) => ({
  ...(returns && { line_id: returns }),
  ...{ kind, id, reference: number, is_booked: isBooked },
  amount: minorJson(amount.amount, amount.currency),
});

function resultOf({ verdict, paper }: Match, state: BookedLine['state'] | undefined): LineResult {
  if (state === 'held') return 'in_suspense';
  if (state === 'returned') return 'returned';
  return verdict === 'matched' ? (paper?.isBooked ? 'booked' : 'to_decide') : verdict;
}

function presentLine(match: Match, state: BookedLine['state'] | undefined): BankLine {
  const { line, certainty, reason, paper, candidates = [] } = match;
  const { id, bookedOn, valueDate, amount, name, iban, reference, text } = line;
  return {
    ...{
      id,
      booked_on: bookedOn,
      value_date: valueDate,
      amount: minorJson(amount.amount, amount.currency),
      name,
      iban,
    },
    text: [reference, text].filter(Boolean).join(' · '),
    ...{ result: resultOf(match, state), certainty, reason, document: paper && documentOf(paper) },
    candidates: candidates.slice(0, MAX_CANDIDATES).map(documentOf),
  };
}

/** Candidates offered for one line. */
const MAX_CANDIDATES = 5;

/** Matching needs all lines, so the page is cut afterwards. */
function presentLines(
  lines: readonly BankLine[],
  { result, ...asked }: PageAsked & { readonly result?: LineResult | undefined },
  more: Pick<BankLinePage['meta'], 'statement' | 'missing'>,
): BankLinePage {
  const counts = Object.fromEntries(
    LINE_RESULTS.map((each) => [each, lines.filter((line) => line.result === each).length]),
  ) as BankLinePage['meta']['counts'];
  const wanted = lines.filter((line) => result === undefined || line.result === result);
  const page = cutPage(wanted, asked);
  return { data: page.items, meta: { ...pageMeta(page), ...more, counts } };
}
