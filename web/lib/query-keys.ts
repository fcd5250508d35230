/**
 * Keys of the query cache. A write invalidates by prefix: `queryClient.invalidateQueries({ queryKey: keys.orders.all })`.
 * Parameters are the last part of a key, as one object.
 */
export const keys = {
  user: ['user'] as const,
  wallets: ['wallets'] as const,
  cart: { all: ['cart'] as const, of: (walletId: string) => ['cart', walletId] as const },
  products: list('products'),
  brands: ['brands'] as const,
  carousel: ['carousel-images'] as const,
  orders: list('orders'),
  deposits: list('deposits'),
  withdrawals: list('withdrawals'),
  transactions: list('transactions'),
  notifications: ['notifications'] as const,
  apiKey: ['api-key'] as const,
  banking: ['banking-detail'] as const,
  company: ['company-detail'] as const,
  admin: {
    all: ['admin'] as const,
    me: ['admin', 'me'] as const,
    dashboard: list('admin', 'dashboard'),
    users: list('admin', 'users'),
    orders: list('admin', 'orders'),
    products: list('admin', 'products'),
    deposits: list('admin', 'deposits'),
    withdrawals: list('admin', 'withdrawals'),
    transactions: list('admin', 'transactions'),
    ledger: list('admin', 'ledger'),
    brands: list('admin', 'brands'),
    carousel: list('admin', 'carousel-images'),
    support: list('admin', 'support'),
    audit: list('admin', 'audit'),
    system: list('admin', 'system'),
    notifications: ['admin', 'notifications'] as const,
  },
};

function list<const P extends readonly string[]>(...prefix: P) {
  return {
    all: prefix,
    list: (parameters: object = {}) => [...prefix, 'list', parameters] as const,
    one: (id: string | number) => [...prefix, 'one', String(id)] as const,
    part: (name: string, parameters: object = {}) => [...prefix, name, parameters] as const,
  };
}
