import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#web/lib/words/cx.ts';

type AlertTone = 'info' | 'ok' | 'warn' | 'bad';
type AlertProps = { tone?: AlertTone; title?: ReactNode; action?: ReactNode; className?: string; children?: ReactNode };

const LOOK: Record<AlertTone, { className: string; icon: typeof Info }> = {
  info: { className: 'bg-info-soft text-info', icon: Info },
  ok: { className: 'bg-ok-soft text-ok', icon: CircleCheck },
  warn: { className: 'bg-warn-soft text-warn', icon: TriangleAlert },
  bad: { className: 'bg-bad-soft text-bad', icon: CircleAlert },
};

/** A message in the page that stays until its cause is gone. */
export function Alert({ tone = 'info', title, action, className, children }: AlertProps) {
  const { className: colours, icon: Icon } = LOOK[tone];
  return (
    <div
      role={tone === 'bad' || tone === 'warn' ? 'alert' : 'status'}
      className={cx('flex gap-3 rounded-lg px-4 py-3 text-sm', colours, className)}
    >
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden />
      <div className="flex min-w-0 grow flex-wrap items-center gap-x-4 gap-y-2">
        {/* The action is below the text where there is no room for a few words beside it. */}
        <div className="min-w-0 flex-[1_1_15rem]">
          {title !== undefined && <p className="font-semibold">{title}</p>}
          {children !== undefined && <div className="text-ink">{children}</div>}
        </div>
        {action}
      </div>
    </div>
  );
}
