import { Mail } from 'lucide-react';
import { useState } from 'react';
import type { TestMailAnswer } from '#bff/contract/office/mails.ts';
import { TestMailResult } from '#web/admin/shared/mail/test-mail-result.tsx';
import { useWrite } from '#web/lib/api/use-write.ts';
import { useAdministrator } from '#web/lib/session/administrator.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Card } from '#web/ui/page/card.tsx';

export function MailStep() {
  const { administrator } = useAdministrator();
  const [answer, setAnswer] = useState<TestMailAnswer | null>(null);
  const send = useWrite('POST /admin/setup/test-mail', {
    done: null,
    failed: 'The test mail could not be sent',
    after: setAnswer,
    stale: ['/admin/setup'],
  });
  return (
    <Card
      title="Test mail"
      description="Customers confirm their address by a mail. A mail to yourself shows that mails leave your store."
    >
      <div className="flex flex-col items-start gap-4">
        {answer && <TestMailResult of={answer} className="w-full" />}
        <Button
          variant={answer?.outcome === 'sent' ? 'secondary' : 'primary'}
          icon={<Mail aria-hidden />}
          busyText="Sending..."
          onClick={() => send.mutateAsync({})}
        >
          Send a mail to {administrator?.email}
        </Button>
      </div>
    </Card>
  );
}
