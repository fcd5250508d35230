import { useMemo } from 'react';
import { counted } from '#web/lib/words/counted.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { column } from '#web/ui/table/columns.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { Badge } from '#web/ui/text/badge.tsx';
import type { BrandPlan, PlannedDiscount } from './brand-plan.ts';
import { type Outcome, useApplyPlan } from './use-apply-plan.ts';

const ROWS_ON_PAGE = 10;

type PreviewProps = { userId: string; plan: BrandPlan; onBack: () => void; onClose: () => void };
type Row = PlannedDiscount & { readonly outcome: Outcome | undefined };

/** Each discount of a brand before and after; *Apply* sets them one after the other and says what became of each. */
export function BrandDiscountsPreview({ userId, plan, onBack, onClose }: PreviewProps) {
  const apply = useApplyPlan(userId, plan);
  const { state, outcomes, total } = apply;
  const isRunning = state === 'running';
  const isAtRest = state === 'stopped' || state === 'done';
  const rows = useMemo(() => rowsOf(plan, outcomes, isAtRest), [plan, outcomes, isAtRest]);
  const columns = useMemo(() => columnsOf(plan.percentage), [plan]);
  const left = total - outcomes.size;
  return (
    <Dialog
      open
      size="lg"
      onClose={isRunning ? () => undefined : onClose}
      title={`${plan.percentage} % on ${plan.brand}`}
      description={summaryOf(plan)}
      footer={
        <>
          {state === 'ready' && <Button onClick={onBack}>Back</Button>}
          {isRunning && (
            <Button onClick={apply.stop} busyText="Stopping...">
              Stop
            </Button>
          )}
          {isAtRest && <Button onClick={onClose}>Back to the list</Button>}
          <Button
            variant="primary"
            // In its place after the end, too: a second click presses nothing else.
            disabled={total === 0 || state === 'done'}
            busy={isRunning}
            busyText="Applying..."
            onClick={apply.start}
          >
            {state === 'ready' ? 'Apply' : state === 'done' ? 'Applied' : `Go on with ${counted(left, 'products')}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {state === 'ready' && plan.second && (
          <Alert tone="warn">
            Up to {counted(plan.second.count, 'discounts')} will wait for a second administrator. {plan.second.why}
          </Alert>
        )}
        {isRunning && (
          <div className="flex flex-col gap-2 text-sm">
            <ProgressBar value={outcomes.size / total} label="Discounts set" />
            <p role="status" className="tabular text-muted">
              {outcomes.size} of {total}
            </p>
          </div>
        )}
        {isAtRest && <Result {...apply} />}
        {rows.length > 0 && (
          <DataTable
            caption={`Discounts on ${plan.brand}`}
            rows={rows}
            columns={columns}
            rowKey={({ id }) => id}
            clientPageSize={ROWS_ON_PAGE}
            empty="No products"
          />
        )}
      </div>
    </Dialog>
  );
}

/** What was refused comes first, once nothing moves any more. */
function rowsOf({ products }: BrandPlan, outcomes: ReadonlyMap<string, Outcome>, isAtRest: boolean): readonly Row[] {
  const rows = products.map((product): Row => ({ ...product, outcome: outcomes.get(product.id) }));
  if (!isAtRest) return rows;
  const isRefused = ({ outcome }: Row) => outcome?.kind === 'refused';
  return [...rows.filter(isRefused), ...rows.filter((row) => !isRefused(row))];
}

function summaryOf({ brand, percentage, products }: BrandPlan): string {
  const countOf = (plan: PlannedDiscount['plan']) => products.filter((product) => product.plan === plan).length;
  const [set, same, waits] = [countOf('set'), countOf('same'), countOf('waits')];
  if (products.length === 0) return `${brand} has no products in the store. There is nothing to set.`;
  const sentences = [
    `${brand} has ${counted(products.length, 'products')} that are not archived.`,
    set === 0 ? 'None changes.' : `${set} ${set === 1 ? 'changes' : 'change'}.`,
    same > 0 &&
      `${same} ${same === 1 ? 'has' : 'have'} ${percentage === 0 ? 'no discount' : `${percentage} %`} already.`,
    waits > 0 &&
      `${waits} ${waits === 1 ? 'waits for a second administrator and is' : 'wait for a second administrator and are'} left out.`,
  ];
  return sentences.filter((sentence) => sentence !== false).join(' ');
}

type ResultProps = Pick<ReturnType<typeof useApplyPlan>, 'state' | 'outcomes' | 'total' | 'why'>;

function Result({ state, outcomes, total, why }: ResultProps) {
  const countOf = (kind: Outcome['kind']) => [...outcomes.values()].filter((outcome) => outcome.kind === kind).length;
  const [set, waits, refused] = [countOf('set'), countOf('waits'), countOf('refused')];
  const isDone = state === 'done';
  const words = [
    `${set} set.`,
    waits > 0 && `${waits} ${waits === 1 ? 'waits' : 'wait'} for a second administrator.`,
    refused > 0 && `${refused} refused: see why below.`,
  ];
  const tone = isDone ? (refused > 0 ? 'warn' : 'ok') : why === null ? 'info' : 'bad';
  return (
    <Alert tone={tone} title={isDone ? 'Done' : `Stopped after ${outcomes.size} of ${total}`}>
      {!isDone && why !== null && <p>{why}</p>}
      <p>{words.filter((sentence) => sentence !== false).join(' ')}</p>
      {!isDone && <p>Go on when you are ready: nothing is set twice.</p>}
    </Alert>
  );
}

const LEFT_OUT = { waits: 'Left out', same: 'No change' } as const;

const columnsOf = (percentage: number): readonly TableColumn<Row>[] => [
  column.twoLines('Product', (row) => [row.name, row.variant ?? 'No variant'], { card: 'title' }),
  column.text('Now', (row) => <span className="tabular">{row.percentage} %</span>, { align: 'right' }),
  column.text(
    'After',
    (row) => (
      <span className="flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
        {row.outcome?.kind !== 'refused' && (
          <span className="tabular">{row.plan === 'set' ? percentage : row.percentage} %</span>
        )}
        {row.plan === 'waits' && <span className="text-xs text-muted">{row.proposed} % waits</span>}
        {row.plan !== 'set' && <Badge>{LEFT_OUT[row.plan]}</Badge>}
        {row.outcome?.kind === 'set' && <Badge tone="ok">Set</Badge>}
        {row.outcome?.kind === 'waits' && <Badge tone="warn">Waits for a second administrator</Badge>}
        {row.outcome?.kind === 'refused' && (
          <>
            <Badge tone="bad">Refused</Badge>
            <span className="basis-full text-right text-xs text-bad wrap-anywhere">{row.outcome.why}</span>
          </>
        )}
      </span>
    ),
    { align: 'right' },
  ),
];
