import { isCurrency } from '#core/kernel/money/currencies.ts';
import { unclear } from './statement.ts';
import { type ColumnRole, DELIMITERS, MAX_SKIPPED, type TableMapping } from './table-mapping.ts';
import { firstRows, normal, type Row } from './table-rows.ts';
import { isDirectionTitle } from './table-words.ts';

/**
 * Titles of columns, in any case and spacing. The first name is the documented one, and wins where several columns fit.
 */
const TITLES: { readonly [Role in ColumnRole]?: readonly string[] } = {
  booked_on: ['date', 'booking date', 'booked on', 'buchungstag', 'buchungsdatum', 'completed date'],
  value_date: ['value date', 'valuta', 'valutadatum', 'wertstellung'],
  amount: ['amount', 'betrag'],
  money_in: ['money in', 'paid in', 'credit', 'haben', 'credit amount'],
  money_out: ['money out', 'paid out', 'debit', 'soll', 'debit amount'],
  currency: ['currency', 'währung', 'waehrung'],
  name: [
    'name',
    'counterparty',
    'payee',
    'beguenstigter/zahlungspflichtiger',
    'name zahlungsbeteiligter',
    'partner name',
  ],
  iban: ['iban', 'counterparty iban', 'kontonummer/iban', 'iban zahlungsbeteiligter', 'partner iban'],
  reference: ['reference', 'end-to-end id', 'kundenreferenz (end-to-end)'],
  text: ['text', 'description', 'purpose', 'verwendungszweck', 'payment reference', 'buchungstext'],
  bank_reference: ['bank reference', 'transaction id', 'id'],
  account: [
    'account',
    'own account',
    'auftragskonto',
    'iban auftragskonto',
    'iban auftraggeberkonto',
    'iban kontoinhaber',
  ],
  state: ['state', 'status', 'info', 'booking status', 'transaction status', 'buchungsstatus', 'umsatzstatus'],
};
const FEES = new Set(['fee', 'fees', 'gebühr', 'gebuehr', 'gebühren', 'commission', 'charges', 'total fees', 'kosten']);

/** Finds the line of titles and what each column is. @throws DomainError invalid_value */
export function mappingOfTitles(text: string): TableMapping {
  let most: string[] = [];
  for (const delimiter of DELIMITERS) {
    const rows = firstRows(text, delimiter);
    for (const [skip, titles] of rows.slice(0, MAX_SKIPPED).entries()) {
      const columns = rolesOf(titles);
      const hasOne = (...roles: ColumnRole[]) => roles.some((role) => columns.includes(role));
      if (hasOne('booked_on') && hasOne('amount', 'money_in', 'money_out')) {
        const currency = currencyIn(normal(titles)[columns.indexOf('amount')] ?? '');
        if (!hasOne('currency') && !isCurrency(currency)) throw unclear('The table has no column "currency".');
        return {
          delimiter,
          skip,
          titles,
          columns,
          days: 'auto',
          decimal: 'auto',
          account: '',
          currency: hasOne('currency') || !isCurrency(currency) ? null : currency,
        };
      }
      if (titles.length > most.length) most = titles;
    }
  }
  const columns = rolesOf(most);
  const missing = (['booked_on', 'amount', 'currency'] as const).find((role) => !columns.includes(role)) ?? 'booked_on';
  throw unclear(
    `The table has no column "${TITLES[missing]?.[0]}". Choose what its columns are, if it is the table of a bank.`,
  );
}

/** How a table begins, and what its columns may be, for a person who chooses. Whether a fee is in the amount, no title says. */
export function sketchOf(text: string): { rows: string[][]; mapping: TableMapping } {
  const tried = DELIMITERS.map((delimiter) => ({ delimiter, rows: firstRows(text, delimiter) }));
  const widthOf = (rows: readonly Row[]) => Math.max(0, ...rows.map(({ length }) => length));
  const best = tried.toSorted((one, other) => widthOf(other.rows) - widthOf(one.rows))[0];
  const { delimiter, rows } = best ?? { delimiter: ',' as const, rows: [] };
  const width = widthOf(rows);
  const skip = Math.min(
    MAX_SKIPPED,
    Math.max(
      0,
      rows.findIndex(({ length }) => length === width),
    ),
  );
  const first = rows[skip] ?? [];
  const titles = first.some((cell) => /^[^\p{L}]*\d[^\p{L}]*$/u.test(cell)) ? [] : first;
  const roles = titles.length > 0 ? rolesOf(titles) : first.map(() => 'none' as const);
  const columns = roles.map((role) => (role === 'fee' ? 'undecided' : role));
  const settings = { days: 'auto', decimal: 'auto', currency: null, account: '' } as const;
  return { rows, mapping: { delimiter, skip, titles, columns, ...settings } };
}

function rolesOf(titles: readonly string[]): ColumnRole[] {
  const names = normal(titles).map(bare);
  const columns: ColumnRole[] = names.map((name) =>
    FEES.has(name) ? 'fee' : isDirectionTitle(name) ? 'direction' : 'none',
  );
  for (const [role, words] of Object.entries(TITLES) as [ColumnRole, readonly string[]][]) {
    const place = words.map((word) => names.indexOf(word)).find((index) => index >= 0 && columns[index] === 'none');
    if (place !== undefined) columns[place] = role;
  }
  return columns;
}

/** `betrag (eur)` is an amount in euros. */
const bare = (title: string): string => title.replace(/\s*\((?:[a-z]{3}|€|\$|£)\)$/, '').trim();
const currencyIn = (title: string): string =>
  ({ '€': 'EUR', $: 'USD', '£': 'GBP' })[/\(([€$£])\)$/.exec(title)?.[1] ?? ''] ??
  (/\(([a-z]{3})\)$/.exec(title)?.[1] ?? '').toUpperCase();
