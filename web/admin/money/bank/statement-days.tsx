import type { BankStatement } from '#bff/contract/money/admin-bank-routes.ts';
import { DateText } from '#web/ui/text/date-text.tsx';

/** A single day is shown once. */
export const StatementDays = ({ of: { first_day, last_day } }: { of: BankStatement }) => (
  <span className="whitespace-nowrap">
    <DateText value={first_day} />
    {last_day !== first_day && (
      <>
        {' '}
        – <DateText value={last_day} />
      </>
    )}
  </span>
);
