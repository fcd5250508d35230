import { at, type ScreenRoute } from '#web/lib/navigation/screen.tsx';

const texts = () => import('./info/pages/text-pages.tsx');
const mailed = () => import('./account/sign-in/mailed-pages.tsx');

/**
 * Every screen of the store, one in each line; its code is loaded when it is first needed. The third value is who may see it (see
 * shell/guard.ts). A path without a line is a 404.
 */
export const storeRoutes: readonly ScreenRoute[] = [
  at('/', 'Home', 'open', () => import('./shop/home/home-page.tsx'), 'HomePage'),
  at('/products', 'Products', 'member', () => import('./shop/products/products-page.tsx'), 'ProductsPage'),
  at('/products/:id', 'Product', 'member', () => import('./shop/products/product-page.tsx'), 'ProductPage'),
  at('/cart', 'Shopping Cart', 'member', () => import('./shop/cart/cart-page.tsx'), 'CartPage'),
  at('/orders', 'Orders', 'member', () => import('./orders/orders-page.tsx'), 'OrdersPage'),
  at('/code-reveals', 'Code access log', 'member', () => import('./orders/reveals-page.tsx'), 'RevealsPage'),
  at('/orders/:id', 'Order', 'member', () => import('./orders/order-page.tsx'), 'OrderPage'),
  at('/deposits', 'Deposits', 'member', () => import('./money/deposits/deposits-page.tsx'), 'DepositsPage'),
  at(
    '/deposits/new',
    'Deposit Funds',
    'member',
    () => import('./money/deposits/new-deposit-page.tsx'),
    'NewDepositPage',
  ),
  at('/wallet', 'Wallet', 'member', () => import('./money/wallet/wallet-page.tsx'), 'WalletPage'),
  at('/login', 'Sign in', 'guest', () => import('./account/sign-in/login-page.tsx'), 'LoginPage'),
  at('/register', 'Create an account', 'guest', () => import('./account/sign-in/register-page.tsx'), 'RegisterPage'),
  at(
    '/forgot-password',
    'Forgot password',
    'open',
    () => import('./account/sign-in/forgot-password-page.tsx'),
    'ForgotPasswordPage',
  ),
  at(
    '/password-reset/:token?',
    'New password',
    'open',
    () => import('./account/sign-in/reset-password-page.tsx'),
    'ResetPasswordPage',
  ),
  at(
    '/verify-email/:userId/:hash',
    'Verify email',
    'open',
    () => import('./account/sign-in/verify-email-page.tsx'),
    'VerifyEmailPage',
  ),
  at('/restore-email/:userId/:hash', 'Take your account back', 'open', mailed, 'RestoreEmailPage'),
  at('/not-me/:userId/:hash', 'Was this not you?', 'open', mailed, 'NotMePage'),
  at('/stop-withdrawal/:token', 'Stop a withdrawal', 'open', mailed, 'StopWithdrawalPage'),
  at('/stop-reset/:token', 'Second factor', 'open', mailed, 'StopResetPage'),
  at(
    '/verify-your-email',
    'Verify your email',
    'unverified',
    () => import('./account/sign-in/verify-your-email-page.tsx'),
    'VerifyYourEmailPage',
  ),
  at(
    '/approval-waiting',
    'Waiting for approval',
    'waiting',
    () => import('./account/sign-in/approval-waiting-page.tsx'),
    'ApprovalWaitingPage',
  ),
  at(
    '/settings/company',
    'Company Settings',
    'onboarding',
    () => import('./account/company/company-page.tsx'),
    'CompanyPage',
  ),
  at(
    '/settings/banking',
    'Banking Details',
    'member',
    () => import('./account/settings/banking-page.tsx'),
    'BankingPage',
  ),
  at(
    '/settings/account',
    'Account Settings',
    'member',
    () => import('./account/settings/account-page.tsx'),
    'AccountPage',
  ),
  at('/withdraw', 'Withdrawals', 'member', () => import('./money/withdrawals/withdrawals-page.tsx'), 'WithdrawalsPage'),
  at(
    '/withdraw/new',
    'New Withdrawal',
    'member',
    () => import('./money/withdrawals/new-withdrawal-page.tsx'),
    'NewWithdrawalPage',
  ),
  at('/about', 'About Us', 'open', () => import('./info/pages/about-page.tsx'), 'AboutPage'),
  at('/faq', 'FAQ', 'open', () => import('./info/pages/faq-page.tsx'), 'FaqPage'),
  at(
    '/build-with-the-api',
    'Build with the API',
    'open',
    () => import('./info/pages/api-guide-page.tsx'),
    'ApiGuidePage',
  ),
  at('/check-proof', 'Check a proof', 'open', () => import('./info/proof/check-proof-page.tsx'), 'CheckProofPage'),
  at('/privacy', 'Privacy Policy', 'open', texts, 'PrivacyPage'),
  at('/cookies', 'Cookie Policy', 'open', texts, 'CookiesPage'),
  at('/compliance', 'Compliance', 'open', texts, 'CompliancePage'),
  at('/terms', 'Terms of Service', 'open', texts, 'TermsPage'),
  at('/refunds', 'Refund Policy', 'open', texts, 'RefundsPage'),
  at('/imprint', 'Imprint', 'open', texts, 'ImprintPage'),
];
