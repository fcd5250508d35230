import { useQuery } from '@tanstack/react-query';
import { Cpu, FolderOpen, Layers, ScrollText, ShieldCheck, Workflow } from 'lucide-react';
import type { JobQueueState, ReadModelState, SystemState } from '#bff/contract/office/admin-system.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { formatBytes } from '#web/lib/words/bytes.ts';
import { cx } from '#web/lib/words/cx.ts';
import { formatTime } from '#web/lib/words/dates.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { CardSkeleton } from '#web/ui/feedback/card-skeleton.tsx';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Loading, Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { column } from '#web/ui/table/columns.tsx';
import { DataTable } from '#web/ui/table/data-table.tsx';
import type { TableColumn } from '#web/ui/table/table-column.ts';
import { DateText } from '#web/ui/text/date-text.tsx';
import { BackupPart } from './backup-part.tsx';
import { DatabasePart } from './database-part.tsx';
import { NotaryPart, Witnesses } from './notary-part.tsx';
import { Part } from './part.tsx';
import { followerWords, healthOf, queueWords, readModelWords, scannerWords, uptimeWords } from './system-words.ts';

const REFRESH_MILLISECONDS = 5000;

/** The page reloads itself while it is visible. */
export function SystemPage() {
  const { data, error, isPending, refetch, dataUpdatedAt } = useQuery({
    ...apiQuery('GET /admin/system'),
    refetchInterval: REFRESH_MILLISECONDS,
    staleTime: 0,
  });
  return (
    <>
      <PageHeader
        title="System"
        description={
          <>
            How the ledger, its lists and the background work are. Refreshes every {REFRESH_MILLISECONDS / 1000} seconds
            {dataUpdatedAt > 0 && <>; last at {formatTime(new Date(dataUpdatedAt))}</>}.
          </>
        }
      />
      {isPending ? (
        <Loading label="Loading the state of the system" className="flex flex-col gap-5">
          <Skeleton className="h-16 w-full rounded-lg" />
          <div className="grid gap-5 sm:grid-cols-2 xl:grid-cols-4">
            {Array.from({ length: 4 }, (_, index) => (
              <CardSkeleton key={String(index)} lines={2} />
            ))}
          </div>
          <CardSkeleton lines={8} />
        </Loading>
      ) : !data ? (
        <Card>
          <LoadError of={{ error, refetch }} failed="The state of the system could not be read." />
        </Card>
      ) : (
        <LoadedSystem state={data.data} isOld={error !== null} />
      )}
    </>
  );
}

function LoadedSystem({ state, isOld }: { state: SystemState['data']; isOld: boolean }) {
  const health = healthOf(state);
  const { event_store: store, postgres, files, process } = state;
  return (
    <div className="flex flex-col gap-5">
      {isOld ? (
        <Alert tone="bad" title="The server does not answer">
          What you see below is its last word. This page keeps asking.
        </Alert>
      ) : (
        <Alert tone={health.tone} title={health.title}>
          {health.message}
        </Alert>
      )}
      <div className={cx('grid gap-5 transition-opacity sm:grid-cols-2 xl:grid-cols-3', isOld && 'opacity-50')}>
        <Part
          icon={<ScrollText aria-hidden />}
          name="Event store"
          tone={store.is_connected ? 'ok' : 'bad'}
          status={store.is_connected ? 'Connected' : 'No answer'}
          facts={[
            { label: 'Server', value: store.server ?? (store.is_connected && 'Does not say its version') },
            { label: 'Address', value: store.address },
            { label: 'Position of the newest event', value: numberText(store.head_position) },
          ]}
        />
        <DatabasePart postgres={postgres} />
        <Part
          icon={<FolderOpen aria-hidden />}
          name="Files"
          tone={files.problem === null ? 'ok' : 'bad'}
          status={files.problem === null ? 'Connected' : 'No answer'}
          facts={[
            { label: 'Place', value: files.place },
            ...(files.free_bytes === null ? [] : [{ label: 'Free space', value: formatBytes(files.free_bytes) }]),
          ]}
        />
        <Part
          icon={<ShieldCheck aria-hidden />}
          name="Virus scanner"
          {...scannerWords(state.upload_scanner)}
          {...(state.upload_scanner.is_connected === null && {
            message: 'Uploads are not looked through. FILE_SCANNER_URL names the scanner.',
          })}
          facts={[{ label: 'Uploads in quarantine', value: state.upload_scanner.quarantined }]}
        />
        <NotaryPart notary={state.notary} />
        <BackupPart backups={state.backups} />
        {state.read_models.map((model) => (
          <ReadModel key={model.name} model={model} head={store.head_position} />
        ))}
        <Part
          icon={<Workflow aria-hidden />}
          name="Next steps and webhooks"
          {...followerWords(state.followers)}
          facts={state.followers.map(({ name, saved_at }) => ({
            label: name === 'processes' ? 'Steps up to' : 'Webhooks up to',
            value: <DateText value={saved_at} format="relative" />,
          }))}
        />
        <Part
          icon={<Cpu aria-hidden />}
          name="API"
          tone="ok"
          status={`Up for ${uptimeWords(process.uptime_s)}`}
          facts={[
            { label: 'Version', value: process.version },
            { label: 'Node.js', value: process.node_version },
            { label: 'Memory', value: formatBytes(process.memory_bytes) },
          ]}
        />
      </div>
      <Witnesses witnesses={state.notary?.witnesses ?? []} className={isOld ? 'opacity-50 transition-opacity' : ''} />
      <Card
        title="Background work"
        description="Jobs run beside the requests; a failed one is tried again a few times before it counts as failed."
        padded={false}
        className={isOld ? 'opacity-50 transition-opacity' : ''}
      >
        <DataTable
          caption="Job queues"
          columns={QUEUE_COLUMNS}
          rows={state.jobs}
          rowKey={(row) => row.name}
          empty="The job queues do not answer"
        />
      </Card>
    </div>
  );
}

function ReadModel({ model, head }: { model: ReadModelState; head: string | null }) {
  const words = readModelWords(model);
  return (
    <Part
      icon={<Layers aria-hidden />}
      name="Read models"
      tone={words.tone}
      status={words.label}
      facts={[
        {
          label: 'State',
          value:
            model.lag_events === null
              ? 'Not known'
              : model.lag_events === 0
                ? 'Up to date'
                : `${model.lag_events} events behind`,
        },
        { label: 'Confirmed', value: model.updated_at && <DateText value={model.updated_at} format="relative" /> },
        model.error && { label: 'Why', value: model.error },
        model.position !== '-1' &&
          model.position !== head && { label: 'Applied up to position', value: numberText(model.position) },
      ]}
    />
  );
}

const numberText = (digits: string | null): string | null =>
  digits === null ? null : BigInt(digits).toLocaleString('en-US');

const count = (value: number, tone?: string) => (
  <span className={cx('tabular', value === 0 ? 'text-muted' : tone)}>{value.toLocaleString('en-US')}</span>
);

const QUEUE_COLUMNS: readonly TableColumn<JobQueueState>[] = [
  column.twoLines('Work', (row) => [queueWords(row).label, queueWords(row).message], { id: 'name', card: 'title' }),
  column.text('Waiting', (row) => count(row.waiting), { align: 'right' }),
  column.text('Running', (row) => count(row.active), { id: 'active', align: 'right' }),
  column.text('Planned', (row) => count(row.delayed), { id: 'delayed', align: 'right' }),
  column.text('Done', (row) => count(row.completed), { id: 'completed', align: 'right' }),
  column.text('Failed', (row) => count(row.failed, 'font-medium text-bad'), { align: 'right' }),
];
