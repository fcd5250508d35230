import { adminVatRoutes, type VatReturn } from '#bff/contract/money/admin-vat-routes.ts';
import { recordAction } from '#bff/identity/audit/record-action.ts';
import type { ExportColumn } from '#bff/kit/files/export-column.ts';
import { sendDownload } from '#bff/kit/files/send-file.ts';
import { exportTable } from '#bff/kit/files/table-export.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { readVatReturn } from './vat-return.ts';

type Line = VatReturn['lines'][number];
const LINES: readonly ExportColumn<Line>[] = [
  { title: 'Treatment', width: 20, kind: 'text', value: ({ treatment }) => treatment },
  { title: 'What', width: 50, kind: 'text', value: ({ title }) => title },
  { title: 'Rate %', width: 10, kind: 'decimal', value: ({ percent }) => percent ?? '' },
  { title: 'Invoices', width: 10, kind: 'decimal', value: ({ invoices }) => String(invoices) },
  { title: 'Credit notes', width: 12, kind: 'decimal', value: ({ credit_notes }) => String(credit_notes) },
  { title: 'Net', width: 14, kind: 'decimal', value: ({ net }) => net.decimal },
  { title: 'VAT', width: 14, kind: 'decimal', value: ({ vat }) => vat.decimal },
  { title: 'Currency', width: 10, kind: 'text', value: ({ net }) => net.currency },
];

type Charge = VatReturn['reverse_charges'][number];
const CHARGES: readonly ExportColumn<Charge>[] = [
  { title: 'Country', width: 10, kind: 'text', value: ({ country }) => country ?? '' },
  { title: 'VAT id', width: 20, kind: 'text', value: ({ vat_id }) => vat_id ?? 'erased' },
  { title: 'Net', width: 14, kind: 'decimal', value: ({ net }) => net.decimal },
  { title: 'Currency', width: 10, kind: 'text', value: ({ net }) => net.currency },
];

async function* once<Item>(items: readonly Item[]) {
  yield items;
}

export const registerAdminVat = feature(adminVatRoutes, (deps) => ({
  getVatReturn: async ({ query }) => ({ data: await readVatReturn(deps, query) }),
  exportVatReturn: async (call) => {
    const { what, from, to } = call.query;
    const { lines, reverse_charges } = await readVatReturn(deps, { from, to });
    const file =
      what === 'return'
        ? await exportTable('csv', LINES, once(lines))
        : await exportTable('csv', CHARGES, once(reverse_charges));
    await recordAction(call, 'export-made', ['vat', 'all'], { format: 'csv', what, from, to });
    return sendDownload(call.reply, { ...file, name: `vat-${what}-${from}-${to}.csv` });
  },
}));
