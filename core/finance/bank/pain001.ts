import { type Money, money, toDecimal } from '#core/kernel/money/money.ts';
import { isIban } from './iban.ts';
import { latinOf } from './latin.ts';
import { type Payee, payeeProblems } from './payee.ts';
import { parseXml, textAt } from './statements/xml.ts';

type Party = Payee;

/** A transfer that the bank makes: one payout. */
export type CreditTransfer = {
  /** The bank's statement repeats it. At most 35 characters. */
  readonly endToEndId: string;
  readonly amount: Money;
  readonly creditor: Party;
  /** What the creditor reads. */
  readonly text: string;
};

type Order = {
  readonly messageId: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly debtor: Party;
  /** One or more, all in one currency. */
  readonly transfers: readonly CreditTransfer[];
};

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';
/** A SEPA credit transfer is in euros, whatever the country. */
const isSepa = ({ currency }: Money): boolean => currency === 'EUR';
const MAX_TEXT = 140;

/** Why the bank would refuse it, in words; undefined when it would not. */
export function transferProblem({ amount, creditor }: Omit<CreditTransfer, 'endToEndId'>): string | undefined {
  const [first] = payeeProblems(creditor, amount.currency);
  return first && WORDS[first.part](creditor, isSepa(amount));
}

const WORDS: Readonly<Record<keyof Payee, (creditor: Payee, sepa: boolean) => string>> = {
  name: ({ name }) => {
    const { text, lost } = latinOf(name);
    if (lost.length > 0) return `its account's name has letters that no bank takes (${lost.slice(0, 5).join(' ')})`;
    return /[A-Za-z0-9]/.test(text)
      ? 'the name of its account is too long for a bank'
      : 'its account has no name in Latin letters';
  },
  account: ({ account }, sepa) =>
    sepa || /^[A-Z]{2}\d{2}/.test(account) ? 'its IBAN is not valid' : 'its account number is not valid',
  bic: () => 'its SWIFT code (BIC) is not valid',
};

/**
 * The order to the bank to make transfers: ISO 20022 pain.001.001.09. Euros are sent as SEPA credit transfers, other
 * currencies as ordinary ones. Each transfer is booked separately, so that the statement shows each with its end-to-end
 * id.
 */
export function pain001({ messageId, createdAt, debtor, transfers }: Order): string {
  const [first] = transfers;
  if (!first) throw new Error('A file of transfers has one at least.');
  const { currency } = first.amount;
  const sum = transfers.reduce((total, { amount }) => total + amount.amount, 0n);
  const figures = [text('NbOfTxs', String(transfers.length)), text('CtrlSum', toDecimal(money(sum, currency)))];
  const sepa = isSepa(first.amount);
  const payment = element('PmtInf', [
    text('PmtInfId', messageId),
    text('PmtMtd', 'TRF'),
    text('BtchBookg', 'false'),
    ...figures,
    ...(sepa ? [element('PmtTpInf', [element('SvcLvl', [text('Cd', 'SEPA')])])] : []),
    element('ReqdExctnDt', [text('Dt', createdAt.slice(0, 'YYYY-MM-DD'.length))]),
    element('Dbtr', [text('Nm', nameOf(debtor))]),
    element('DbtrAcct', [accountOf(debtor), text('Ccy', currency)]),
    element('DbtrAgt', [agentOf(debtor)]),
    text('ChrgBr', sepa ? 'SLEV' : 'SHAR'),
    ...transfers.map(transferOf),
  ]);
  const header = element('GrpHdr', [
    text('MsgId', messageId),
    text('CreDtTm', createdAt),
    ...figures,
    element('InitgPty', [text('Nm', nameOf(debtor))]),
  ]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${NAMESPACE}">${element('CstmrCdtTrfInitn', [header, payment])}</Document>\n`;
}

const DEBTOR = 'Document/CstmrCdtTrfInitn/PmtInf/DbtrAcct/Id';
/** The account that such a file is paid from. */
export const debtorAccountOf = (file: string): string => textAt(parseXml(file), `${DEBTOR}/IBAN`, `${DEBTOR}/Othr/Id`);

const transferOf = ({ endToEndId, amount, creditor, text: remittance }: CreditTransfer): string =>
  element('CdtTrfTxInf', [
    element('PmtId', [text('EndToEndId', endToEndId)]),
    element('Amt', [`<InstdAmt Ccy="${amount.currency}">${toDecimal(amount)}</InstdAmt>`]),
    ...(creditor.bic === '' ? [] : [element('CdtrAgt', [agentOf(creditor)])]),
    element('Cdtr', [text('Nm', nameOf(creditor))]),
    element('CdtrAcct', [accountOf(creditor)]),
    element('RmtInf', [text('Ustrd', latinOf(remittance).text.slice(0, MAX_TEXT).trim())]),
  ]);

const accountOf = ({ account }: Party): string =>
  element('Id', [isIban(account) ? text('IBAN', account) : element('Othr', [text('Id', account)])]);
const agentOf = ({ bic }: Party): string => element('FinInstnId', [text('BICFI', bic)]);

const element = (name: string, parts: readonly string[]): string => `<${name}>${parts.join('')}</${name}>`;
const text = (name: string, value: string): string => `<${name}>${value.replaceAll('&', '&amp;')}</${name}>`;

/** @throws Error where letters would be lost: `transferProblem` refuses such a name before */
function nameOf({ name }: Party): string {
  const { text, lost } = latinOf(name);
  if (lost.length > 0 || text === '') throw new Error('A transfer needs a name in Latin letters.');
  return text;
}
