/** The sign-ins of the seeded shop, for a machine of one's own only; `npm start` prints them. */
export const SIGN_INS = {
  customer: { name: 'Maya Lindqvist', email: 'customer@giftledger.example', password: 'giftledger-demo' },
  administrator: {
    name: 'Adrian Cole',
    role: 'owner',
    email: 'admin@giftledger.example',
    password: 'giftledger-admin',
  },
  /** So that what takes two administrators can be tried at once. */
  secondAdministrator: {
    name: 'Bea Okafor',
    role: 'approver',
    email: 'second@giftledger.example',
    password: 'giftledger-second',
  },
} as const;
