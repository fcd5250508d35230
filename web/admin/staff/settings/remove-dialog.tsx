import { z } from 'zod';
import type { AdminSettings } from '#bff/contract/office/admin-settings.ts';
import type { AccountsValue } from '#bff/contract/office/settings/accounts.ts';
import { settingsChange } from '#bff/contract/office/settings/fields.ts';
import { DecisionDialog } from '#web/ui/form/decision-dialog.tsx';
import { reason } from './section-form.tsx';
import { useSaveSection } from './settings-api.ts';

type Account = AccountsValue['accounts'][number];
type Props = { settings: AdminSettings; account: Account; onClose: () => void };

const FORM = z.object(settingsChange);

/** Takes an account out; another one of its currency becomes the standard where it was. Deposits that name it stay as they are. */
export function RemoveDialog({ settings, account, onClose }: Props) {
  const save = useSaveSection('accounts');
  const { value, version } = settings.accounts;
  const others = (value?.accounts ?? []).filter(({ id }) => id !== account.id);
  const heir = account.is_standard ? others.find(({ currency }) => currency === account.currency) : undefined;
  const accounts = others.map((each) => (each === heir ? { ...each, is_standard: true } : each));
  return (
    <DecisionDialog
      title="Remove the account"
      description={
        heir === undefined && account.is_standard
          ? `It is the only account for ${account.currency}: without it, no deposits in ${account.currency} are taken. Deposits that name it stay as they are.`
          : 'Deposits that name it stay as they are, and its bank statements are still known as ours.'
      }
      schema={FORM}
      defaults={{ why: '', expect_version: version }}
      decide={(stated) => save.mutateAsync({ body: { accounts, ...stated } })}
      failed="The account was not removed"
      confirm={{ label: 'Remove', busyText: 'Removing...', danger: true }}
      onClose={onClose}
      fields={() => [reason({ autofocus: true })]}
    />
  );
}
