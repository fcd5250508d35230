import { Plus } from 'lucide-react';
import type { AdminSettings } from '#bff/contract/office/admin-settings.ts';
import { AccountsForm } from '#bff/contract/office/settings/accounts.ts';
import { settingsChange } from '#bff/contract/office/settings/fields.ts';
import { submitTo, useZodForm } from '#web/lib/form/use-zod-form.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { fields } from '#web/ui/form/fields.tsx';
import { SubmitButton } from '#web/ui/form/submit-button.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { accountFields } from './account-fields.tsx';
import { useSaveSection } from './settings-api.ts';

type Currency = AdminSettings['currencies'][number];
const FORM = AccountsForm.safeExtend(settingsChange);
const emptyAccount = (currency: Currency) => ({
  id: '',
  currency,
  is_standard: true,
  beneficiary: '',
  bank: '',
  number: '',
  bic: '',
  routing: '',
});

/** The first accounts, one for each currency, saved together: what is added later takes a wait. */
export function FirstAccounts({ settings, why }: { settings: AdminSettings; why: string }) {
  const save = useSaveSection('accounts');
  const form = useZodForm(FORM, {
    accounts: settings.currencies.map(emptyAccount),
    why,
    expect_version: settings.accounts.version,
  });
  // Not the library's own list of fields: its code would come with every form of the store.
  const accounts = form.watch('accounts');
  const left = settings.currencies.filter((currency) => !accounts.some((each) => each.currency === currency));
  const submit = submitTo(form, (body) => save.mutateAsync({ body }), 'The accounts were not saved');
  return (
    <form noValidate onSubmit={submit} aria-label="Accounts to pay into">
      <Card
        title="Accounts to pay into"
        description="Customers send their deposits here. Compare each with a paper of the bank, sign by sign: a later change waits."
      >
        <div className="flex flex-col gap-8">
          {accounts.map(({ currency }, at) => (
            <fieldset key={currency} className="min-w-0">
              <legend className="text-sm font-semibold">Deposits in {currency}</legend>
              <div className="mt-3 grid gap-5 sm:grid-cols-2">{fields(form, accountFields(`accounts.${at}.`))}</div>
              {accounts.length > 1 && (
                <Button
                  size="sm"
                  variant="ghost"
                  className="mt-3"
                  onClick={() => form.setValue('accounts', accounts.toSpliced(at, 1))}
                >
                  Take no deposits in {currency}
                </Button>
              )}
            </fieldset>
          ))}
        </div>
        <div className="mt-6 flex flex-wrap gap-2">
          <SubmitButton form={form} busyText="Saving...">
            Save
          </SubmitButton>
          {left.map((currency) => (
            <Button
              key={currency}
              icon={<Plus aria-hidden />}
              onClick={() => form.setValue('accounts', [...accounts, emptyAccount(currency)])}
            >
              Deposits in {currency}
            </Button>
          ))}
        </div>
      </Card>
    </form>
  );
}
