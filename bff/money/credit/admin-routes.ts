import { adminCreditRoutes, type CreditRow } from '#bff/contract/money/admin-credit.ts';
import { recordAction } from '#bff/identity/audit/record-action.ts';
import type { ExportColumn } from '#bff/kit/files/export-column.ts';
import { sendDownload } from '#bff/kit/files/send-file.ts';
import { exportTable } from '#bff/kit/files/table-export.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { AGES } from '#core/finance/credit/credit.ts';
import { exportedCredit, listCredit } from './list.ts';
import { pauseReminders, remindByHand } from './reminders.ts';

const COLUMNS: readonly ExportColumn<CreditRow>[] = [
  { title: 'Customer', width: 30, kind: 'text', value: ({ user }) => user.name },
  { title: 'Email', width: 30, kind: 'text', value: ({ user }) => user.email },
  { title: 'Currency', width: 10, kind: 'text', value: ({ currency }) => currency },
  { title: 'Limit', width: 14, kind: 'decimal', value: ({ limit }) => limit.decimal },
  { title: 'Used', width: 14, kind: 'decimal', value: ({ used }) => used.decimal },
  { title: 'Used %', width: 10, kind: 'decimal', value: ({ used_percent }) => String(used_percent ?? '') },
  { title: 'Waiting payments', width: 16, kind: 'decimal', value: ({ waiting }) => waiting.decimal },
  { title: 'Held', width: 14, kind: 'decimal', value: ({ held }) => held.decimal },
  ...AGES.map(
    (age): ExportColumn<CreditRow> => ({
      title: `${age} days`,
      width: 14,
      kind: 'decimal',
      value: ({ ages }) => ages[age].decimal,
    }),
  ),
  { title: 'Since', width: 12, kind: 'text', value: ({ since }) => since ?? '' },
  { title: 'Last reminder (UTC)', width: 24, kind: 'text', value: ({ last_reminder_at }) => last_reminder_at ?? '' },
  { title: 'Days left', width: 10, kind: 'decimal', value: ({ days_left }) => String(days_left ?? '') },
];

export const registerAdminCredit = feature(adminCreditRoutes, (deps) => ({
  listCredit: ({ query }) => listCredit(deps, query),
  remindOfCredit: (call) => remindByHand(deps, call),
  pauseCreditReminders: (call) => pauseReminders(deps, call),
  exportCredit: async (call) => {
    const file = await exportTable('csv', COLUMNS, exportedCredit(deps, call.query));
    await recordAction(call, 'export-made', ['credit', 'all'], { format: 'csv' });
    return sendDownload(call.reply, { ...file, name: 'credit.csv' });
  },
}));
