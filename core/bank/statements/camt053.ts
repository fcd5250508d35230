import type { Currency, Money } from '../../kernel/money.ts';
import {
  amountOf,
  compactIban,
  dayOf,
  requireComplete,
  requireFew,
  type Statement,
  signed,
  unreadable,
  withIds,
} from './statement.ts';
import { allAt, type Element, parseXml, textAt } from './xml.ts';

/** Banks write this when the payer gave no reference. */
const NO_REFERENCE = 'NOTPROVIDED';

/** The statements of a camt.053 file, of any version. Entries that are not booked yet are left out. @throws DomainError invalid_value */
export function readCamt053(text: string): Statement[] {
  const statements = allAt(parseXml(text), 'Document/BkToCstmrStmt/Stmt');
  if (statements.length === 0) throw unreadable('The XML holds no statement of an account (camt.053).');
  const lines = statements.reduce((sum, statement) => sum + allAt(statement, 'Ntry').length, 0);
  requireFew({ lines, statements: statements.length });
  return statements.map((statement) => {
    const account = compactIban(textAt(statement, 'Acct/Id/IBAN', 'Acct/Id/Othr/Id'));
    const drafts = allAt(statement, 'Ntry').filter(isBooked).flatMap(linesOf);
    requireComplete(balanceOf(statement, 'OPBD', 'PRCD'), balanceOf(statement, 'CLBD'), drafts);
    return {
      format: 'camt.053',
      number: textAt(statement, 'ElctrncSeqNb', 'LglSeqNb', 'Id'),
      account,
      lines: withIds(account, drafts),
    };
  });
}

const isBooked = (entry: Element): boolean => ['', 'BOOK'].includes(textAt(entry, 'Sts/Cd', 'Sts'));

/** The entry as one line; or one line for each of its transactions, if all have amounts that add up to the entry's. */
function linesOf(entry: Element) {
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
  // Of several transactions without amounts, none describes the whole entry.
  const parts = isSplit ? details : [(details.length === 1 && details[0]) || entry];
  return parts.map((part, index) => ({
    ...day,
    amount: (isSplit && amounts[index]) || amount,
    ...tellsOf(part, isDebitOf(part, isDebit)),
    bankReference: bankReferenceOf(entry, part, isSplit ? index : null),
  }));
}

function isDebitOf(element: Element, otherwise?: boolean): boolean {
  const mark = textAt(element, 'CdtDbtInd');
  if (mark === '' && otherwise !== undefined) return otherwise;
  if (mark !== 'CRDT' && mark !== 'DBIT') throw unreadable('An entry is neither a credit nor a debit (CdtDbtInd).');
  return mark === 'DBIT';
}

/** None when the transaction has no amount in the currency of its entry. */
function amountOfPart(detail: Element, isDebit: boolean, currency: Currency): Money[] {
  const found = ['Amt', 'AmtDtls/TxAmt/Amt'].flatMap((path) => allAt(detail, path))[0];
  if (found?.attributes.Ccy !== currency) return [];
  return [signed(isDebitOf(detail, isDebit), amountOf(found.text, currency))];
}

function tellsOf(part: Element, isDebit: boolean) {
  const [side, sideAccount] = isDebit ? ['Cdtr', 'CdtrAcct'] : ['Dbtr', 'DbtrAcct'];
  const reference = textAt(part, 'Refs/EndToEndId');
  const lines = [
    ...allAt(part, 'RmtInf/Ustrd'),
    ...allAt(part, 'RmtInf/Strd/CdtrRefInf/Ref'),
    ...allAt(part, 'AddtlNtryInf'),
  ];
  return {
    reference: reference === NO_REFERENCE ? '' : reference,
    text: lines.map((line) => line.text.trim()).join(' '),
    name: textAt(part, `RltdPties/${side}/Nm`, `RltdPties/${side}/Pty/Nm`, `RltdPties/Ultmt${side}/Nm`),
    iban: compactIban(textAt(part, `RltdPties/${sideAccount}/Id/IBAN`, `RltdPties/${sideAccount}/Id/Othr/Id`)),
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

function balanceOf(statement: Element, ...codes: string[]): Money | undefined {
  const balance = allAt(statement, 'Bal').find((each) => codes.includes(textAt(each, 'Tp/CdOrPrtry/Cd')));
  const amount = balance && moneyOf(balance, 'Amt');
  return balance && amount && signed(textAt(balance, 'CdtDbtInd') === 'DBIT', amount);
}

function dateOf(entry: Element, name: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(textAt(entry, `${name}/Dt`, `${name}/DtTm`)) ?? [];
  return year && month && day ? dayOf(year, month, day) : '';
}
