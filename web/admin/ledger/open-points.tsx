import type { ReactNode } from 'react';
import { counted } from '#web/lib/words/counted.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';

/** What is open at the bank by a day, a sentence each. */
export const OpenPoints = ({ points, action }: { points: readonly string[]; action?: ReactNode }) => (
  <Alert tone="warn" title={counted(points.length, 'open points')} action={action}>
    <ul className="mt-1 list-disc space-y-1 pl-4">
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  </Alert>
);
