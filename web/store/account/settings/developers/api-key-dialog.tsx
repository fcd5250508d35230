import type { ApiKeyAbility } from '#bff/contract/base/api-key-abilities.ts';
import type { ApiKeyMode } from '#bff/contract/identity/api-key.ts';
import type { BodyOf } from '#web/lib/call/api-types.ts';
import { Checkbox } from '#web/ui/form/controls/checkbox.tsx';
import { TextInput } from '#web/ui/form/controls/text-input.tsx';
import { DecisionDialog } from '#web/ui/form/decision-dialog.tsx';
import { control, text } from '#web/ui/form/fields.tsx';

const ABILITIES: Readonly<Record<ApiKeyAbility, string>> = {
  'user:read': 'Read the account',
  'catalogue:read': 'Read products and prices',
  'wallets:read': 'Read wallets',
  'transactions:read': 'Read transactions',
  'cart:write': 'Change the cart',
  'deposits:read': 'Read deposits',
  'deposits:write': 'Ask for deposits',
  'withdrawals:read': 'Read withdrawals',
  'orders:read': 'Read orders',
  'orders:write': 'Place orders',
  'codes:read': 'Read gift codes',
};
const ALL = Object.keys(ABILITIES) as ApiKeyAbility[];
/** The abilities of a test key, which never reads codes, because they are worth money. */
const NOT_CODES = ALL.filter((ability) => ability !== 'codes:read');
/** Abilities that spend money or are worth it, so they are not preselected. */
const CHOSEN_ON_PURPOSE: readonly ApiKeyAbility[] = ['orders:read', 'orders:write', 'codes:read'];

type ApiKeyDialogProps = {
  mode: ApiKeyMode;
  /** The new key replaces one in use, which stops working. */
  replaces: boolean;
  generate: (body: BodyOf<'POST /api-key'>) => Promise<unknown>;
  onClose: () => void;
};

export function ApiKeyDialog({ mode, replaces, generate, onClose }: ApiKeyDialogProps) {
  return (
    <DecisionDialog
      title={mode === 'live' ? 'New API key' : 'New test key'}
      description={
        replaces && 'The key in use stops working at once. Systems that use it are refused until they have the new one.'
      }
      schema={() => import('#bff/contract/identity/api-key.ts').then((m) => m.ApiKeyForm)}
      defaults={{
        name: mode === 'live' ? 'API key' : 'Test key',
        abilities: ALL.filter((ability) => !CHOSEN_ON_PURPOSE.includes(ability)),
        expires_in_days: null,
      }}
      decide={generate}
      failed="Failed to generate API key"
      onClose={onClose}
      confirm={{ label: 'Generate', busyText: 'Generating...', danger: replaces }}
      fields={(form) => [
        text('name', 'Name', { hint: 'Such as the system that uses it.' }),
        <fieldset>
          <legend className="text-sm font-medium">What it may do</legend>
          <div className="mt-2 grid gap-2.5 sm:grid-cols-2">
            {(mode === 'live' ? ALL : NOT_CODES).map((ability) => (
              <Checkbox key={ability} label={ABILITIES[ability]} value={ability} {...form.register('abilities')} />
            ))}
          </div>
          {form.formState.errors.abilities && (
            <p role="alert" className="mt-1.5 text-xs text-bad">
              {form.formState.errors.abilities.message}
            </p>
          )}
        </fieldset>,
        control(
          'expires_in_days',
          'Expires after days',
          ({ value, onChange, ...held }) => (
            <TextInput
              {...held}
              inputMode="numeric"
              value={value ?? ''}
              onChange={({ target }) => {
                const digits = target.value.replace(/\D/g, '');
                onChange(digits === '' ? null : Number(digits));
              }}
            />
          ),
          { hint: 'Leave it empty for a key that works until you revoke it.', optional: true },
        ),
      ]}
    />
  );
}
