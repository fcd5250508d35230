import { compactIban, type Statement, type StatementLine, withIds } from '#core/finance/bank/statements/statement.ts';
import { SEED_CURRENCIES, type SeedCurrency } from './catalogue.ts';
import { describePerson } from './people.ts';
import type { HistoryPlan } from './plan.ts';
import type { PlannedAction } from './planned.ts';
import { DAY_MS } from './planning.ts';
import { demoAccount } from './settings.ts';

/** Days that a statement covers. */
const DAYS = 14;

type Draft = Omit<StatementLine, 'id'>;
type Document = Extract<PlannedAction, { kind: 'deposit' | 'withdrawal' }>;

/**
 * A statement of the bank for each currency, over the last days of a plan, for the screens of bank matching. Decided
 * deposits and payouts match. One of the transfers that wait names its deposit and the next does not, and one payer is
 * not known.
 * @param opening what the books have at the bank without these documents
 */
export function planStatements(
  plan: HistoryPlan,
  until: Date,
  opening: (currency: SeedCurrency, documents: ReadonlySet<string>) => bigint,
): Statement[] {
  // Whole days, because balances are those of days.
  const since = Math.floor((until.getTime() - DAYS * DAY_MS) / DAY_MS) * DAY_MS;
  const recent = [...plan.histories()]
    .flatMap(({ actions }) => actions)
    .filter((action): action is Document => action.kind === 'deposit' || action.kind === 'withdrawal')
    .filter(({ at, decidedAt }) => Math.max(at.getTime(), decidedAt.getTime()) >= since)
    .map((document) => ({ ...document, at: new Date(Math.max(document.at.getTime(), since)) }));
  const documents = new Set(recent.map(({ number }) => number));
  return SEED_CURRENCIES.map((currency) => {
    const account = compactIban(demoAccount(currency).number);
    const drafts = recent.filter((document) => document.currency === currency).flatMap(linesOf());
    const lines = [...drafts, strangerOf(currency, until)].sort((a, b) => a.bookedOn.localeCompare(b.bookedOn));
    const before = opening(currency, documents);
    const moved = lines.reduce((sum, { amount }) => sum + amount.amount, 0n);
    return {
      format: 'camt.053',
      number: dayOf(until).slice(0, 'YYYY-MM'.length),
      account,
      balances: {
        opening: { amount: before, currency },
        closing: { amount: before + moved, currency },
        from: lines[0]?.bookedOn ?? dayOf(until),
        to: dayOf(until),
      },
      lines: withIds(account, lines),
      notes: [],
    };
  });
}

/** Every second transfer that waits does not name its deposit. */
function linesOf(): (document: Document) => Draft[] {
  let waiting = 0;
  return (document) => {
    const { outcome, number, amountMinor } = document;
    if (document.kind === 'withdrawal') {
      return outcome === 'completed' ? [lineOf(document, -amountMinor, document.decidedAt, number)] : [];
    }
    if (outcome === 'pending' || outcome === 'rejected') return [];
    if (outcome === 'reduced') return [lineOf(document, (amountMinor * 9n) / 10n, document.at, number)];
    const isNamed = outcome === 'approved' || waiting++ % 2 === 0;
    return [lineOf(document, amountMinor, document.at, isNamed ? number : '')];
  };
}

function lineOf({ customer, currency }: Document, minor: bigint, at: Date, number: string): Draft {
  const { bank } = describePerson(customer);
  return {
    bookedOn: dayOf(at),
    valueDate: dayOf(at),
    amount: { amount: minor, currency },
    reference: number,
    text: minor < 0n ? 'Payout' : 'Top-up',
    bankReference: '',
    name: bank.accountName,
    iban: bank.accountNumber,
  };
}

const strangerOf = (currency: SeedCurrency, until: Date): Draft => ({
  bookedOn: dayOf(until),
  valueDate: dayOf(until),
  amount: { amount: 34_050n, currency },
  reference: '',
  text: 'Invoice 2026-118',
  bankReference: '',
  name: 'Kessler Print GmbH',
  iban: 'DE12500105170648489890',
});

const dayOf = (at: Date): string => at.toISOString().slice(0, 'YYYY-MM-DD'.length);
