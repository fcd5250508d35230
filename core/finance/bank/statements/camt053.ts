import type { Currency, Money } from '#core/kernel/money/money.ts';
import {
  amountOf,
  compactIban,
  type DatedBalance,
  type Draft,
  type DraftStatement,
  dayOf,
  MAX_TEXT,
  requireFew,
  signed,
  unreadable,
} from './statement.ts';
import { allAt, allNamed, type Element, parseXml, textAt } from './xml.ts';

/** Banks write this when the payer gave no reference. */
const NO_REFERENCE = 'NOTPROVIDED';
/** Messages that are no statement, and what to fetch in their place. */
const OTHERS = {
  BkToCstmrAcctRpt:
    'It is a camt.052, a report of movements during the day, which the bank may still change. Fetch the statement of booked movements: camt.053.',
  BkToCstmrDbtCdtNtfctn:
    'It is a camt.054, a notice of single credits and debits without balances. Fetch the statement of the account: camt.053.',
  CstmrCdtTrfInitn: 'It is a pain.001, an order to the bank and no answer of it. Fetch the statement: camt.053.',
  CstmrPmtStsRpt: 'It is a pain.002, which says how orders stand. Fetch the statement of the account: camt.053.',
  OFX: 'It is OFX, which is not read. Fetch camt.053, MT940 or a table (CSV).',
} as const;

/** The first version has its number in the name. */
const namesOf = (name: string): readonly string[] => [name, `${name}V01`];

/** The statements of a camt.053 file, of any version. Entries that are not booked yet are left out. @throws DomainError invalid_value */
export function readCamt053(text: string): DraftStatement[] {
  const root = parseXml(text);
  const messages = namesOf('BkToCstmrStmt').flatMap((name) => allNamed(root, name));
  const statements = messages.flatMap((message) => allAt(message, 'Stmt').map((statement) => ({ message, statement })));
  const isThere = (name: string) => namesOf(name).some((each) => allNamed(root, each).length > 0);
  const other = Object.entries(OTHERS).find(([name]) => isThere(name))?.[1];
  if (statements.length === 0) throw unreadable(other ?? 'The XML holds no statement of an account (camt.053).');
  const lines = statements.reduce((sum, { statement }) => sum + allAt(statement, 'Ntry').length, 0);
  requireFew({ lines, statements: statements.length });
  return statements.map(({ message, statement }) => readStatement(message, statement));
}

function readStatement(message: Element, statement: Element): DraftStatement {
  const entries = allAt(statement, 'Ntry');
  const booked = entries.filter(isBooked);
  const waiting = entries.length - booked.length;
  const page = pageOf(statement, 'StmtPgntn') ?? pageOf(message, 'GrpHdr/MsgPgntn');
  return {
    format: 'camt.053',
    number: textAt(statement, 'ElctrncSeqNb', 'LglSeqNb', 'Id'),
    account: compactIban(textAt(statement, 'Acct/Id/IBAN', 'Acct/Id/Othr/Id', 'Acct/Id/PrtryAcct/Id')),
    drafts: booked.flatMap(linesOf),
    opening: balanceOf(statement, 'OPBD', 'PRCD'),
    closing: balanceOf(statement, 'CLBD'),
    notes: waiting === 0 ? [] : [`${waiting} ${waiting === 1 ? 'entry is' : 'entries are'} not booked yet`],
    ...(page && { page }),
  };
}

function pageOf(element: Element, path: string): DraftStatement['page'] {
  const number = Number(textAt(element, `${path}/PgNb`));
  const isLast = textAt(element, `${path}/LastPgInd`) !== 'false';
  return number > 0 && !(number === 1 && isLast) ? { number, isLast } : undefined;
}

const isBooked = (entry: Element): boolean => ['', 'BOOK'].includes(textAt(entry, 'Sts/Cd', 'Sts/Prtry', 'Sts'));

/** The entry as one line; or one line for each of its transactions, if all have amounts that add up to the entry's. */
function linesOf(entry: Element, place: number): Draft[] {
  const whole = moneyOf(entry, 'Amt');
  if (!whole) throw unreadable('An entry has no amount.');
  const isDebit = isDebitOf(entry);
  const amount = signed(isDebit, whole);
  const bookedOn = dateOf(entry, 'BookgDt') || dateOf(entry, 'ValDt');
  const day = { bookedOn, valueDate: dateOf(entry, 'ValDt') || bookedOn };
  if (bookedOn === '') throw unreadable('An entry has no date.');
  const details = allAt(entry, 'NtryDtls/TxDtls');
  const amounts = details.flatMap((detail) => amountOfPart(detail, isDebit, amount.currency));
  const isSplit =
    details.length > 1 &&
    amounts.length === details.length &&
    amounts.reduce((sum, part) => sum + part.amount, 0n) === amount.amount;
  if (!isSplit) {
    const [only, ...more] = details;
    // Of several transactions without amounts, none describes the whole entry, but each may name a paper.
    const tells = only && more.length === 0 ? tellsOf(only, isDebitOf(only, isDebit)) : NOTHING;
    const words = [...(more.length === 0 ? [tells.text] : details.flatMap(wordsOf)), ...textsAt(entry, 'AddtlNtryInf')];
    const text = [...new Set(words)].filter(Boolean).join(' ').slice(0, MAX_TEXT);
    return [{ ...day, amount, ...tells, text, bankReference: bankReferenceOf(entry, only ?? entry, null) }];
  }
  const batch = JSON.stringify([bookedOn, `${amount.amount}`, textAt(entry, 'AcctSvcrRef', 'NtryRef'), place]);
  return details.map((part, index) => ({
    ...day,
    amount: amounts[index] ?? amount,
    ...tellsOf(part, isDebitOf(part, isDebit)),
    bankReference: bankReferenceOf(entry, part, index),
    batch,
  }));
}

