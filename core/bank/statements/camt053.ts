import type { Money } from '../../kernel/money.ts';
import {
  amountOf,
  compactIban,
  dayOf,
  requireComplete,
  type Statement,
  signed,
  unreadable,
  withIds,
} from './statement.ts';
import { allAt, type Element, parseXml, textAt } from './xml.ts';

/** What banks write where the payer gave no reference. */
const NO_REFERENCE = 'NOTPROVIDED';

/** The statements of a camt.053 file, of any version. Entries that are not booked yet are left out. @throws DomainError invalid_value */
export function readCamt053(text: string): Statement[] {
  const statements = allAt(parseXml(text), 'Document/BkToCstmrStmt/Stmt');
  if (statements.length === 0) throw unreadable('The XML holds no statement of an account (camt.053).');
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

/** An entry, or each of the transactions that it puts together where these have amounts that sum to its own. */
function linesOf(entry: Element) {
  const amount = moneyOf(entry, 'Amt');
  if (!amount) throw unreadable('An entry has no amount.');
  const isDebit = textAt(entry, 'CdtDbtInd') === 'DBIT';
  const bookedOn = dateOf(entry, 'BookgDt') || dateOf(entry, 'ValDt');
  const day = { bookedOn, valueDate: dateOf(entry, 'ValDt') || bookedOn };
  if (bookedOn === '') throw unreadable('An entry has no date.');
  const details = allAt(entry, 'NtryDtls/TxDtls');
  const amounts = details.map((detail) => moneyOf(detail, 'Amt', 'AmtDtls/TxAmt/Amt'));
  const isSplit = details.length > 1 && amounts.reduce((sum, part) => sum + (part?.amount ?? 0n), 0n) === amount.amount;
  const parts = isSplit ? details : [details[0] ?? entry];
  return parts.map((part, index) => ({
    ...day,
    amount: signed(isDebit, (isSplit && amounts[index]) || amount),
    ...tellsOf(part, isDebit),
    bankReference: bankReferenceOf(entry, part, isSplit ? index : null),
  }));
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

function moneyOf(element: Element, ...paths: string[]): Money | undefined {
  const found = paths.flatMap((path) => allAt(element, path))[0];
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
