import { useSelectedWallet } from '#web/store/shared/wallets.ts';
import { Field } from '#web/ui/form/controls/field.tsx';
import { Select } from '#web/ui/form/controls/select.tsx';

/** Each wallet has a cart of its own. */
export function WalletChoice() {
  const { wallet, wallets, select } = useSelectedWallet();
  return (
    <Field label="Wallet" hint={wallet && `${wallet.available.formatted} available to spend`}>
      <Select
        value={wallet?.id ?? ''}
        options={(wallets ?? []).map((each) => ({
          value: each.id,
          label: `${each.name} (${each.available.formatted})`,
        }))}
        onChange={(id) => {
          const chosen = wallets?.find((each) => each.id === id);
          if (chosen) select(chosen);
        }}
      />
    </Field>
  );
}