const NOTHING = { reference: '', text: '', name: '', iban: '' };

function isDebitOf(element: Element, otherwise?: boolean): boolean {
  const mark = textAt(element, 'CdtDbtInd');
  if (mark === '' && otherwise !== undefined) return otherwise;
  if (mark !== 'CRDT' && mark !== 'DBIT') throw unreadable('An entry is neither a credit nor a debit (CdtDbtInd).');
  return mark === 'DBIT';
}

/** None when the transaction has no amount in the currency of its entry. */
function amountOfPart(detail: Element, isDebit: boolean, currency: Currency): Money[] {
  const paths = ['Amt', 'AmtDtls/TxAmt/Amt', 'AmtDtls/InstdAmt/Amt'];
  const found = paths.flatMap((path) => allAt(detail, path)).find(({ attributes }) => attributes.Ccy === currency);
  return found ? [signed(isDebitOf(detail, isDebit), amountOf(found.text, currency))] : [];
}

const textsAt = (element: Element, path: string): string[] => allAt(element, path).map(({ text }) => text.trim());

/** All places in which a payer's words can stand. */
const WORDS = [
  'RmtInf/Ustrd',
  'RmtInf/Strd/CdtrRefInf/Ref',
  'RmtInf/Strd/RfrdDocInf/Nb',
  'RmtInf/Strd/AddtlRmtInf',
  'AddtlTxInf',
];
const wordsOf = (part: Element): string[] => WORDS.flatMap((path) => textsAt(part, path));

function tellsOf(part: Element, isDebit: boolean) {
  const [side, sideAccount] = isDebit ? ['Cdtr', 'CdtrAcct'] : ['Dbtr', 'DbtrAcct'];
  const reference = textAt(part, 'Refs/EndToEndId');
  const parties = allAt(part, 'RltdPties')[0] ?? part;
  return {
    reference: reference === NO_REFERENCE ? '' : reference,
    text: [...new Set(wordsOf(part))].filter(Boolean).join(' '),
    name: textAt(parties, `${side}/Nm`, `${side}/Pty/Nm`, `Ultmt${side}/Nm`, `Ultmt${side}/Pty/Nm`),
    iban: compactIban(
      textAt(
        parties,
        `${sideAccount}/Id/IBAN`,
        `${sideAccount}/Id/Othr/Id`,
        `${sideAccount}/Id/PrtryAcct/Id`,
        `${sideAccount}/Prxy/Id`,
      ),
    ),
  };
}

function bankReferenceOf(entry: Element, part: Element, index: number | null): string {
  const own = textAt(part, 'Refs/AcctSvcrRef', 'Refs/TxId');
  const whole = textAt(entry, 'AcctSvcrRef', 'NtryRef');
  if (index === null) return whole || own;
  return own || (whole && `${whole}/${index + 1}`);
}

function moneyOf(element: Element, path: string): Money | undefined {
  const [found] = allAt(element, path);
  return found && amountOf(found.text, found.attributes.Ccy ?? '');
}

/** The balance of the first code that the statement has; of several, an opening one is the earliest and a closing one the latest. */
function balanceOf(statement: Element, ...codes: string[]): DatedBalance | undefined {
  for (const code of codes) {
    const all = allAt(statement, 'Bal').filter((each) => textAt(each, 'Tp/CdOrPrtry/Cd') === code);
    const ordered = all.map((each) => ({ each, day: dateOf(each, 'Dt') })).toSorted((a, b) => (a.day < b.day ? -1 : 1));
    const found = code === 'CLBD' ? ordered.at(-1) : ordered[0];
    const amount = found && moneyOf(found.each, 'Amt');
    if (amount) return { ...signed(isDebitOf(found.each, false), amount), day: found.day };
  }
  return undefined;
}

function dateOf(entry: Element, name: string): string {
  const written = textAt(entry, `${name}/Dt`, `${name}/DtTm`, name);
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(written) ?? [];
  return year && month && day ? dayOf(year, month, day) : '';
}
