import type { Page } from 'playwright';

export type Visitor = 'anyone' | 'customer' | 'waiting' | 'administrator';

export type ScreenEntry = {
  as: Visitor;
  /** The path of its entry in the route table. */
  route: string;
  /** The address; the route itself, unless it has parameters. */
  at?: string;
  /** The steps from there to the screen, where its address is not known beforehand. */
  arrive?: (page: Page) => Promise<void>;
  h1: string | RegExp;
  /** Texts of the specification that must be visible on the wide screen. */
  texts: readonly string[];
  /** Buttons and links, each of which opens a dialog or a panel. */
  opens?: readonly (string | RegExp)[];
};

const MAIN_LINKS = ['Home', 'Products', 'Orders', 'Deposits', 'Withdrawals'];

const openFirst = (selector: string, address: RegExp) => async (page: Page) => {
  await page.locator(selector).first().click();
  await page.waitForURL(address);
};
const openFirstRow = (address: RegExp) => openFirst('main tbody a[data-row-link]', address);

/** Imports a statement of one line, and opens it. */
async function openImported(page: Page): Promise<void> {
  const csv = 'date,amount,currency,account,text\n2026-10-31,12.34,EUR,NL91ABNA0417164300,Nobody knows what for\n';
  const file = { name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await page.locator('main input[type=file]').setInputFiles(file);
  // The other rows are the demonstration's.
  await page.locator('main tbody tr', { hasText: 'CSV' }).locator('a[data-row-link]').click();
  await page.waitForURL(/\/admin\/bank-statements\/[0-9a-f-]{36}/);
}

/** Sends a file of one new brand to be looked at. */
async function checkBrands(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const file = { name: 'brands.csv', mimeType: 'text/csv', buffer: Buffer.from('title\nBrand of a file\n') };
  await page.locator('[role=dialog] input[type=file]').setInputFiles(file);
  await page.waitForURL(/\/admin\/catalogue-changes\/[0-9a-f-]{36}/);
}

/** An entry for every screen of the store; `screens.e2e.test.ts` fails where one is missing. */
export const STORE_SCREENS: readonly ScreenEntry[] = [
  {
    as: 'anyone',
    route: '/check-proof',
    h1: 'Check a proof',
    texts: [
      'Drop a .proof.json or .tlog-proof file here',
      'Choose a file',
      'Verifier key of the log',
      'Use this store’s key',
    ],
  },
  {
    as: 'customer',
    route: '/',
    h1: 'Home',
    texts: [...MAIN_LINKS, 'Brands', 'Recently Added Products', 'Most Purchased Products', 'Low Stock Products'],
  },
  {
    as: 'anyone',
    route: '/',
    h1: 'Digital gift cards for your business, delivered in seconds',
    texts: ['Create account', 'Sign in', 'About Us', 'Contact', 'Help Center', 'Terms of Service'],
  },
  {
    as: 'customer',
    route: '/products',
    h1: 'Products',
    texts: ['Filters', 'Brand', 'Region', 'Price', 'Stock', 'Next'],
  },
  {
    as: 'customer',
    route: '/products/:id',
    at: '/products',
    arrive: openFirst('main tbody a[href^="/products/"]', /\/products\/[0-9a-f-]{36}/),
    h1: /\S/,
    texts: ['Add to cart', 'Variant ID', 'Stock', 'Region'],
  },
  {
    as: 'customer',
    route: '/cart',
    h1: 'Shopping Cart',
    texts: ['Your cart is empty', 'Browse products', 'Wallet'],
    opens: ['Help', /^Notifications/, /^Shopping cart/],
  },
  {
    as: 'customer',
    route: '/orders',
    h1: 'Orders',
    texts: [
      'Order ID',
      'Date',
      'Total',
      'Fulfillment Status',
      'Payment Status',
      'Actions',
      'View Details',
      'Codes',
      'Invoice',
    ],
  },
  {
    as: 'customer',
    route: '/orders/:id',
    at: '/orders',
    arrive: openFirst('main tbody a[href^="/orders/"]', /\/orders\/[0-9a-f-]{36}/),
    h1: /^Order GL-\d+$/,
    texts: ['Back to orders', 'Order Information', 'Order Items', 'View Gift Codes', 'Download Invoice'],
    opens: ['Cancel order'],
  },
  {
    as: 'customer',
    route: '/code-reveals',
    h1: 'Code access log',
    texts: ['Back to orders', 'Save as CSV', 'Anyone', 'You', 'API keys'],
  },
  {
    as: 'customer',
    route: '/deposits',
    h1: 'Deposits',
    texts: ['ID', 'Date', 'Amount', 'Notes', 'Payment Proof', 'Status', 'Actions', 'Deposit Funds', 'Update Proof'],
    opens: [/^DEP-/, /^View the proof/, /^Delete DEP-/],
  },
  {
    as: 'customer',
    route: '/deposits/new',
    h1: 'Deposit Funds',
    texts: ['Wallet', 'Amount', 'Notes', 'Submit Deposit Request'],
  },
  { as: 'customer', route: '/wallet', h1: 'Wallet', texts: ['Balance over time', 'Transactions', 'Balance after'] },
  {
    as: 'anyone',
    route: '/login',
    h1: 'Welcome back',
    texts: ['Email', 'Password', 'Remember me', 'Forgot password?', 'Create an account'],
  },
  {
    as: 'anyone',
    route: '/register',
    h1: 'Create your account',
    texts: ['Name', 'Email', 'Password', 'Confirm password', 'Create account', 'Sign in'],
  },
  { as: 'anyone', route: '/forgot-password', h1: 'Forgot your password?', texts: ['Email', 'Send reset link'] },
  {
    as: 'anyone',
    route: '/password-reset/:token?',
    at: '/password-reset/no-such-token',
    h1: 'Choose a new password',
    texts: ['New password', 'Login'],
  },
  {
    as: 'anyone',
    route: '/verify-email/:userId/:hash',
    at: '/verify-email/00000000-0000-4000-8000-000000000000/no-such-hash',
    h1: 'Verification failed',
    texts: ['Failed to verify your email. The link may be invalid or expired.'],
  },
  {
    as: 'anyone',
    route: '/restore-email/:userId/:hash',
    at: '/restore-email/00000000-0000-4000-8000-000000000000/no-such-hash',
    h1: 'Take your account back',
    texts: ['Take my account back'],
  },
  {
    as: 'anyone',
    route: '/not-me/:userId/:hash',
    at: '/not-me/00000000-0000-4000-8000-000000000000/no-such-hash',
    h1: 'Was this not you?',
    texts: ['Remove it and lock everybody out'],
  },
  {
    as: 'anyone',
    route: '/stop-withdrawal/:token',
    at: '/stop-withdrawal/no-such-token',
    h1: 'Stop a withdrawal',
    texts: ['This was not me'],
  },
  {
    as: 'anyone',
    route: '/stop-reset/:token',
    at: '/stop-reset/no-such-token',
    h1: 'Keep your second factor',
    texts: ['Stop the removal'],
  },
  {
    as: 'anyone',
    route: '/verify-your-email',
    at: '/verify-your-email?expired=true',
    h1: 'Verify your email',
    texts: [
      'Expired Link',
      'The email verification link has expired. Please request a new verification email.',
      'Logout',
    ],
  },
  {
    as: 'waiting',
    route: '/approval-waiting',
    h1: 'Your account is under review',
    texts: ['Check Approval Status', 'Logout'],
  },
  {
    as: 'customer',
    route: '/settings/company',
    h1: 'Company Settings',
    texts: ['Company Details', 'Documents', 'Back', 'Finish'],
  },
  {
    as: 'customer',
    route: '/settings/banking',
    h1: 'Banking Details',
    texts: ['Bank name', 'Full bank address', 'Account beneficiary name', 'Account / IBAN', 'BIC / SWIFT'],
  },
  {
    as: 'customer',
    route: '/settings/account',
    h1: 'Account Settings',
    texts: ['Profile', 'Password', 'Security', 'API Key', 'Webhooks'],
  },
  {
    as: 'customer',
    route: '/settings/account',
    at: '/settings/account?tab=webhooks',
    h1: 'Account Settings',
    texts: ['Webhooks', 'No endpoints yet', 'Add endpoint'],
    opens: ['Add endpoint'],
  },
  {
    as: 'customer',
    route: '/withdraw',
    h1: 'Withdrawals',
    texts: ['New Withdrawal', 'Pending'],
  },
  {
    as: 'customer',
    route: '/withdraw/new',
    h1: 'New Withdrawal',
    texts: ['Amount', 'Bank name', 'Account name', 'Account number', 'SWIFT code', 'Request withdrawal'],
  },
  { as: 'anyone', route: '/about', h1: /\S/, texts: ['2020', '200+', '100+', '50,000+', '1M+', '24/7'] },
  { as: 'anyone', route: '/faq', h1: 'Frequently asked questions', texts: [] },
  {
    as: 'anyone',
    route: '/build-with-the-api',
    h1: 'Build with the API',
    texts: ['Before you begin', 'The first purchase', '6. Take your codes', 'Webhooks', 'order.fulfilled'],
  },
  { as: 'anyone', route: '/privacy', h1: 'Privacy Policy', texts: [] },
  { as: 'anyone', route: '/cookies', h1: 'Cookie Policy', texts: [] },
  { as: 'anyone', route: '/compliance', h1: 'Compliance', texts: [] },
  { as: 'anyone', route: '/terms', h1: 'Terms of Service', texts: ['Wallets and deposits', 'Changes and law'] },
  // Nobody has written them.
  { as: 'anyone', route: '/refunds', h1: 'Page not found', texts: ['Go to Home'] },
  { as: 'anyone', route: '/imprint', h1: 'Page not found', texts: ['Go to Home'] },
];

/** An entry for every screen of the back office. */
export const ADMIN_SCREENS: readonly ScreenEntry[] = [
  // A store that is open leads from its setup to the sign-in; own-store.e2e.test.ts is about one that is not.
  { as: 'anyone', route: '/admin/setup', h1: 'Sign in to the back office', texts: ['Email', 'Password'] },
  { as: 'anyone', route: '/admin/login', h1: 'Sign in to the back office', texts: ['Email', 'Password', 'Sign in'] },
  {
    as: 'anyone',
    route: '/admin/password/:token',
    at: '/admin/password/no-such-link',
    h1: 'Choose your password',
    texts: ['Password', 'Confirm password', 'Set password'],
  },
  {
    as: 'administrator',
    route: '/admin/dashboard',
    h1: 'Dashboard',
    texts: [
      'Total Users',
      'Total Orders',
      'Total Deposits',
      'Transaction Overview',
      'Distribution',
      'Recent Orders',
      'Recent Transactions',
      'View all',
    ],
    opens: [/^Search/, /^Notifications/],
  },
  {
    as: 'administrator',
    route: '/admin/approvals',
    h1: 'Approvals',
    texts: [
      ...['All', 'Deposits', 'Withdrawals', 'Credit limits', 'Discounts'],
      ...['What', 'Customer', 'Amount', 'First approval', 'Your decision', 'You approved first', 'Take back'],
    ],
    opens: [/^Take back/],
  },
  {
    as: 'administrator',
    route: '/admin/deposits',
    h1: 'Deposits',
    texts: [
      'Total Deposits',
      'Pending',
      'Total Value',
      'ID',
      'Customer',
      'Approved Amount',
      'Proof',
      'Status',
      'Actions',
    ],
    opens: [/^DEP-/],
  },
  {
    as: 'administrator',
    route: '/admin/withdrawals',
    at: '/admin/withdrawals?status=rejected&search=nobody',
    h1: 'Withdrawals',
    texts: ['New withdrawal', 'Pending', 'Completed', 'No withdrawals found matching the filter criteria'],
    opens: ['New withdrawal'],
  },
  {
    as: 'administrator',
    route: '/admin/transactions',
    h1: 'Transactions',
    texts: ['Transaction ID', 'Type', 'Amount', 'Description', 'Status', 'Date', 'Next'],
  },
  {
    as: 'administrator',
    route: '/admin/bank-statements',
    h1: 'Bank statements',
    texts: ['What the bank says, line by line, beside the deposits and payouts of the ledger.'],
  },
  {
    as: 'administrator',
    route: '/admin/bank-statements/:id',
    at: '/admin/bank-statements',
    arrive: openImported,
    h1: 'Bank statement',
    texts: ['Back to bank statements', 'From or to', 'Value date', 'Unknown', 'Without a name'],
    opens: ['Find deposit', 'Hold as unassigned', 'Book as a correction'],
  },
  {
    as: 'administrator',
    route: '/admin/corrections',
    h1: 'Corrections',
    texts: ['Back to bank statements', 'Propose a correction', 'First approval', 'Booked', 'Rejected'],
    opens: ['Propose a correction'],
  },
  {
    as: 'administrator',
    route: '/admin/rates',
    h1: 'Rates',
    texts: ['Import rates of the ECB', 'Record a rate', '1 EUR = 1.1 USD', 'Valid today', 'Configuration'],
    opens: ['Record a rate'],
  },
  {
    as: 'administrator',
    route: '/admin/payout-files',
    h1: 'Payout files',
    texts: ['Back to withdrawals', 'No payout file yet'],
  },
  {
    as: 'administrator',
    route: '/admin/bank-suspense',
    h1: 'Unassigned payments',
    texts: [
      'Back to bank statements',
      'Money received that belongs to nobody known. It is owed on the account “Unassigned payments” until it is assigned or returned.',
    ],
  },
  { as: 'administrator', route: '/admin/ledger', h1: 'Ledger', texts: ['Trial balance', 'Account statement'] },
  { as: 'administrator', route: '/admin/credit', h1: 'Credit control', texts: ['Used', 'Granted', 'Export CSV'] },
  {
    as: 'administrator',
    route: '/admin/ledger/reconciliation',
    h1: 'Bank reconciliation',
    texts: ['Back to Ledger', 'Balance of the books', 'Not explained'],
  },
  {
    as: 'administrator',
    route: '/admin/ledger/vat',
    h1: 'VAT',
    texts: ['Back to Ledger', 'Reverse charges', 'Export CSV'],
  },
  {
    as: 'administrator',
    route: '/admin/ledger/periods',
    h1: 'Periods',
    texts: ['Month', 'Status', 'Running'],
    opens: ['Close'],
  },
  { as: 'administrator', route: '/admin/users', h1: 'Users', texts: ['Customer', 'Company', 'Joined', 'Status'] },
  {
    as: 'administrator',
    route: '/admin/users/:id',
    at: '/admin/users',
    arrive: openFirstRow(/\/admin\/users\/[0-9a-f-]{36}/),
    h1: /\S/,
    texts: ['Full Name', 'Email Address', 'Email Verified', 'Company Details', 'Banking Details', 'Joined Date'],
    opens: ['Approve account', 'Freeze account'],
  },
  {
    as: 'administrator',
    route: '/admin/orders',
    h1: 'Orders',
    texts: ['Order ID', 'Date', 'Customer', 'Total', 'Payment', 'Fulfillment'],
  },
  {
    as: 'administrator',
    route: '/admin/orders/:id',
    at: '/admin/orders',
    arrive: openFirstRow(/\/admin\/orders\/[0-9a-f-]{36}/),
    h1: /^Order GL-\d+$/,
    texts: ['Order information', 'Audit trail', 'Download', 'Customer'],
    opens: ['Cancel order'],
  },
  {
    as: 'administrator',
    route: '/admin/products',
    // Few rows: axe walks the whole page for each dialog, and rows are alike.
    at: '/admin/products?search=amazon',
    h1: 'Products',
    texts: ['ID', 'Product', 'Category', 'Brand', 'Region', 'Price', 'Stock', 'Actions'],
    opens: ['New product', 'Change prices', /^Stock of/, /^Edit/],
  },
  {
    as: 'administrator',
    route: '/admin/brands',
    h1: 'Brands',
    texts: ['New brand', 'Steam'],
    opens: ['Import CSV', 'New brand', 'Delete Steam'],
  },
  {
    as: 'administrator',
    route: '/admin/catalogue-changes',
    h1: 'Bulk changes',
    texts: ['Planned', 'Waiting', 'Applied'],
  },
  {
    as: 'administrator',
    route: '/admin/catalogue-changes/:id',
    at: '/admin/brands',
    arrive: checkBrands,
    h1: 'brands.csv',
    texts: ['Not applied', 'UTF-8, commas', 'New', 'Title:', 'Apply 1 row'],
    opens: ['Apply 1 row'],
  },
  {
    as: 'administrator',
    route: '/admin/carousel-image',
    h1: 'Carousel Images',
    texts: ['#1', 'Click to select images', 'Add Images', 'Recommended size: 1920x550 or a similar aspect ratio.'],
    opens: ['Edit image 1', 'Delete image 1', 'Replace all'],
  },
  {
    as: 'administrator',
    route: '/admin/security',
    h1: 'Your account',
    texts: ['Two-factor authentication', 'Change password', 'Devices', 'This device'],
    opens: ['Add a passkey'],
  },
  { as: 'administrator', route: '/admin/support', h1: 'Support', texts: [] },
  {
    as: 'administrator',
    route: '/admin/system',
    h1: 'System',
    texts: ['Background work', 'Read models', 'Work', 'Failed'],
  },
  {
    as: 'administrator',
    route: '/admin/administrators',
    h1: 'Administrators',
    texts: ['Invite', 'Roles', 'State', 'Last sign-in', 'Open sessions', 'Owner', 'Active'],
    opens: ['Invite'],
  },
  {
    as: 'administrator',
    route: '/admin/settings',
    h1: 'Settings',
    texts: ['Seller', 'Accounts to pay into', 'Texts', 'History', 'Standard', 'Add an account', 'VAT number'],
    opens: ['Change the seller', 'Add an account'],
  },
  {
    as: 'administrator',
    route: '/admin/settings/texts/:name',
    at: '/admin/settings/texts/imprint',
    h1: 'Imprint',
    texts: ['Write it', 'Preview', 'Versions', 'Save and show it'],
  },
  {
    as: 'administrator',
    route: '/admin/settings/mails',
    h1: 'Mails',
    texts: ['Verify your email address', 'Wide', 'Narrow', 'Text', 'Send test mail to myself'],
  },
  {
    as: 'administrator',
    route: '/admin/security-events',
    h1: 'Security log',
    texts: ['What happened', 'Severity', 'From', 'To', 'Clear Filters'],
  },
  {
    as: 'administrator',
    route: '/admin/personal-data',
    h1: 'Personal data',
    texts: ['Waiting', 'Done', 'No requests'],
  },
  { as: 'administrator', route: '/admin/audit', h1: 'Audit', texts: [] },
];
