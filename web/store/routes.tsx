import { type ScreenRoute, screen } from '#web/lib/screen.tsx';

const legal = () => import('./info/legal-pages.tsx');

/**
 * Every screen of the store: a line each, its code fetched when it is first needed. `access` says who may see it (see
 * shell/guard.ts); a path without a line is a 404.
 */
export const storeRoutes: readonly ScreenRoute[] = [
  {
    path: '/',
    title: 'Home',
    access: 'open',
    screen: screen(() => import('./home/home-page.tsx').then((m) => m.HomePage)),
  },
  {
    path: '/products',
    title: 'Products',
    access: 'member',
    screen: screen(() => import('./products/products-page.tsx').then((m) => m.ProductsPage)),
  },
  {
    path: '/products/:id',
    title: 'Product',
    access: 'member',
    screen: screen(() => import('./products/product-page.tsx').then((m) => m.ProductPage)),
  },
  {
    path: '/cart',
    title: 'Shopping Cart',
    access: 'member',
    screen: screen(() => import('./cart/cart-page.tsx').then((m) => m.CartPage)),
  },
  {
    path: '/orders',
    title: 'Orders',
    access: 'member',
    screen: screen(() => import('./orders/orders-page.tsx').then((m) => m.OrdersPage)),
  },
  {
    path: '/orders/:id',
    title: 'Order',
    access: 'member',
    screen: screen(() => import('./orders/order-page.tsx').then((m) => m.OrderPage)),
  },
  {
    path: '/deposits',
    title: 'Deposits',
    access: 'member',
    screen: screen(() => import('./deposits/deposits-page.tsx').then((m) => m.DepositsPage)),
  },
  {
    path: '/deposits/new',
    title: 'Deposit Funds',
    access: 'member',
    screen: screen(() => import('./deposits/new-deposit-page.tsx').then((m) => m.NewDepositPage)),
  },
  {
    path: '/wallet',
    title: 'Wallet',
    access: 'member',
    screen: screen(() => import('./wallet/wallet-page.tsx').then((m) => m.WalletPage)),
  },
  {
    path: '/login',
    title: 'Sign in',
    access: 'guest',
    screen: screen(() => import('./auth/login-page.tsx').then((m) => m.LoginPage)),
  },
  {
    path: '/register',
    title: 'Create an account',
    access: 'guest',
    screen: screen(() => import('./auth/register-page.tsx').then((m) => m.RegisterPage)),
  },
  {
    path: '/forgot-password',
    title: 'Forgot password',
    access: 'guest',
    screen: screen(() => import('./auth/forgot-password-page.tsx').then((m) => m.ForgotPasswordPage)),
  },
  {
    path: '/password-reset/:token?',
    title: 'New password',
    access: 'open',
    screen: screen(() => import('./auth/reset-password-page.tsx').then((m) => m.ResetPasswordPage)),
  },
  {
    path: '/verify-email/:userId/:hash',
    title: 'Verify email',
    access: 'open',
    screen: screen(() => import('./auth/verify-email-page.tsx').then((m) => m.VerifyEmailPage)),
  },
  {
    path: '/restore-email/:userId/:hash',
    title: 'Take your account back',
    access: 'open',
    screen: screen(() => import('./auth/restore-email-page.tsx').then((m) => m.RestoreEmailPage)),
  },
  {
    path: '/verify-your-email',
    title: 'Verify your email',
    access: 'unverified',
    screen: screen(() => import('./auth/verify-your-email-page.tsx').then((m) => m.VerifyYourEmailPage)),
  },
  {
    path: '/approval-waiting',
    title: 'Waiting for approval',
    access: 'waiting',
    screen: screen(() => import('./auth/approval-waiting-page.tsx').then((m) => m.ApprovalWaitingPage)),
  },
  {
    path: '/settings/company',
    title: 'Company Settings',
    access: 'onboarding',
    screen: screen(() => import('./settings/company-page.tsx').then((m) => m.CompanyPage)),
  },
  {
    path: '/settings/banking',
    title: 'Banking Details',
    access: 'member',
    screen: screen(() => import('./settings/banking-page.tsx').then((m) => m.BankingPage)),
  },
  {
    path: '/settings/account',
    title: 'Account Settings',
    access: 'member',
    screen: screen(() => import('./settings/account-page.tsx').then((m) => m.AccountPage)),
  },
  {
    path: '/withdraw',
    title: 'Withdrawals',
    access: 'member',
    screen: screen(() => import('./withdrawals/withdrawals-page.tsx').then((m) => m.WithdrawalsPage)),
  },
  {
    path: '/withdraw/new',
    title: 'New Withdrawal',
    access: 'member',
    screen: screen(() => import('./withdrawals/new-withdrawal-page.tsx').then((m) => m.NewWithdrawalPage)),
  },
  {
    path: '/about',
    title: 'About Us',
    access: 'open',
    screen: screen(() => import('./info/about-page.tsx').then((m) => m.AboutPage)),
  },
  {
    path: '/faq',
    title: 'FAQ',
    access: 'open',
    screen: screen(() => import('./info/faq-page.tsx').then((m) => m.FaqPage)),
  },
  {
    path: '/build-with-the-api',
    title: 'Build with the API',
    access: 'open',
    screen: screen(() => import('./info/api-guide-page.tsx').then((m) => m.ApiGuidePage)),
  },
  {
    path: '/privacy',
    title: 'Privacy Policy',
    access: 'open',
    screen: screen(() => legal().then((m) => m.PrivacyPage)),
  },
  {
    path: '/cookies',
    title: 'Cookie Policy',
    access: 'open',
    screen: screen(() => legal().then((m) => m.CookiesPage)),
  },
  {
    path: '/compliance',
    title: 'Compliance',
    access: 'open',
    screen: screen(() => legal().then((m) => m.CompliancePage)),
  },
  { path: '/terms', title: 'Terms of Service', access: 'open', screen: screen(() => legal().then((m) => m.TermsPage)) },
];
