import type { ReactNode } from 'react';
import type { Money as MoneyValue } from '#bff/contract/base/common.ts';
import type { Moment } from '#web/lib/words/dates.ts';
import { StatusBadge } from '#web/ui/text/badge.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';
import { Money } from '#web/ui/text/money.tsx';
import type { SortValue, TableColumn } from './table-column.ts';
import { TwoLines } from './two-lines.tsx';

/** What differs from the usual; `sort` is the id by which the server, or else the browser, sorts. */
type More<Row> = Partial<Omit<TableColumn<Row>, 'header' | 'cell'>> & { sort?: string };
type Of<Row, Value> = (row: Row) => Value;

const columnOf = <Row,>(
  header: string,
  cell: Of<Row, ReactNode>,
  { sort, ...more }: More<Row>,
  sortValue: Of<Row, SortValue>,
): TableColumn<Row> => ({
  id: sort ?? header.toLowerCase().replaceAll(' ', '_'),
  header,
  cell,
  ...(sort !== undefined && { sortValue }),
  ...more,
});

const asText = (value: ReactNode): SortValue => (typeof value === 'object' ? null : String(value));

/**
 * The columns of our tables by what they show. Their ids are the headers in lower case. A column that is none of these is written as it is,
 * and so are those of the product list and the dashboard: their first scripts have a budget (bundle-budget.int.test.ts).
 */
export const column = {
  text: <Row,>(header: string, of: Of<Row, ReactNode>, more: More<Row> = {}) =>
    columnOf(header, of, more, (row) => asText(of(row))),
  /** The number that names the record. */
  reference: <Row,>(header: string, of: Of<Row, string>, more: More<Row> = {}) =>
    columnOf(
      header,
      (row) => <span className="tabular font-medium whitespace-nowrap">{of(row)}</span>,
      { card: 'title', ...more },
      of,
    ),
  twoLines: <Row,>(header: string, of: Of<Row, readonly [ReactNode, ReactNode]>, more: More<Row> = {}) =>
    columnOf(
      header,
      (row) => {
        const [first, second] = of(row);
        return <TwoLines first={first} second={second} />;
      },
      more,
      (row) => asText(of(row)[0]),
    ),
  day: <Row,>(header: string, of: Of<Row, Moment | null>, more: More<Row> & { className?: string } = {}) =>
    dateColumn(header, of, 'date', more),
  moment: <Row,>(header: string, of: Of<Row, Moment | null>, more: More<Row> & { className?: string } = {}) =>
    dateColumn(header, of, 'datetime', more),
  money: <Row,>(
    header: string,
    of: Of<Row, MoneyValue | null | undefined>,
    { signed, showCurrency, className, ...more }: More<Row> & MoneyLook = {},
  ) => {
    const look = { ...(signed && { signed }), ...(showCurrency && { showCurrency }), ...(className && { className }) };
    return columnOf(
      header,
      (row) => <Money value={of(row)} {...look} />,
      { align: 'right', ...more },
      (row) => BigInt(of(row)?.amount ?? 0),
    );
  },
  count: <Row,>(header: string, of: Of<Row, number>, more: More<Row> = {}) =>
    columnOf(header, (row) => of(row).toLocaleString('en-US'), { align: 'right', ...more }, of),
  status: <Row,>(header: string, of: Of<Row, string>, more: More<Row> = {}) =>
    columnOf(header, (row) => <StatusBadge status={of(row)} />, more, of),
  /** What can be done with the record. */
  actions: <Row,>(header: string, of: Of<Row, ReactNode>, more: More<Row> = {}) =>
    columnOf(header, of, { align: 'right', card: 'actions', ...more }, () => null),
};

type MoneyLook = { signed?: boolean; showCurrency?: boolean; className?: string };

function dateColumn<Row>(
  header: string,
  of: Of<Row, Moment | null>,
  format: 'date' | 'datetime',
  { className, ...more }: More<Row> & { className?: string },
) {
  const look = className === undefined ? {} : { className };
  return columnOf(
    header,
    (row) => <DateText value={of(row)} format={format} {...look} />,
    more,
    (row) => asText(String(of(row))),
  );
}
