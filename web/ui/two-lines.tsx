import type { ReactNode } from 'react';

type TwoLinesProps = { first: ReactNode; second: ReactNode; className?: string };

/** A cell of a table: what it is, and in small below it what more is to be said. */
export const TwoLines = ({ first, second, className = 'font-medium' }: TwoLinesProps) => (
  <span className={`block min-w-0 ${className}`}>
    <span className="block">{first}</span>
    {second && <span className="block text-xs font-normal text-muted">{second}</span>}
  </span>
);
