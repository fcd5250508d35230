import { z } from 'zod';
import type { AdminSettings } from '#bff/contract/office/admin-settings.ts';
import { settingsChange } from '#bff/contract/office/settings/fields.ts';
import type { AskedAccount } from '#bff/contract/office/settings/recalls.ts';
import { DecisionDialog } from '#web/ui/form/decision-dialog.tsx';
import { nameOf } from './account-text.tsx';
import { reason } from './section-form.tsx';
import { useSaveSection } from './settings-api.ts';
import { waitOf } from './wait-text.ts';

type Props = { settings: AdminSettings; account: AskedAccount; onClose: () => void };

const FORM = z.object(settingsChange);

/** Recalls an account that was wrong, or takes that back. */
export function RecallDialog({ settings, account, onClose }: Props) {
  const save = useSaveSection('recalls');
  const { currency, number, routing, is_recalled: isRecalled } = account;
  const together = settings.recalls.waiting ? ' It is decided together with the recall that waits.' : '';
  const told = `customers whose pending deposit names it get a mail, and see the right account there.`;
  return (
    <DecisionDialog
      title={isRecalled ? 'Take the recall back' : 'Recall the account'}
      description={
        isRecalled
          ? `Customers are asked to pay into ${nameOf(account)} again, and those with a pending deposit get a mail. ${waitOf(settings, 'this')}`
          : `No new deposit asks to pay into ${nameOf(account)} from now on. ${settings.is_alone ? 'At once' : 'As soon as a second owner confirms it'}, ${told}${together}`
      }
      schema={FORM}
      defaults={{ why: '', expect_version: settings.recalls.version }}
      decide={(stated) =>
        save.mutateAsync({ body: { currency, number, routing, is_recalled: !isRecalled, ...stated } })
      }
      failed={isRecalled ? 'The recall was not taken back' : 'The account was not recalled'}
      confirm={
        isRecalled
          ? { label: 'Take back', busyText: 'Saving...' }
          : { label: 'Recall', busyText: 'Recalling...', danger: true }
      }
      onClose={onClose}
      fields={() => [reason({ autofocus: true })]}
    />
  );
}
