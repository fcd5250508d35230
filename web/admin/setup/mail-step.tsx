import { Mail } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '#web/lib/api/use-write.ts';
import type { Answer } from '#web/lib/call/api-types.ts';
import { useAdministrator } from '#web/lib/session/administrator.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Card } from '#web/ui/page/card.tsx';

export function MailStep() {
  const { administrator } = useAdministrator();
  const [answer, setAnswer] = useState<Answer<'POST /admin/setup/test-mail'> | null>(null);
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
        {answer && (
          <Alert
            className="w-full"
            tone={answer.outcome === 'sent' ? 'ok' : 'warn'}
            title={answer.outcome === 'sent' ? 'The mail left' : 'Not sent yet'}
          >
            {answer.message}
          </Alert>
        )}
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
