/** The sign-ins of the seeded shop, only for a developer's own machine; `npm start` prints them. */
export const SIGN_INS = {
  customer: { name: 'Maya Lindqvist', email: 'customer@giftledger.example', password: 'giftledger-demo' },
  administrator: {
    name: 'Adrian Cole',
    roles: ['owner'],
    email: 'admin@giftledger.example',
    password: 'giftledger-admin',
  },
  /**
   * A second one, so that everything that needs two administrators can be tried; returns from suspense are for finance.
   */
  secondAdministrator: {
    name: 'Bea Okafor',
    roles: ['approver', 'finance'],
    email: 'second@giftledger.example',
    password: 'giftledger-second',
  },
} as const;
