import type { Currency } from '#core/kernel/money/currencies.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';

/** In place of the account, while the store has not said where deposits of a currency are paid to. */
export const DepositsClosed = ({ currency }: { currency: Currency }) => (
  <Alert tone="warn" title={`Deposits in ${currency} are not open`}>
    The store does not say where they are paid to at the moment. Please do not transfer anything.
  </Alert>
);
