import type { ReactNode } from 'react';
import { cx } from '#web/lib/words/cx.ts';

export type Tone = 'ok' | 'info' | 'warn' | 'bad' | 'none' | 'accent';

const TONES: Record<Tone, string> = {
  ok: 'bg-ok-soft text-ok',
  info: 'bg-info-soft text-info',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  none: 'bg-none-soft text-none',
  accent: 'bg-accent-soft text-accent-ink',
};

type BadgeProps = { tone?: Tone; dot?: boolean; className?: string; children: ReactNode };

/** `dot` is for states. */
export function Badge({ tone = 'none', dot = false, className, children }: BadgeProps) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 whitespace-nowrap rounded-full px-2 py-0.5 text-xs font-medium',
        TONES[tone],
        className,
      )}
    >
      {dot && <span className="size-1.5 rounded-full bg-current" aria-hidden="true" />}
      {children}
    </span>
  );
}

/** The badge of a state, from a table of states: `<StateBadge of={STATES[state]} />`. */
export const StateBadge = ({ of: { tone, label } }: { of: { readonly tone: Tone; readonly label: string } }) => (
  <Badge tone={tone} dot>
    {label}
  </Badge>
);

const STATUS_TONES: Record<string, Tone> = {
  completed: 'ok',
  approved: 'ok',
  active: 'ok',
  complete: 'ok',
  fulfilled: 'ok',
  paid: 'ok',
  resolved: 'ok',
  processing: 'info',
  payment_uploaded: 'info',
  pending: 'warn',
  failed: 'bad',
  rejected: 'bad',
};

/** 'payment_uploaded' → 'Payment uploaded'. */
export function statusLabel(status: string): string {
  const words = status.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The badge of a status: green completed, blue processing, yellow pending, red failed or rejected, grey otherwise. */
export const StatusBadge = ({ status }: { status: string }) => (
  <StateBadge of={{ tone: STATUS_TONES[status.toLowerCase()] ?? 'none', label: statusLabel(status) }} />
);
