import { DecisionDialog } from '#web/ui/form/decision-dialog.tsx';
import { text } from '#web/ui/form/fields.tsx';

type PasskeyDialogProps = {
  /** The current name; left out for a new passkey. */
  name?: string;
  save: (name: string) => Promise<unknown>;
  onClose: () => void;
};

export function PasskeyDialog({ name, save, onClose }: PasskeyDialogProps) {
  const isNew = name === undefined;
  return (
    <DecisionDialog
      title={isNew ? 'Add a passkey' : 'Rename the passkey'}
      description={isNew && 'Your browser asks for your fingerprint, face or PIN next. None of it leaves your device.'}
      size="sm"
      schema={() => import('#bff/contract/identity/passkey.ts').then((m) => m.PasskeyNameForm)}
      defaults={{ name: name ?? '' }}
      decide={(form) => save(form.name)}
      failed={isNew ? 'No passkey was added. Please try again.' : 'The passkey could not be renamed'}
      onClose={onClose}
      confirm={isNew ? { label: 'Continue', busyText: 'Waiting...' } : { label: 'Rename', busyText: 'Saving...' }}
      fields={() => [
        text('name', 'Name', {
          hint: 'To tell it from others, such as “Work laptop”.',
          autoComplete: 'off',
          autofocus: true,
        }),
      ]}
    />
  );
}
