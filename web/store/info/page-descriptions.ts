/** The text of a public page in search engines, below its title. Pages without an entry have the store's own. */
export const PAGE_DESCRIPTIONS: Readonly<Record<string, string>> = {
  '/login': 'Sign in to Giftledger to buy gift codes and to see your wallets, orders and deposits.',
  '/admin/login': 'Sign in to the back office of Giftledger. For administrators.',
  '/register': 'Open a business account: buy gift cards, vouchers and game credit from USD and EUR wallets.',
  '/forgot-password': 'Ask for a link that sets a new password for your Giftledger account.',
  '/about': 'Who Giftledger is for, what it sells, and how its ledger accounts for every cent.',
  '/faq': 'Answers about accounts, deposits, orders, gift codes and withdrawals.',
  '/build-with-the-api': 'Buy gift codes from your own systems: keys, orders, codes and webhooks, step by step.',
  '/check-proof': 'Check a statement or a movement against the signed log, in your browser. Nothing is sent.',
  '/privacy': 'What Giftledger keeps about you, why, for how long, and what you can ask of us.',
  '/cookies': 'Which cookies Giftledger sets, and what each one does.',
  '/compliance': 'How Giftledger knows its customers and keeps its books.',
  '/terms': 'The terms under which Giftledger sells digital gift cards to businesses.',
};
