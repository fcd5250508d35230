import { TIMES } from '#core/aggregates/period/times.ts';
import { formatLongDay, utcDay } from '#web/lib/words/dates.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Segmented } from '#web/ui/actions/segmented.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { DatePicker } from '#web/ui/form/controls/date-picker.tsx';

/** The rules of its filters for useListAddress; no day means now. */
export const AS_OF = { at: 'day', by: TIMES } as const;
export type AsOf = { at: string; by: (typeof TIMES)[number] };
type AsOfProps = { asOf: AsOf; onChange: (changes: Partial<AsOf>) => void };

/** Whether the day is over or runs; a later day counts as now. */
const isPast = (at: string): boolean => at !== '' && at < utcDay();

/** The query of the API; empty for now. */
export const asOfQuery = ({ at, by }: AsOf) => ({ at: isPast(at) ? at : undefined, by });

/** Chooses the day whose end is shown, and which of the two times of the books counts. */
export const AsOfPicker = ({ asOf: { at, by }, onChange }: AsOfProps) => (
  <>
    <Segmented
      label="Count by"
      value={by}
      onChange={(next) => onChange({ by: next })}
      options={[
        { value: 'recorded', label: 'By booking date' },
        { value: 'value-date', label: 'By value date' },
      ]}
    />
    <div className="w-48">
      <DatePicker
        label="As of"
        daysIn="UTC"
        placeholder="As of today"
        value={isPast(at) ? at : ''}
        onChange={(day) => onChange({ at: day })}
        to={utcDay()}
      />
    </div>
  </>
);

/** Shows that the screen is of a past day, with a button back to now. */
export function PastBar({ asOf: { at, by }, onChange }: AsOfProps) {
  if (!isPast(at)) return null;
  return (
    <Alert
      tone="warn"
      title={`As of ${formatLongDay(at)} — not today`}
      action={
        <Button size="sm" onClick={() => onChange({ at: '' })}>
          Back to now
        </Button>
      }
    >
      {by === 'recorded'
        ? 'What was recorded by the end of that day (UTC).'
        : 'What counts by the end of that day by value date, whenever it was recorded.'}
    </Alert>
  );
}
