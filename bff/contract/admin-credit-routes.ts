import { CreditExportQuery, CreditPage, CreditQuery, PauseRemindersBody } from './admin-credit.ts';
import { MessageAnswer } from './common.ts';
import { defineRoutes } from './route.ts';

const credit = { auth: 'administrator', tag: 'Admin: customers' } as const;

export const adminCreditRoutes = defineRoutes(credit, {
  list: {
    call: 'GET /admin/credit',
    permission: 'ledger:read',
    operation: 'listCredit',
    query: CreditQuery,
    response: CreditPage,
    summary: 'Who owes how much of their credit, since when, and how long it lasts.',
  },
  export: {
    call: 'GET /admin/credit/export',
    permission: 'transactions:export',
    operation: 'exportCredit',
    query: CreditExportQuery,
    file: 'text/csv',
    summary: 'The same as CSV.',
  },
  remind: {
    call: 'POST /admin/credit/:id/remind',
    expects: { nothing: 'it sends a mail with the amounts of that moment' },
    permission: 'customers:decide',
    operation: 'remindOfCredit',
    response: MessageAnswer,
    idempotent: true,
    summary: 'Remind a wallet’s customer by mail of what is drawn.',
  },
  pause: {
    call: 'PUT /admin/users/:id/credit-reminders',
    expects: { nothing: 'it moves nothing' },
    permission: 'customers:decide',
    operation: 'pauseCreditReminders',
    body: PauseRemindersBody,
    response: MessageAnswer,
    summary: 'Pause the reminders that leave by themselves, or let them go on.',
  },
});
