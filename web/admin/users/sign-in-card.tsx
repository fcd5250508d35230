import { useState } from 'react';
import type { AdminUserDetail } from '#bff/contract/admin-customer.ts';
import { ResetSecondFactorForm } from '#bff/contract/admin-forms.ts';
import { May } from '#web/admin/shared/may.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { DetailList } from '#web/ui/detail-list.tsx';
import { DecisionDialog } from '#web/ui/frames/decision-dialog.tsx';
import { FormTextarea } from '#web/ui/frames/form-field.tsx';
import { useUserActions } from './user-api.ts';

/** How a customer signs in, and an owner's help for a customer who lost the second factor. */
export function SignInCard({ user }: { user: AdminUserDetail }) {
  const [isAsking, setIsAsking] = useState(false);
  const { takeResetBack } = useUserActions(user.id);
  const reset = user.second_factor_reset;
  return (
    <Card
      title="Sign-in"
      actions={
        user.has_mfa &&
        !reset && (
          <May permission="second-factors:reset">
            <Button size="sm" onClick={() => setIsAsking(true)}>
              Reset second factor
            </Button>
          </May>
        )
      }
    >
      <div className="flex flex-col gap-4">
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
            {reset.requested_by} asked for it. The customer was told and can stop it until then. What was checked:{' '}
            {reset.checked}
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
      {isAsking && <ResetDialog userId={user.id} onClose={() => setIsAsking(false)} />}
    </Card>
  );
}

function ResetDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const { resetSecondFactor } = useUserActions(userId);
  return (
    <DecisionDialog
      title="Reset the second factor"
      description="For a customer who lost the phone, the passkeys and the recovery codes. The customer is told by email at once and can stop it. After the delay the second factor is removed and every device signed out: the password alone signs in."
      schema={ResetSecondFactorForm}
      defaults={{ checked: '' }}
      decide={(body) => resetSecondFactor.mutateAsync({ params: { id: userId }, body })}
      failed="Failed to ask for the reset"
      onClose={onClose}
      confirm={{ label: 'Start the delay', busyText: 'Sending...', danger: true }}
    >
      {(form) => (
        <FormTextarea
          form={form}
          name="checked"
          label="How do you know that it is this customer?"
          hint="Such as: called back on the company's registered number, and compared the contact person's identity card. Kept encrypted."
          rows={4}
          required
        />
      )}
    </DecisionDialog>
  );
}
