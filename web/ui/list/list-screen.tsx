import type { LucideIcon } from 'lucide-react';
import { Fragment, isValidElement, type ReactElement, type ReactNode } from 'react';
import type { PageMeta } from '#bff/contract/base/common.ts';
import { type ListRead, useList } from '#web/lib/api/use-list.ts';
import {
  type FiltersOf,
  type ListAddress,
  type OpenRecord,
  sortingOf,
  useListAddress,
  useOpenRecord,
} from '#web/lib/navigation/list-address.ts';
import { cx } from '#web/lib/words/cx.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import type { Filter, Filters, RulesOf } from './list-filters.tsx';
import { ListTable, type ListTableProps } from './list-table.tsx';

type Identified = { id: string };
export type ListPage<Row> = { data: readonly Row[]; meta: PageMeta };

type Screen<Values, Row extends Identified, Answer extends ListPage<Row>> = ListAddress<Values> & {
  list: ReturnType<typeof useList<Answer>>;
} & Omit<ReturnType<typeof useOpenRecord<Row>>, 'shown'>;

/** A part of the screen, or how it follows from the screen's state. */
type Part<Value, Screen> = Value | ((screen: Screen) => Value);

type Texts = readonly [title: string, message?: string];
/** The texts of an empty list: without a filter, with an action; and with one, which a button clears. */
type Empty = { icon: LucideIcon; none: Texts; action?: ReactNode; filtered?: Texts; clear?: string };

export type ListScreenProps<
  Given extends Filters,
  Row extends Identified,
  Answer extends ListPage<Row>,
  Values = FiltersOf<RulesOf<Given>>,
  State = Screen<Values, Row, Answer>,
> = Omit<
  ListTableProps<Row>,
  'list' | 'caption' | 'columns' | 'selection' | 'sort' | 'onSort' | 'empty' | 'refusal'
> & {
  title: string;
  description: ReactNode;
  /** The content of the table, for screen readers; the title by default. */
  caption?: string;
  /** The target of 'Back to …'. */
  back?: { href: string; label: string };
  /** By their names in the address; those with a control are drawn in a row over the list. `sort_by` and `sort_order` are its order. */
  filters: Given;
  /** One page of the list, with the values of the filters. */
  read: (query: Values & { page: number }) => ListRead<Answer & ListPage<Row>>;
  failed: string | ((values: Values) => string);
  /** As of `useList`. */
  toasts?: boolean;
  /** As of `useListAddress`. */
  pushesPages?: boolean;
  columns: Part<readonly TableColumn<Row>[], State>;
  selection?: Part<ListTableProps<Row>['selection'], State>;
  actions?: Part<ReactNode, State>;
  /** Between the head and the list: figures, a card of filters. */
  above?: Part<ReactNode, State>;
  /** The head of the card. */
  toolbar?: Part<ReactNode, State>;
  empty: Part<Empty | ReactElement, State>;
  /** Why nothing is asked for these filters; `read` is not enabled then. */
  refusal?: Part<string | undefined, State>;
  /** Opens a record beside the list; each row is a link to it. */
  panel?: ((shown: OpenRecord<Row>, screen: State) => ReactNode) | undefined;
  /** Dialogs that open from the list. */
  children?: ReactNode;
};

/** A page with one list: head, filters, table, and what opens from it. */
export function ListScreen<const Given extends Filters, Row extends Identified, Answer extends ListPage<Row>>({
  title,
  description,
  caption = title,
  back,
  filters,
  read,
  failed,
  toasts = false,
  pushesPages = false,
  columns,
  selection,
  actions,
  above,
  toolbar,
  empty,
  refusal,
  panel,
  children,
  ...table
}: ListScreenProps<Given, Row, Answer>) {
  const address = useListAddress(rulesOf(filters), { pushesPages });
  const list = useList(read({ ...address.filters, page: address.page }), {
    failed: typeof failed === 'string' ? failed : failed(address.filters),
    turnTo: address.turnTo,
    toasts,
  });
  const { shown, ...record } = useOpenRecord<Row>(list);
  const screen = { ...address, ...record, list };
  const partOf = <Value,>(part: Part<Value, typeof screen>) => (part instanceof Function ? part(screen) : part);
  const controls = Object.entries(filters).flatMap(([name, filter]) => {
    const control = isDrawn(filter) && filter.control(address as unknown as Parameters<Filter['control']>[0], name);
    return control ? [<Fragment key={name}>{control}</Fragment>] : [];
  });
  const [top, ticks] = [partOf(above), partOf(selection)];
  return (
    <>
      <PageHeader title={title} description={description} actions={partOf(actions)} {...(back && { back })} />
      {top}
      {controls.length > 0 && (
        <div className={cx('mb-4 flex flex-wrap items-center gap-3', top && 'mt-6')}>{controls}</div>
      )}
      <Card padded={false} className={top && controls.length === 0 ? 'mt-6' : undefined}>
        {partOf(toolbar)}
        <ListTable
          {...(panel && { rowHref: record.hrefOf })}
          {...('sort_by' in filters && sortingOf(address as unknown as Parameters<typeof sortingOf>[0]))}
          {...table}
          list={list}
          caption={caption}
          columns={partOf(columns)}
          refusal={partOf(refusal)}
          {...(ticks && { selection: ticks })}
          empty={emptyOf(partOf(empty), address)}
        />
      </Card>
      {shown && panel?.(shown, screen)}
      {children}
    </>
  );
}

const isDrawn = (filter: Filters[string]): filter is Filter => typeof filter === 'object' && 'rule' in filter;
const rulesOf = <Given extends Filters>(filters: Given) =>
  Object.fromEntries(
    Object.entries(filters).map(([name, filter]) => [name, isDrawn(filter) ? filter.rule : filter]),
  ) as RulesOf<Given>;

function emptyOf(
  empty: Empty | ReactElement,
  { isFiltered, clear }: Pick<ListAddress<unknown>, 'isFiltered' | 'clear'>,
) {
  if (isValidElement(empty)) return empty;
  const { icon: Icon, none, action, filtered, clear: label = 'Clear filters' } = empty as Empty;
  const isNarrowed = isFiltered && filtered !== undefined;
  const [heading, message] = isNarrowed ? filtered : none;
  return (
    <EmptyState
      icon={<Icon aria-hidden />}
      title={heading}
      message={message}
      action={isNarrowed ? <Button onClick={clear}>{label}</Button> : action}
    />
  );
}
