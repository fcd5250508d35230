import type { List } from '#web/lib/api/use-list.ts';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { DataTable, type DataTableProps } from '#web/ui/table/data-table.tsx';

export type ListTableProps<Row extends object> = Omit<
  DataTableProps<Row>,
  'rows' | 'rowKey' | 'error' | 'errorMessage' | 'onRetry' | 'page' | 'clientPageSize'
> & {
  list: List<Row>;
  /** The noun of the rows, in the plural: '1 to 15 of 40 deposits'. */
  noun?: string;
  /** Why the list is not loaded, such as days that are not in order; shown in its place. */
  refusal?: string | undefined;
};

export function ListTable<Row extends { id: string }>({ list, noun, refusal, ...table }: ListTableProps<Row>) {
  if (refusal) return <EmptyState title={refusal} />;
  return (
    <DataTable
      busy={list.isPlaceholderData}
      {...table}
      rows={list.data?.data}
      rowKey={(row) => row.id}
      error={list.error}
      errorMessage={list.failed}
      onRetry={list.refetch}
      page={{ meta: list.data?.meta, onPage: list.turnTo, ...(noun && { noun }) }}
    />
  );
}
