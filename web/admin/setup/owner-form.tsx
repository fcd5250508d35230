import { useState } from 'react';
import { useLocation } from 'wouter';
import { api } from '#web/lib/api/api.ts';
import { isApiError, serverMessage } from '#web/lib/call/api-error.ts';
import { showFieldErrors, useZodForm } from '#web/lib/form/use-zod-form.ts';
import { startAdminSession } from '#web/lib/session/administrator.ts';
import { newPassword } from '#web/shared/sign-in/new-password-fields.tsx';
import { LinkButton } from '#web/ui/actions/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { fields, text } from '#web/ui/form/fields.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';

const SIGN_IN = '/admin/login?redirect=%2Fadmin%2Fsetup';

/** The account of the first owner. The address that the server printed brings its secret along. */
export function OwnerForm() {
  const [, navigate] = useLocation();
  const [failure, setFailure] = useState<{ text: string; hasOwner: boolean } | null>(null);
  const form = useZodForm(() => import('#bff/contract/identity/setup-form.ts').then((m) => m.OwnerForm), {
    name: '',
    email: '',
    password: '',
    password_confirmation: '',
    secret: decodeURIComponent(location.hash.slice(1)),
  });
  const submit = form.handleSubmit(async (body) => {
    setFailure(null);
    try {
      const session = await api('POST /setup/owner', { body, authenticated: false });
      // The secret is used up: it need not stay in the address.
      navigate('/admin/setup', { replace: true });
      startAdminSession(session);
    } catch (error) {
      if (showFieldErrors(form, error)) return;
      setFailure({
        text: serverMessage(error, 'Your account could not be made. Nothing was saved: please try again.'),
        hasOwner: isApiError(error) && error.code === 'store_has_owner',
      });
    }
  });
  return (
    <div className="mx-auto max-w-lg">
      <PageHeader
        title="Set up your store"
        description="First your own account: you become the owner of this store. It takes about five minutes, and you can go on later."
      />
      <form noValidate onSubmit={submit} aria-label="Your account">
        <Card>
          <div className="flex flex-col gap-5">
            {failure && (
              <Alert
                tone="bad"
                action={
                  failure.hasOwner && (
                    <LinkButton size="sm" href={SIGN_IN}>
                      Sign in
                    </LinkButton>
                  )
                }
              >
                {failure.text}
              </Alert>
            )}
            {fields(form, [
              text('name', 'Your name', { autoComplete: 'name', autofocus: true }),
              text('email', 'Email', {
                type: 'email',
                inputMode: 'email',
                autoComplete: 'username',
                spellCheck: false,
                hint: 'You sign in with it, and get the mails for owners.',
              }),
              ...newPassword(),
              text('secret', 'Secret of the server', {
                autoComplete: 'off',
                spellCheck: false,
                inputClass: 'font-mono',
                hint: 'The server prints it at its start, behind the # of the address. It works once.',
              }),
            ])}
            <SubmitButton form={form} size="lg" busyText="Creating...">
              Create the owner’s account
            </SubmitButton>
          </div>
        </Card>
      </form>
    </div>
  );
}
