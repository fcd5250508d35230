import type { SuspensePage } from '#bff/contract/money/admin-bank-routes.ts';
import { counted } from '#web/lib/words/counted.ts';
import { DateText } from '#web/ui/text/date-text.tsx';
import { Money } from '#web/ui/text/money.tsx';

export const SuspenseSums = ({ held }: { held: SuspensePage['meta']['held'] }) => (
  <ul className="flex flex-wrap gap-x-6 gap-y-1">
    {held.map(({ lines, sum, oldest }) => (
      <li key={sum.currency}>
        <Money value={sum} className="font-semibold" /> in {counted(lines, 'lines')}, the oldest since{' '}
        <DateText value={oldest} />
      </li>
    ))}
  </ul>
);
