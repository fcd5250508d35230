/** The sign-ins of the seeded shop, for a machine of one's own only; `npm start` prints them. */
export const SIGN_INS = {
  customer: { name: 'Maya Lindqvist', email: 'customer@giftledger.example', password: 'giftledger-demo' },
  administrator: {
    name: 'Adrian Cole',
    roles: ['owner'],
    email: 'admin@giftledger.example',
    password: 'giftledger-admin',
  },
  /** So that all that takes two administrators can be tried at once: returns from suspense are for finance. */
  secondAdministrator: {
    name: 'Bea Okafor',
    roles: ['approver', 'finance'],
    email: 'second@giftledger.example',
    password: 'giftledger-second',
  },
} as const;
