/** The mails about a customer's money, each with its title in the settings. All are sent until they are switched off. */
export const MONEY_MAILS = {
  'deposit-credited': 'A deposit is credited',
  'deposit-rejected': 'A deposit is rejected',
  'order-paid': 'An order is paid',
  'order-delivered': 'Gift codes are ready',
  'order-expiring': 'An order is about to be cancelled, because it is not paid',
  'order-cancelled': 'An order is cancelled',
  'withdrawal-completed': 'A withdrawal is paid out',
  'withdrawal-rejected': 'A withdrawal is rejected',
} as const;
export type MoneyMail = keyof typeof MONEY_MAILS;
