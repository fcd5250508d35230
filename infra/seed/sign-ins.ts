/** The sign-ins of the seeded shop, for a machine of one's own only; `npm start` prints them. */
export const SIGN_INS = {
  customer: { name: 'Maya Lindqvist', email: 'customer@giftledger.example', password: 'giftledger-demo' },
  administrator: { name: 'Adrian Cole', email: 'admin@giftledger.example', password: 'giftledger-admin' },
} as const;
