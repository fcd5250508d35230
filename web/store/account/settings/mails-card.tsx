import { useQuery } from '@tanstack/react-query';
import { MONEY_MAILS } from '#bff/contract/people/money-mail-kinds.ts';
import { apiQuery } from '#web/lib/api/api-query.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { queryKey } from '#web/lib/cache/query-key.ts';
import { LoadError } from '#web/ui/feedback/load-error.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';
import { Checkbox } from '#web/ui/form/controls/checkbox.tsx';
import { Card } from '#web/ui/page/card.tsx';

/** Ticking saves the choice. */
export function MailsCard() {
  const query = useQuery(apiQuery('GET /user/mails'));
  const save = useWrite('PUT /user/mails', {
    done: () => 'Your choice of mails was saved.',
    after: (answer, client) => client.setQueryData(queryKey('GET /user/mails'), answer),
    failed: 'Your choice could not be saved.',
  });
  return (
    <Card
      title="Mails about money"
      description="Beside the notifications under the bell. Mails about the security of your account are always sent."
    >
      {query.data ? (
        <div className="grid gap-3 sm:grid-cols-2">
          {query.data.data.map(({ kind, is_on }) => {
            const changed = save.isPending && save.variables.body.kind === kind ? save.variables.body.is_on : is_on;
            return (
              <Checkbox
                key={kind}
                label={MONEY_MAILS[kind]}
                checked={changed}
                disabled={save.isPending}
                onChange={(event) => save.mutate({ body: { kind, is_on: event.target.checked } })}
              />
            );
          })}
        </div>
      ) : query.error ? (
        <LoadError of={query} failed="Your choice of mails could not be loaded." />
      ) : (
        <Loading shapes={['h-32 w-full']} />
      )}
    </Card>
  );
}
