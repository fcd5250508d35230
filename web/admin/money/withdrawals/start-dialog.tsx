import { useState } from 'react';
import { useLocation } from 'wouter';
import { USER_SEARCH_TOO_SHORT } from '#bff/contract/people/user-search.ts';
import { type PickedUser, UserPicker } from '#web/admin/shared/fields/user-picker.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { Field } from '#web/ui/form/controls/field.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

/** Finds the customer whose page starts the withdrawal: that page has the wallets and balances. */
export function StartDialog({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation();
  const [user, setUser] = useState<PickedUser | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  return (
    <Dialog
      onClose={onClose}
      title="New withdrawal"
      description="Choose whose money is paid out. The wallet and the amount follow on the customer’s page."
      onSubmit={(event) => {
        event.preventDefault();
        if (user) navigate(`/admin/users/${user.id}?tab=money`);
        else setIsMissing(true);
      }}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Continue
          </Button>
        </>
      }
    >
      <Field
        label="Customer"
        hint={USER_SEARCH_TOO_SHORT}
        error={isMissing && !user ? 'Please select a customer' : undefined}
        required
      >
        <UserPicker value={user} onChange={setUser} placeholder="Name or email" required />
      </Field>
    </Dialog>
  );
}
