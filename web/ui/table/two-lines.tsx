import type { ReactNode } from 'react';
import { breakable } from './dash.tsx';

type TwoLinesProps = { first: ReactNode; second: ReactNode; className?: string };

/** A table cell with two lines: the main text, and smaller text below it. */
export const TwoLines = ({ first, second, className = 'font-medium' }: TwoLinesProps) => (
  <span className={`block min-w-0 ${className}`}>
    <span className="block">{breakable(first)}</span>
    {second && <span className="block text-xs font-normal text-muted">{breakable(second)}</span>}
  </span>
);
