import { CreditExportQuery, CreditPage, CreditQuery, PauseRemindersBody } from './admin-credit.ts';
import { MessageAnswer, UuidParams } from './common.ts';
import { defineRoutes } from './route.ts';

const credit = { method: 'GET', auth: 'administrator', tag: 'Admin: customers' } as const;

export const adminCreditRoutes = defineRoutes({
  list: {
    ...credit,
    permission: 'ledger:read',
    operation: 'listCredit',
    path: '/api/admin/credit',
    query: CreditQuery,
    response: CreditPage,
    summary: 'Who owes how much of their credit, since when, and how long it lasts.',
  },
  export: {
    ...credit,
    permission: 'transactions:export',
    operation: 'exportCredit',
    path: '/api/admin/credit/export',
    query: CreditExportQuery,
    file: 'text/csv',
    summary: 'The same as CSV.',
  },
  remind: {
    ...credit,
    method: 'POST',
    permission: 'customers:decide',
    operation: 'remindOfCredit',
    path: '/api/admin/credit/:id/remind',
    params: UuidParams,
    response: MessageAnswer,
    idempotent: true,
    summary: 'Remind a wallet’s customer by mail of what is drawn.',
  },
  pause: {
    ...credit,
    method: 'PUT',
    permission: 'customers:decide',
    operation: 'pauseCreditReminders',
    path: '/api/admin/users/:id/credit-reminders',
    params: UuidParams,
    body: PauseRemindersBody,
    response: MessageAnswer,
    summary: 'Pause the reminders that leave by themselves, or let them go on.',
  },
});
