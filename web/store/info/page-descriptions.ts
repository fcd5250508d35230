/** The text of a public page in search engines, below its title. Pages without an entry have the store's own. */
export const PAGE_DESCRIPTIONS: Readonly<Record<string, (store: string) => string>> = {
  '/login': (store) => `Sign in to ${store} to buy gift codes and to see your wallets, orders and deposits.`,
  '/admin/login': (store) => `Sign in to the back office of ${store}. For administrators.`,
  '/register': () => 'Open a business account: buy gift cards, vouchers and game credit from USD and EUR wallets.',
  '/forgot-password': (store) => `Ask for a link that sets a new password for your ${store} account.`,
  '/about': (store) => `Who ${store} is for, what it sells, and how its ledger accounts for every cent.`,
  '/faq': () => 'Answers about accounts, deposits, orders, gift codes and withdrawals.',
  '/build-with-the-api': () => 'Buy gift codes from your own systems: keys, orders, codes and webhooks, step by step.',
  '/check-proof': () => 'Check a statement or a movement against the signed log, in your browser. Nothing is sent.',
  '/privacy': (store) => `What ${store} keeps about you, why, for how long, and what you can ask of us.`,
  '/cookies': (store) => `Which cookies ${store} sets, and what each one does.`,
  '/compliance': (store) => `How ${store} knows its customers and keeps its books.`,
  '/terms': (store) => `The terms under which ${store} sells digital gift cards to businesses.`,
  '/refunds': () => 'When an order or a deposit is paid back, and how.',
  '/imprint': () => 'Who runs this store, and how to reach them.',
};
