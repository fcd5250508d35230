import type { AdminSettings } from '#bff/contract/office/admin-settings.ts';
import { AccountForm, type AccountsValue } from '#bff/contract/office/settings/accounts.ts';
import { settingsChange } from '#bff/contract/office/settings/fields.ts';
import { ApiError, isApiError } from '#web/lib/call/api-error.ts';
import { Checkbox } from '#web/ui/form/controls/checkbox.tsx';
import { DecisionDialog } from '#web/ui/form/decision-dialog.tsx';
import { control, select } from '#web/ui/form/fields.tsx';
import { accountFields } from './account-fields.tsx';
import { reason } from './section-form.tsx';
import { useSaveSection } from './settings-api.ts';

type Account = AccountsValue['accounts'][number];
type Props = { settings: AdminSettings; account: Account | null; onClose: () => void };

const FORM = AccountForm.safeExtend(settingsChange);
/** One account; the others stay as they are, except that a currency has one standard. */
export function AccountDialog({ settings, account, onClose }: Props) {
  const save = useSaveSection('accounts');
  const { value, version } = settings.accounts;
  const others = (value?.accounts ?? []).filter(({ id }) => id !== account?.id);
  const isOnly = (currency: string) => !others.some((each) => each.currency === currency);
  const first = settings.currencies.find(isOnly) ?? settings.currencies[0];
  return (
    <DecisionDialog
      title={account ? 'Change an account' : 'Add an account'}
      description="Compare it with a paper of the bank, sign by sign: customers will pay into it."
      size="lg"
      schema={FORM}
      defaults={{
        ...(account ?? {
          id: '',
          currency: first,
          is_standard: true,
          beneficiary: '',
          bank: '',
          number: '',
          bic: '',
          routing: '',
        }),
        why: '',
        expect_version: version,
      }}
      asksToDiscard
      decide={async ({ why, expect_version, ...own }) => {
        const is_standard = own.is_standard || isOnly(own.currency);
        const kept = others.map((each) =>
          is_standard && each.currency === own.currency ? { ...each, is_standard: false } : each,
        );
        const accounts = [...kept, { ...own, is_standard }];
        try {
          await save.mutateAsync({ body: { accounts, why, expect_version } });
        } catch (error) {
          throw atOwnField(error, accounts.length - 1);
        }
      }}
      failed="The accounts were not changed"
      confirm={{ label: 'Save', busyText: 'Saving...' }}
      onClose={onClose}
      fields={(form) => [
        select('currency', 'Currency', settings.currencies),
        ...accountFields(''),
        control(
          'is_standard',
          'New deposits',
          ({ value: isStandard, ...held }) => (
            <Checkbox
              {...held}
              checked={isStandard === true}
              label={`New deposits in ${form.watch('currency') ?? 'this currency'} are sent to it`}
            />
          ),
          { optional: true },
        ),
        reason(),
      ]}
    />
  );
}

/** `accounts.2.number` is the `number` of this form; what is of another account stands in the toast. */
function atOwnField(error: unknown, index: number): unknown {
  if (!isApiError(error)) return error;
  const prefix = `accounts.${index}.`;
  const errors = Object.fromEntries(
    Object.entries(error.errors).map(([field, messages]) => [
      field.startsWith(prefix) ? field.slice(prefix.length) : field,
      [...messages],
    ]),
  );
  const { status, code, message, correlationId: correlation_id } = error;
  return new ApiError(status, { code, message, errors, ...(correlation_id !== undefined && { correlation_id }) });
}
