import { dataOf, MessageAnswer, PageQuery } from './common.ts';
import { Deposit, DepositAccounts, DepositPage, DepositSaved } from './deposit.ts';
import { DepositForm } from './deposit-form.ts';
import { ANY_FILE, oneFile, PDF, routesFor } from './route.ts';
import { StatementProofQuery, StatementQuery, TransactionListQuery, TransactionPage } from './transaction.ts';
import { PROOF_RULES } from './upload-rules.ts';
import { WalletHistory, WalletHistoryQuery, WalletList, WalletListQuery } from './wallet.ts';
import { WithdrawalAnswer, WithdrawalPage, WithdrawalSaved } from './withdrawal.ts';
import { StopWithdrawalBody, WithdrawalForm } from './withdrawal-form.ts';

const wallet = routesFor({ auth: 'customer', tag: 'Wallets' });
const signedIn = routesFor({ auth: 'customer-any-state', tag: 'Wallets' });

export const walletRoutes = {
  listWallets: signedIn.get('/wallets', 'The customer’s wallets, now or at the end of a day.', WalletList, {
    ability: 'wallets:read',
    query: WalletListQuery,
  }),
  getWalletHistory: wallet.get('/wallets/:id/balance-history', 'The balance at the end of each day.', WalletHistory, {
    ability: 'wallets:read',
    query: WalletHistoryQuery,
  }),
  downloadStatement: wallet.file(
    '/wallets/:id/statement',
    'The statement of a wallet as CSV, or as a PDF that carries its proof.',
    ANY_FILE,
    { ability: 'transactions:read', query: StatementQuery },
  ),
  getWalletStatementProof: wallet.file(
    '/wallets/:id/statement-proof',
    'The statement of a wallet as a file that anybody can check, by the log’s published key alone.',
    'application/json',
    { ability: 'transactions:read', query: StatementProofQuery },
  ),
};

export const transactionRoutes = {
  listTransactions: wallet.get('/transactions', 'Movements of the customer’s wallets.', TransactionPage, {
    ability: 'transactions:read',
    query: TransactionListQuery,
  }),
  getTransactionProof: wallet.file(
    '/transactions/:id/proof',
    'One movement as a proof (c2sp.org/tlog-proof) that shows nothing of the others.',
    'text/plain',
    { ability: 'transactions:read' },
  ),
};

const deposit = routesFor({ auth: 'customer', ability: 'deposits:write', tag: 'Deposits' });

export const depositRoutes = {
  listDeposits: deposit.get('/deposits', 'Deposits, newest first.', DepositPage, {
    ability: 'deposits:read',
    query: PageQuery,
  }),
  getDepositAccounts: deposit.get(
    '/deposits/accounts',
    'The accounts to transfer deposits to, one for each currency of the store.',
    DepositAccounts,
    { ability: 'deposits:read' },
  ),
  getDeposit: deposit.get('/deposits/:id', 'One deposit.', dataOf(Deposit), { ability: 'deposits:read' }),
  createDeposit: deposit.post('/deposits', 'Announce a bank transfer.', DepositSaved, {
    expects: { nothing: 'it names its own amount, and moves nothing before it is approved' },
    body: DepositForm,
    status: 201,
  }),
  uploadDepositProof: deposit.post(
    '/deposits/:id/payment-proof',
    'Upload or replace the proof of payment (image or PDF).',
    DepositSaved,
    { expects: { nothing: 'it moves nothing' }, multipart: oneFile('payment_proof', PROOF_RULES.maxBytes) },
  ),
  openDepositProof: deposit.file('/deposits/:id/payment-proof', 'The proof of payment.', ANY_FILE, {
    ability: 'deposits:read',
  }),
  getDepositInvoice: deposit.file(
    '/deposits/:id/deposit-invoice',
    'The deposit invoice as PDF; not for a rejected deposit.',
    PDF,
    { ability: 'deposits:read' },
  ),
  removeDeposit: deposit.delete('/deposits/:id', 'Delete a pending deposit.', MessageAnswer, {
    expects: { nothing: 'it moves nothing' },
  }),
};

const withdrawal = routesFor({ auth: 'customer', tag: 'Withdrawals' });
const visitor = routesFor({ auth: 'public', tag: 'Withdrawals' });

export const withdrawalRoutes = {
  listWithdrawals: withdrawal.get('/withdrawals', 'Withdrawals, newest first.', WithdrawalPage, {
    ability: 'withdrawals:read',
    query: PageQuery,
  }),
  getWithdrawal: withdrawal.get('/withdrawals/:id', 'One withdrawal.', WithdrawalAnswer, {
    ability: 'withdrawals:read',
  }),
  // No API key ability, because money leaves only in a person's own session.
  createWithdrawal: withdrawal.post(
    '/withdrawals',
    'Ask for a payout; the amount is held until it is made or rejected. An account that was never paid before is confirmed, and waits.',
    WithdrawalSaved,
    {
      expects: { nothing: 'it names its own amount and account; there is no fee' },
      step_up: 'payee',
      body: WithdrawalForm,
      status: 201,
    },
  ),
  stopWithdrawal: visitor.post(
    '/withdrawals/stop',
    'Stop a withdrawal by the link of its mail: “This was not me”. Ends all sessions.',
    MessageAnswer,
    { rate_limit: 'auth', expects: { nothing: 'it only gives back what is held' }, body: StopWithdrawalBody },
  ),
};
