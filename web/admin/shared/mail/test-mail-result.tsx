import type { TestMailAnswer } from '#bff/contract/office/mails.ts';
import { cx } from '#web/lib/words/cx.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';

const TITLES: Readonly<Record<TestMailAnswer['outcome'], string>> = {
  sent: 'The mail left',
  refused: 'The mail was refused',
  waiting: 'Not sent yet',
};

/** What became of a mail to oneself. */
export const TestMailResult = ({ of: { outcome, message }, className }: { of: TestMailAnswer; className?: string }) => (
  <Alert className={cx('wrap-anywhere', className)} tone={outcome === 'sent' ? 'ok' : 'warn'} title={TITLES[outcome]}>
    {message}
  </Alert>
);
