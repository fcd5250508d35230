import { CreditExportQuery, CreditPage, CreditQuery, PauseRemindersBody } from './admin-credit.ts';
import { MessageAnswer } from './common.ts';
import { routesFor } from './route.ts';

const credit = routesFor({ auth: 'administrator', tag: 'Admin: customers', permission: 'ledger:read' });

export const adminCreditRoutes = {
  listCredit: credit.get(
    '/admin/credit',
    'Who owes how much of their credit, since when, and how long it lasts.',
    CreditPage,
    { query: CreditQuery },
  ),
  exportCredit: credit.file('/admin/credit/export', 'The same as CSV.', 'text/csv', {
    permission: 'transactions:export',
    query: CreditExportQuery,
  }),
  remindOfCredit: credit.post(
    '/admin/credit/:id/remind',
    'Remind a wallet’s customer by mail of what is drawn.',
    MessageAnswer,
    { expects: { nothing: 'it sends a mail with the amounts of that moment' }, permission: 'customers:decide' },
  ),
  pauseCreditReminders: credit.put(
    '/admin/users/:id/credit-reminders',
    'Pause the reminders that leave by themselves, or let them go on.',
    MessageAnswer,
    { expects: { nothing: 'it moves nothing' }, permission: 'customers:decide', body: PauseRemindersBody },
  ),
};
