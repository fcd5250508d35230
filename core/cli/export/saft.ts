import { sidesOf } from '#core/cli/books.ts';
import { CliError, EXIT } from '#core/cli/output.ts';
import type { Log } from '#core/cli/replay.ts';
import { money, toDecimal } from '#core/kernel/money/money.ts';
import { kindOf, titleOf } from './chart.ts';
import { type BookedEntry, type Entry, type Range, readEntries } from './entry.ts';
import { readSettings, type Settings } from './settings.ts';

const NAMESPACE = 'urn:OECD:StandardAuditFile-Taxation/2.00';
const MAX_DESCRIPTION = 256;

const escaped = (text: string): string =>
  text.replace(/[<>&"]/g, (mark) => `&#${mark.charCodeAt(0)};`).replace(/\p{Cc}/gu, ' ');
const element = (name: string, ...inside: (string | number)[]): string => `<${name}>${inside.join('')}</${name}>`;
const text = (name: string, value: string | number): string => element(name, escaped(String(value)));
const dayOf = (moment: Date): string => moment.toISOString().slice(0, 'YYYY-MM-DD'.length);

type Totals = {
  entries: number;
  debit: bigint;
  /** By number: the opening balance, and the movement. */
  readonly accounts: Map<string, { title: string; before: bigint; moved: bigint }>;
};

/**
 * SAF-T of the OECD's general schema 2.0: header, accounts with both balances, and all entries of one currency. The
 * totals stand before the entries, so the log is read twice, and no entry is kept in memory.
 */
export async function* writeSaft(log: Log, range: Range): AsyncGenerator<string> {
  const settings = await readSettings(range.settings);
  const { company, currency } = settings;
  const { from, to } = range;
  if (!company) throw new CliError('The settings have no "company": whose books they are.', EXIT.usage);
  if (!company.contact) {
    throw new CliError(
      'The settings have no "contact" under "company": whom an auditor asks. docs/finance/books.md shows a whole file.',
      EXIT.usage,
    );
  }
  if (!from || !to) throw new CliError('SAF-T takes --from and --to.', EXIT.usage);
  const entries = () => entriesIn(log, range, settings);
  const totals = await sumUp(entries(), settings);
  const decimal = (minor: bigint) => toDecimal(money(minor, currency));
  yield '<?xml version="1.0" encoding="UTF-8"?>';
  yield `<AuditFile xmlns="${NAMESPACE}">`;
  yield headOf(company, settings, dayOf(from), dayOf(to));
  yield '<MasterFiles><GeneralLedgerAccounts>';
  for (const [number, { title, before, moved }] of [...totals.accounts].sort(
    ([one], [other]) => Number(one) - Number(other),
  )) {
    const balance = (when: string, minor: bigint) =>
      text(`${when}${minor < 0n ? 'Credit' : 'Debit'}Balance`, decimal(minor < 0n ? -minor : minor));
    yield element(
      'Account',
      text('AccountID', number),
      text('AccountDescription', title),
      text('AccountType', 'GL'),
      balance('Opening', before),
      balance('Closing', before + moved),
    );
  }
  yield '</GeneralLedgerAccounts></MasterFiles>';
  yield `<GeneralLedgerEntries>${text('NumberOfEntries', totals.entries)}${text('TotalDebit', decimal(totals.debit))}${text('TotalCredit', decimal(totals.debit))}`;
  yield `<Journal>${text('JournalID', 'GL')}${text('Description', 'General ledger')}${text('Type', 'GL')}`;
  for await (const { event, entry, isBefore } of entries()) {
    if (!isBefore) yield transactionOf(entry, event.metadata.time.slice(0, 10), settings);
  }
  yield '</Journal></GeneralLedgerEntries></AuditFile>';
}

async function* entriesIn(log: Log, range: Range, { currency }: Settings) {
  for await (const each of readEntries(log, range, { withEarlier: true })) {
    if (each.entry.postings[0]?.amount.currency === currency) yield each;
  }
}

async function sumUp(entries: AsyncIterable<BookedEntry>, { accounts }: Settings): Promise<Totals> {
  const totals: Totals = { entries: 0, debit: 0n, accounts: new Map() };
  for await (const { entry, isBefore } of entries) {
    if (!isBefore) totals.entries += 1;
    for (const { account, amount } of entry.postings) {
      const number = accounts[kindOf(account)];
      const sum = totals.accounts.get(number) ?? { title: titleOf(account), before: 0n, moved: 0n };
      totals.accounts.set(number, sum);
      if (isBefore) sum.before += amount.amount;
      else {
        sum.moved += amount.amount;
        if (amount.amount > 0n) totals.debit += amount.amount;
      }
    }
  }
  return totals;
}

function headOf(company: NonNullable<Settings['company']>, { currency }: Settings, from: string, to: string): string {
  const { name, registrationNumber, taxNumber, country, city, postalCode } = company;
  return element(
    'Header',
    text('AuditFileVersion', '2.00'),
    text('AuditFileCountry', country),
    text('AuditFileDateCreated', dayOf(new Date())),
    ...[text('SoftwareCompanyName', 'Giftledger'), text('SoftwareID', 'Giftledger'), text('SoftwareVersion', '1')],
    element(
      'Company',
      text('RegistrationNumber', registrationNumber),
      text('Name', name),
      element('Address', text('City', city), text('PostalCode', postalCode), text('Country', country)),
      contactOf(company.contact),
      element('TaxRegistration', text('TaxRegistrationNumber', taxNumber)),
    ),
    text('DefaultCurrencyCode', currency),
    element('SelectionCriteria', text('SelectionStartDate', from), text('SelectionEndDate', to)),
    text('TaxAccountingBasis', 'General ledger'),
  );
}

/** The schema demands it, with first and last name. */
function contactOf(contact: NonNullable<Settings['company']>['contact']): string {
  if (!contact) return '';
  const { firstName, lastName, telephone, email } = contact;
  return element(
    'Contact',
    element('ContactPerson', text('FirstName', firstName), text('LastName', lastName)),
    text('Telephone', telephone),
    ...(email === undefined ? [] : [text('Email', email)]),
  );
}

function transactionOf(
  { date, words, document, links, postings }: Entry,
  recordedOn: string,
  { accounts }: Settings,
): string {
  const event = links[0]?.[1] ?? '';
  const lines = postings.map(({ account, amount }, index) => {
    const [debit, credit] = sidesOf(amount);
    return element(
      'Line',
      text('RecordID', index + 1),
      text('AccountID', accounts[kindOf(account)]),
      ...(document === '' ? [] : [text('SourceDocumentID', document)]),
      text('Description', `${words} ${account}`.slice(0, MAX_DESCRIPTION)),
      element(debit ? 'DebitAmount' : 'CreditAmount', text('Amount', debit || credit)),
    );
  });
  return element(
    'Transaction',
    text('TransactionID', event),
    ...[text('Period', Number(date.slice(5, 7))), text('PeriodYear', date.slice(0, 4)), text('TransactionDate', date)],
    ...[text('Description', words), text('SystemEntryDate', recordedOn), text('GLPostingDate', date)],
    ...lines,
  );
}
