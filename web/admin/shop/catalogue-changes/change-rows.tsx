import { ListChecks } from 'lucide-react';
import type { CatalogueChange, CatalogueLine } from '#bff/contract/shop/admin-catalogue.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { useList } from '#web/lib/api/use-list.ts';
import { useListAddress } from '#web/lib/navigation/list-address.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { ListTable } from '#web/ui/list/list-table.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { column } from '#web/ui/table/columns.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { Badge, StateBadge } from '#web/ui/text/badge.tsx';
import { columnWord, LINE_STATES } from './change-words.ts';

const PAGE_SIZE = 50;
const VIEWS = ['all', 'wrong', 'new', 'changed', 'far', 'refused', 'unchanged'] as const;
type View = (typeof VIEWS)[number];
const LABELS: Record<Exclude<View, 'far'>, string> = {
  all: 'All',
  wrong: 'Wrong',
  new: 'New',
  changed: 'Changed',
  refused: 'Left out',
  unchanged: 'Unchanged',
};

/** The rows of a change, a page at a time, narrowed by their state. */
export function ChangeRows({ change }: { change: CatalogueChange }) {
  const address = useListAddress({ view: VIEWS });
  const { view } = address.filters;
  const { counts, id } = change;
  const countOf = (value: View) =>
    value === 'all' ? counts.new + counts.changed + counts.unchanged + counts.wrong : counts[value];
  const list = useList(
    apiQuery('GET /admin/catalogue/changes/:id/rows', {
      params: { id },
      query: { page: address.page, per_page: PAGE_SIZE, view: view === 'all' ? '' : view },
    }),
    { failed: 'Failed to fetch the rows', turnTo: address.turnTo },
  );
  return (
    <>
      <div className="mb-4 flex">
        <Segmented
          label="Which rows"
          {...address.choice('view')}
          options={VIEWS.filter((value) => value === view || value === 'all' || countOf(value) > 0).map((value) => ({
            value,
            label: `${value === 'far' ? farWords(change) : LABELS[value]} ${countOf(value).toLocaleString('en-US')}`,
          }))}
        />
      </div>
      <Card padded={false}>
        <ListTable
          list={list}
          caption="Rows of the change"
          noun="rows"
          columns={columnsOf(change)}
          empty={
            <EmptyState
              icon={<ListChecks aria-hidden />}
              title={address.isFiltered ? 'No row of this kind' : 'There are no rows'}
              action={address.isFiltered && <Button onClick={address.clear}>Show all rows</Button>}
            />
          }
        />
      </Card>
    </>
  );
}

const farWords = ({ kind }: Pick<CatalogueChange, 'kind'>): string =>
  kind === 'discounts' ? 'Takes a second administrator' : 'Far from the last prices';

/** Only rows of a file have a line. */
const columnsOf = (change: CatalogueChange): readonly TableColumn<CatalogueLine>[] =>
  change.file_sha256 === null ? rowColumns(farWords(change)) : [LINE_COLUMN, ...rowColumns(farWords(change))];

const LINE_COLUMN: TableColumn<CatalogueLine> = column.text('Line', (row) => (
  <span className="tabular text-muted">{row.line.toLocaleString('en-US')}</span>
));
const rowColumns = (far: string): readonly TableColumn<CatalogueLine>[] => [
  column.text('Name', (row) => <span className="font-medium wrap-anywhere">{row.name || 'Without a name'}</span>, {
    card: 'title',
  }),
  column.text('State', (row) => (
    <span className="flex flex-wrap gap-1">
      <StateBadge of={LINE_STATES[row.state]} />
      {row.is_far && <Badge tone="warn">{far}</Badge>}
      {row.refused !== null && <Badge tone="warn">Left out</Badge>}
    </span>
  )),
  column.text('What changes', (row) => <Details row={row} />, { id: 'details' }),
];

function Details({ row: { fields, problems, refused } }: { row: CatalogueLine }) {
  if (fields.length + problems.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {problems.map(({ column: name, message }) => (
        <li key={`${name}: ${message}`} className="text-bad wrap-anywhere">
          {name !== null && <span className="font-medium">{columnWord(name)}: </span>}
          {message}
        </li>
      ))}
      {refused !== null && <li className="text-warn">{refused}</li>}
      {fields.map(({ name, before, after }) => (
        <li key={name} className="wrap-anywhere">
          <span className="text-muted">{columnWord(name)}: </span>
          {before !== null && (
            <>
              <del className="text-muted">
                <span className="sr-only">before </span>
                {before || 'empty'}
              </del>
              <span aria-hidden> → </span>
            </>
          )}
          <ins className="tabular no-underline">
            <span className="sr-only">after </span>
            {after || 'empty'}
          </ins>
        </li>
      ))}
    </ul>
  );
}
