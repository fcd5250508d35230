import { useQueryClient } from '@tanstack/react-query';
import { Store } from 'lucide-react';
import { useLocation } from 'wouter';
import type { AdminSetup } from '#bff/contract/office/admin-setup.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { invalidate } from '#web/lib/cache/query-key.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { STEP_TITLES } from './step-list.tsx';

/** The last page: what is missing, and the store's opening. */
export function OpenStep({ setup }: { setup: AdminSetup }) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const open = useWrite('POST /admin/setup/open', {
    failed: 'The store could not be opened',
    stale: ['/admin/setup'],
  });
  const undone = setup.steps.filter(({ is_done }) => !is_done);
  const needed = undone.filter(({ is_needed }) => is_needed).map(({ step }) => STEP_TITLES[step]);
  const later = undone.filter(({ is_needed }) => !is_needed).map(({ step }) => STEP_TITLES[step]);
  return (
    <Card title="Open the store" description="From then on customers can register, and you approve them.">
      <div className="flex flex-col items-start gap-4">
        {needed.length > 0 && (
          <Alert className="w-full" tone="warn" title="The store cannot open yet">
            These steps are needed first: {needed.join(', ')}.
          </Alert>
        )}
        {needed.length === 0 && (later.length > 0 || setup.missing.length > 0) && (
          <Alert className="w-full" title="What is missing can be done later">
            <ul className="list-disc pl-5">
              {setup.missing.map((each) => (
                <li key={each}>{each}</li>
              ))}
              {later.map((each) => (
                <li key={each}>The step “{each}” is not done.</li>
              ))}
            </ul>
          </Alert>
        )}
        {needed.length === 0 && later.length === 0 && setup.missing.length === 0 && (
          <Alert className="w-full" tone="ok" title="Everything is there">
            Invite a second owner soon: nobody else can confirm what concerns money.
          </Alert>
        )}
        <Button
          variant="primary"
          size="lg"
          icon={<Store aria-hidden />}
          disabledReason={needed.length > 0 ? `Needed first: ${needed.join(', ')}` : undefined}
          busyText="Opening..."
          onClick={async () => {
            await open.mutateAsync({});
            await invalidate(client, '/admin/session');
            navigate('/admin/dashboard', { replace: true });
          }}
        >
          Open the store
        </Button>
      </div>
    </Card>
  );
}
