import type { ReactNode } from 'react';
import { cx } from '#web/lib/cx.ts';
import { Card } from '../card.tsx';
import { PageHeader } from '../page-header.tsx';
import { ListTable, type ListTableProps } from './list-table.tsx';

export type ListPageProps<Row extends object> = ListTableProps<Row> & {
  title: string;
  description: ReactNode;
  actions?: ReactNode;
  /** The target of 'Back to …'. */
  back?: { href: string; label: string };
  /** Between the head and the list: figures, a card of filters. */
  above?: ReactNode;
  /** A row of filters over the card. */
  filters?: ReactNode;
  /** The head of the card. */
  toolbar?: ReactNode;
  /** Panels and dialogs that open from the list. */
  children?: ReactNode;
};

/** A page with one list: head, filters, table, panels and dialogs. */
export function ListPage<Row extends { id: string }>(props: ListPageProps<Row>) {
  const { title, description, actions, back, above, filters, toolbar, children, ...table } = props;
  return (
    <>
      <PageHeader title={title} description={description} actions={actions} {...(back && { back })} />
      {above}
      {filters && <div className={cx('mb-4 flex flex-wrap items-center gap-3', above && 'mt-6')}>{filters}</div>}
      <Card padded={false} className={above && !filters ? 'mt-6' : undefined}>
        {toolbar}
        <ListTable {...table} />
      </Card>
      {children}
    </>
  );
}
