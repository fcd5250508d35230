import { useState } from 'react';
import type { AdminUserDetail } from '#bff/contract/people/admin-customer.ts';
import { FreezeAccountForm, ResetSecondFactorForm } from '#bff/contract/people/customer-form.ts';
import { May } from '#web/admin/shared/permission/may.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { DecisionDialog } from '#web/ui/form/decision-dialog.tsx';
import { note } from '#web/ui/form/fields.tsx';
import { AskButton } from '#web/ui/overlays/confirm-dialog.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { DetailList } from '#web/ui/page/detail-list.tsx';
import { Badge } from '#web/ui/text/badge.tsx';
import { DateText } from '#web/ui/text/date-text.tsx';
import { useUserActions } from './user-api.ts';

/** How a customer signs in, and the help for one who lost the second factor or whose account is in other hands. */
export function SignInCard({ user }: { user: AdminUserDetail }) {
  const [asking, setAsking] = useState<'reset' | 'freeze' | null>(null);
  const { takeResetBack, endSessions, unfreeze } = useUserActions(user.id);
  const { second_factor_reset: reset, frozen } = user;
  const close = () => setAsking(null);
  return (
    <Card
      title="Sign-in"
      actions={
        <>
          {user.has_mfa && !reset && (
            <May permission="second-factors:reset">
              <Button size="sm" onClick={() => setAsking('reset')}>
                Reset second factor
              </Button>
            </May>
          )}
          <May permission="customers:protect">
            <AskButton
              size="sm"
              title="Sign out everywhere"
              message={`Every device of ${user.name} is signed out at once. API keys go on working. The customer gets an email.`}
              confirmLabel="Sign out everywhere"
              onConfirm={() => endSessions.mutateAsync({ params: { id: user.id } })}
            >
              Sign out everywhere
            </AskButton>
            {!frozen && (
              <Button size="sm" variant="danger" onClick={() => setAsking('freeze')}>
                Freeze account
              </Button>
            )}
          </May>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {frozen && (
          <Alert
            tone="bad"
            title={
              <>
                Frozen since <DateText value={frozen.frozen_at} format="datetime" />
              </>
            }
            action={
              <May permission="customers:protect">
                <AskButton
                  size="sm"
                  title="Unfreeze the account"
                  message={`${user.name} can sign in again, and API keys work again. The customer gets an email.`}
                  confirmLabel="Unfreeze"
                  danger={false}
                  onConfirm={() => unfreeze.mutateAsync({ params: { id: user.id } })}
                >
                  Unfreeze
                </AskButton>
              </May>
            }
          >
            {frozen.frozen_by} froze the account: nobody signs in and no API key works. Why: {frozen.reason}
          </Alert>
        )}
        {reset && (
          <Alert
            tone="warn"
            title={
              <>
                The second factor is removed on <DateText value={reset.due_at} format="datetime" />
              </>
            }
            action={
              <May permission="second-factors:reset">
                <Button size="sm" onClick={() => takeResetBack.mutateAsync({ params: { id: user.id } })}>
                  Take back
                </Button>
              </May>
            }
          >
            {reset.requested_by} asked for it. The customer was told and can stop it by the mail's link until then. What
            was checked: {reset.checked}
          </Alert>
        )}
        <DetailList
          columns={3}
          details={[
            {
              label: 'Two-factor authentication',
              value: <Badge tone={user.has_mfa ? 'ok' : 'none'}>{user.has_mfa ? 'On' : 'Off'}</Badge>,
            },
            {
              label: 'Last sign-in',
              value: user.last_sign_in_at && <DateText value={user.last_sign_in_at} format="datetime" />,
            },
          ]}
        />
      </div>
      {asking === 'reset' && <ResetDialog userId={user.id} onClose={close} />}
      {asking === 'freeze' && <FreezeDialog userId={user.id} onClose={close} />}
    </Card>
  );
}

function FreezeDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const { freeze } = useUserActions(userId);
  return (
    <DecisionDialog
      title="Freeze the account"
      description="Every device is signed out, nobody can sign in and no API key works until the account is unfrozen. Money stays where it is: no payout is made, by file or by hand. Only a payout that a bank statement shows as paid is completed, from its line. Orders are decided as ever. The customer gets an email."
      schema={FreezeAccountForm}
      defaults={{ reason: '' }}
      decide={(body) => freeze.mutateAsync({ params: { id: userId }, body })}
      failed="Failed to freeze the account"
      onClose={onClose}
      confirm={{ label: 'Freeze account', busyText: 'Freezing...', danger: true }}
      fields={() => [
        note('reason', 'Why?', {
          hint: 'Such as: the customer called, somebody else added a passkey. The customer does not see it. Kept encrypted.',
        }),
      ]}
    />
  );
}

function ResetDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const { resetSecondFactor } = useUserActions(userId);
  return (
    <DecisionDialog
      title="Reset the second factor"
      description="For a customer who lost the phone, the passkeys and the recovery codes. The customer gets an email at once and can stop it. After the delay the second factor is removed and every device signed out: the password alone signs in."
      schema={ResetSecondFactorForm}
      defaults={{ checked: '' }}
      decide={(body) => resetSecondFactor.mutateAsync({ params: { id: userId }, body })}
      failed="Failed to ask for the reset"
      onClose={onClose}
      confirm={{ label: 'Start the delay', busyText: 'Sending...', danger: true }}
      fields={() => [
        note('checked', 'How do you know that it is this customer?', {
          hint: "Such as: called back on the company's registered number, and compared the contact person's identity card. Kept encrypted.",
          rows: 4,
        }),
      ]}
    />
  );
}
