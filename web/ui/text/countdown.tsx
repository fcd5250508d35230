import { useEffect, useRef, useState } from 'react';
import { formatDuration, type Moment, toDate } from '#web/lib/words/dates.ts';

const TICK_MILLISECONDS = 1000;

type CountdownProps = {
  until: Moment;
  /** The text at zero. */
  expired?: string;
  /** Called once when it reaches zero. */
  onExpire?: () => void;
};

/** Time left as hh:mm:ss, ticking each second. */
export function Countdown({ until, expired = 'Expired', onExpire }: CountdownProps) {
  const end = toDate(until).getTime();
  const [now, setNow] = useState(() => Date.now());
  const isOver = now >= end;
  const latest = useRef(onExpire);
  useEffect(() => {
    latest.current = onExpire;
  });
  useEffect(() => {
    if (isOver) {
      latest.current?.();
      return;
    }
    const timer = setInterval(() => setNow(Date.now()), TICK_MILLISECONDS);
    return () => clearInterval(timer);
  }, [isOver]);
  return (
    <span role="timer" className="tabular font-medium">
      {isOver ? expired : formatDuration((end - now) / 1000)}
    </span>
  );
}
