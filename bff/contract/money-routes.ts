import { MessageAnswer, PageQuery } from './common.ts';
import { DepositAccounts, DepositAnswer, DepositPage, DepositSaved } from './deposit.ts';
import { DepositForm } from './deposit-form.ts';
import { defineRoutes } from './route.ts';
import { StatementProofQuery, StatementQuery, TransactionListQuery, TransactionPage } from './transaction.ts';
import { PROOF_RULES } from './upload-rules.ts';
import { WalletHistory, WalletHistoryQuery, WalletList, WalletListQuery } from './wallet.ts';
import { WithdrawalAnswer, WithdrawalPage, WithdrawalSaved } from './withdrawal.ts';
import { StopWithdrawalBody, WithdrawalForm } from './withdrawal-form.ts';

const wallet = { auth: 'customer', tag: 'Wallets' } as const;

export const walletRoutes = defineRoutes(wallet, {
  list: {
    call: 'GET /wallets',
    auth: 'customer-any-state',
    ability: 'wallets:read',
    query: WalletListQuery,
    response: WalletList,
    summary: 'The customer’s wallets, now or at the end of a day.',
  },
  history: {
    call: 'GET /wallets/:id/balance-history',
    ability: 'wallets:read',
    query: WalletHistoryQuery,
    response: WalletHistory,
    summary: 'The balance at the end of each day.',
  },
  statement: {
    call: 'GET /wallets/:id/statement',
    ability: 'transactions:read',
    query: StatementQuery,
    file: 'application/octet-stream',
    operation: 'downloadStatement',
    summary: 'The statement of a wallet as CSV, or as a PDF that carries its proof.',
  },
  statementProof: {
    call: 'GET /wallets/:id/statement-proof',
    ability: 'transactions:read',
    query: StatementProofQuery,
    file: 'application/json',
    summary: 'The statement of a wallet as a file that anybody can check, by the log’s published key alone.',
  },
});

export const transactionRoutes = defineRoutes(wallet, {
  list: {
    call: 'GET /transactions',
    ability: 'transactions:read',
    query: TransactionListQuery,
    response: TransactionPage,
    summary: 'Movements of the customer’s wallets.',
  },
  proof: {
    call: 'GET /transactions/:id/proof',
    ability: 'transactions:read',
    file: 'text/plain',
    summary: 'One movement as a proof (c2sp.org/tlog-proof) that shows nothing of the others.',
  },
});

const deposit = { auth: 'customer', ability: 'deposits:write', tag: 'Deposits' } as const;

export const depositRoutes = defineRoutes(deposit, {
  list: {
    call: 'GET /deposits',
    ability: 'deposits:read',
    query: PageQuery,
    response: DepositPage,
    summary: 'Deposits, newest first.',
  },
  accounts: {
    call: 'GET /deposits/accounts',
    ability: 'deposits:read',
    response: DepositAccounts,
    summary: 'The accounts to transfer deposits to, one for each currency of the store.',
  },
  show: {
    call: 'GET /deposits/:id',
    ability: 'deposits:read',
    response: DepositAnswer,
    summary: 'One deposit.',
  },
  create: {
    call: 'POST /deposits',
    expects: { nothing: 'it names its own amount, and moves nothing before it is approved' },
    body: DepositForm,
    response: DepositSaved,
    status: 201,
    idempotent: true,
    summary: 'Announce a bank transfer.',
  },
  uploadProof: {
    call: 'POST /deposits/:id/payment-proof',
    expects: { nothing: 'it moves nothing' },
    multipart: { files: ['payment_proof'], max_file_bytes: PROOF_RULES.maxBytes, max_files: 1 },
    response: DepositSaved,
    summary: 'Upload or replace the proof of payment (image or PDF).',
  },
  openProof: {
    call: 'GET /deposits/:id/payment-proof',
    ability: 'deposits:read',
    file: 'application/octet-stream',
    summary: 'The proof of payment.',
  },
  invoice: {
    call: 'GET /deposits/:id/deposit-invoice',
    ability: 'deposits:read',
    file: 'application/pdf',
    summary: 'The deposit invoice as PDF; not for a rejected deposit.',
  },
  remove: {
    call: 'DELETE /deposits/:id',
    expects: { nothing: 'it moves nothing' },
    response: MessageAnswer,
    summary: 'Delete a pending deposit.',
  },
});

const withdrawal = { auth: 'customer', tag: 'Withdrawals' } as const;

export const withdrawalRoutes = defineRoutes(withdrawal, {
  list: {
    call: 'GET /withdrawals',
    ability: 'withdrawals:read',
    query: PageQuery,
    response: WithdrawalPage,
    summary: 'Withdrawals, newest first.',
  },
  show: {
    call: 'GET /withdrawals/:id',
    ability: 'withdrawals:read',
    response: WithdrawalAnswer,
    summary: 'One withdrawal.',
  },
  // No API key ability, because money leaves only in a person's own session.
  create: {
    call: 'POST /withdrawals',
    expects: { nothing: 'it names its own amount and account; there is no fee' },
    step_up: 'payee',
    body: WithdrawalForm,
    response: WithdrawalSaved,
    status: 201,
    idempotent: true,
    summary:
      'Ask for a payout; the amount is held until it is made or rejected. An account that was never paid before is confirmed, and waits.',
  },
  stop: {
    call: 'POST /withdrawals/stop',
    auth: 'public',
    rate_limit: 'auth',
    operation: 'stopWithdrawal',
    expects: { nothing: 'it only gives back what is held' },
    body: StopWithdrawalBody,
    response: MessageAnswer,
    summary: 'Stop a withdrawal by the link of its mail: “This was not me”. Ends all sessions.',
  },
});
