import type { Severity } from '#bff/contract/security-event-kinds.ts';
import { Badge, statusLabel, type Tone } from '#web/ui/badge.tsx';

const TONES: Record<Severity, Tone> = { low: 'none', medium: 'warn', severe: 'bad' };

export const SeverityBadge = ({ severity }: { severity: Severity }) => (
  <Badge tone={TONES[severity]} dot>
    {statusLabel(severity)}
  </Badge>
);
