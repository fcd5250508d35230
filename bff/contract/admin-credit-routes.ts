import { CreditExportQuery, CreditPage, CreditQuery } from './admin-credit.ts';
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
});
