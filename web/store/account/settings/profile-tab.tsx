import type { CurrentUser } from '#bff/contract/identity/current-user.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { queryKey } from '#web/lib/cache/query-key.ts';
import { submitTo, useZodForm } from '#web/lib/form/use-zod-form.ts';
import { useCustomer } from '#web/lib/session/session.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Loading } from '#web/ui/feedback/skeleton.tsx';
import { fields, text } from '#web/ui/form/fields.tsx';
import { password } from '#web/ui/form/form-password.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { DeliveryCard } from './delivery-card.tsx';
import { MailsCard } from './mails-card.tsx';
import { YourDataCard } from './your-data-card.tsx';

export function ProfileTab() {
  const { user } = useCustomer();
  if (!user) {
    return <Loading shapes={['h-48 w-full']} />;
  }
  return (
    <div className="flex flex-col gap-5">
      <Card title="Profile">
        <NameForm user={user} />
      </Card>
      <Card title="Email address" description={`You sign in as ${user.email}.`}>
        <EmailForm pending={user.pending_email} />
      </Card>
      {user.delivery && <DeliveryCard delivery={user.delivery} />}
      <MailsCard />
      <YourDataCard />
    </div>
  );
}

const FORM = 'flex flex-col gap-5 sm:max-w-md';

function NameForm({ user }: { user: CurrentUser }) {
  const form = useZodForm(() => import('#bff/contract/identity/account-forms.ts').then((m) => m.ProfileForm), {
    name: user.name,
  });
  const save = useWrite('PUT /auth/user', {
    done: () => 'Your profile has been updated.',
    after: ({ data }, client) => {
      client.setQueryData(queryKey('GET /user'), { data });
      form.reset({ name: data.name });
    },
  });
  const submit = submitTo(form, (body) => save.mutateAsync({ body }), 'Failed to update profile.');
  const { isDirty } = form.formState;
  return (
    <form noValidate onSubmit={submit} className={FORM}>
      {fields(form, [text('name', 'Name', { autoComplete: 'name' })])}
      <SubmitButton form={form} className="self-start" disabled={!isDirty} busyText="Saving...">
        Save profile
      </SubmitButton>
    </form>
  );
}

function EmailForm({ pending }: { pending: string | null }) {
  const form = useZodForm(() => import('#bff/contract/identity/account-forms.ts').then((m) => m.ChangeEmailForm), {
    email: '',
    current_password: '',
  });
  const change = useWrite('PUT /auth/user', {
    done: () => ['Email Update Initiated', 'Open the link that we sent to your new address.'],
    after: ({ data }, client) => {
      client.setQueryData(queryKey('GET /user'), { data });
      form.reset();
    },
  });
  const submit = submitTo(form, (body) => change.mutateAsync({ body }), 'Failed to update email.');
  return (
    <form noValidate onSubmit={submit} className={FORM}>
      {pending !== null && (
        <Alert tone="info" title="Waiting for verification">
          {pending} takes effect once its link was opened.
        </Alert>
      )}
      {fields(form, [
        text('email', 'New email', { type: 'email', autoComplete: 'email' }),
        password('current_password', 'Current password', { autoComplete: 'current-password' }),
      ])}
      <SubmitButton form={form} className="self-start" busyText="Saving...">
        Change email
      </SubmitButton>
    </form>
  );
}
