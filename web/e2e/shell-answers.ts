import type { Request } from 'playwright';
import { permissionsOf } from '#bff/contract/base/roles.ts';

const money = (amount: string, formatted: string, currency = 'USD') => ({
  amount,
  decimal: '0.00',
  formatted,
  currency,
});
const ZERO = money('0', '$0.00');

const wallet = (id: string, currency: string, formatted: string) => ({
  id,
  name: currency,
  currency,
  balance: money('1', formatted, currency),
  available: money('1', formatted, currency),
  held: money('0', '0.00', currency),
  credit_limit: money('0', '0.00', currency),
});
const WALLETS = [wallet('w1', 'USD', '$12,480.50'), wallet('w2', 'EUR', '€2,310.00')];

const CUSTOMER = {
  id: 'u1',
  email: 'ada@acme.example',
  name: 'Ada Lovelace',
  email_verified_at: '2026-01-01T00:00:00Z',
  is_company_detail_complete: true,
  is_approval_requested: true,
  is_approved: true,
  is_approval_revoked: false,
  credit: '1500.00',
  wallets: WALLETS,
  bankingDetails: null,
  delivery: null,
  created_at: '2026-01-01T00:00:00Z',
};

const LINE = {
  id: 'line-1',
  quantity: 3,
  unit_price: money('5000', '$50.00'),
  price: money('15000', '$150.00'),
  discount: money('500', '$5.00'),
  conversion_fee: ZERO,
  total: money('14500', '$145.00'),
  variant: {
    id: 'v1',
    name: '50 USD',
    stock_amount: 5,
    price: money('5000', '$50.00'),
    product: { id: 'p1', name: 'Steam Gift Card', brand_name: 'Steam', region: 'us', images: [] },
  },
};

const TERMS = { name: 'terms', title: 'Terms of Service', version: 0, since: '2026-01-01T00:00:00Z' };
const QUESTION = { kind: 'heading', level: 2, of: [{ kind: 'text', text: 'How do I pay?' }] };
const ANSWER = { kind: 'paragraph', of: [{ kind: 'text', text: 'By bank transfer.' }] };
/** The store's own page. */
const ABOUT = {
  name: 'about',
  title: 'About Us',
  version: 0,
  since: '2026-01-01T00:00:00Z',
  until: null,
  blocks: null,
  versions: [],
};

const cart = (lines: readonly unknown[]) => ({
  data: lines,
  meta: {
    wallet_id: 'w1',
    totals: {
      items_count: lines.length * 3,
      subtotal: money('15000', '$150.00'),
      discount: money('500', '$5.00'),
      conversion_fees: ZERO,
      total: money('14500', '$145.00'),
    },
    may_deliver_in_part: false,
    pay_within_hours: 48,
    validation: { valid: true, has_changes: false, invalid_items: [], removed_items: [], updated_items: [] },
  },
});

const NOTIFICATIONS = [
  {
    type: 'DepositApprovedNotification',
    data: { message: 'Your deposit was approved.', amount: '$1,000.00' },
    read_at: null,
  },
  { type: 'OrderCompletedNotification', data: { message: 'Your codes are ready.' }, read_at: null },
  { type: 'AccountApprovedNotification', data: { message: 'Welcome.' }, read_at: '2026-01-01T00:00:00Z' },
].map((each, index) => ({ ...each, id: `1-${index}`, created_at: '2026-01-01T00:00:00Z' }));

type Answer = { status: number; body: unknown };

/** An API's answers for the shells, with these changes to the customer. Unknown calls are a 404. */
export function shellAnswers(changes: object): (request: Request) => Answer {
  const user = { ...CUSTOMER, ...changes };
  const administrator = { id: 'a1', name: 'Grace Hopper', email: 'grace@giftledger.example', roles: ['owner'] };
  const permissions = permissionsOf(['owner']);
  const page = { current_page: 1, last_page: 1, per_page: 4, total: 3, from: 1, to: 3 };
  const answers: readonly [method: string, path: RegExp, body: unknown][] = [
    [
      'POST',
      /^\/api\/auth\/refresh$/,
      { status: 'signed_in', access_token: 't', token_type: 'bearer', expires_at: '2030-01-01T00:00:00Z', user },
    ],
    ['POST', /^\/api\/auth\/sign-out$/, { message: 'Signed out' }],
    ['GET', /^\/api\/user$/, { data: user }],
    ['GET', /^\/api\/seller$/, { data: null }],
    ['GET', /^\/api\/texts$/, { data: [TERMS] }],
    ['GET', /^\/api\/texts\/faq$/, { data: { ...ABOUT, name: 'faq', blocks: [QUESTION, ANSWER] } }],
    ['GET', /^\/api\/texts\/about$/, { data: ABOUT }],
    ['GET', /^\/api\/wallets$/, { data: WALLETS }],
    ['GET', /^\/api\/cart\/?$/, cart([LINE])],
    ['DELETE', /^\/api\/cart\//, { message: 'Removed', ...cart([]) }],
    ['GET', /\/notifications$/, { data: NOTIFICATIONS, meta: { ...page, unread_count: 2 } }],
    ['PATCH', /\/notifications/, { message: 'Read', unread_count: 1 }],
    ['POST', /^\/api\/support\/send-ticket$/, { success: true, message: 'Sent' }],
    ['GET', /^\/api\/admin\/session$/, { data: { administrator, permissions, expires_at: '2030-01-01T00:00:00Z' } }],
    ['GET', /^\/api\/admin\/approvals$/, { data: [], meta: { ...page, to_confirm: 0 } }],
    ['GET', /^\/api\/admin\/users\/search$/, { data: [{ id: 'u1', name: 'Ada Lovelace', email: 'ada@acme.example' }] }],
    [
      'GET',
      /^\/api\/admin\/((orders|products)\/search|deposits|withdrawals|bank-lines|support-tickets)$/,
      { data: [], meta: page },
    ],
  ];
  return (request) => {
    const { pathname } = new URL(request.url());
    const found = answers.find(([method, path]) => method === request.method() && path.test(pathname));
    return found ? { status: 200, body: found[2] } : { status: 404, body: { message: 'Not found', code: 'not_found' } };
  };
}
