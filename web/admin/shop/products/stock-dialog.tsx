import { useState } from 'react';
import { MAX_CODES_CSV_BYTES } from '#bff/contract/base/upload-rules.ts';
import type { AdminProduct } from '#bff/contract/shop/admin-product.ts';
import { useConfirmation } from '#web/admin/shared/fields/use-confirmation.tsx';
import { May } from '#web/admin/shared/permission/may.tsx';
import { upload } from '#web/lib/api/upload.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { FileDrop } from '#web/ui/files/file-drop.tsx';
import type { FileRules } from '#web/ui/files/file-rules.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { CodeList } from './code-list.tsx';
import { type ImportReport, reportOf, reportOfRefusal } from './import-report.ts';
import { useReloadProducts, useSetArchived } from './products-api.ts';

const CSV_RULES: FileRules = {
  // Some systems give a CSV the type of a spreadsheet or plain text, so the server checks the content.
  mediaTypes: ['text/csv', 'application/csv', 'application/vnd.ms-excel', 'text/plain'],
  extensions: ['.csv', '.txt'],
  maxBytes: MAX_CODES_CSV_BYTES,
  typeMessage: 'File type not supported. Please choose a CSV file.',
  sizeMessage: 'File too large. A file of codes may have at most 10 MB.',
};

const QUESTION = {
  code: 'confirm_codes',
  title: 'Are these the codes?',
  confirmLabel: 'Add them to stock',
  danger: false,
} as const;

export function StockDialog({ product, onClose }: { product: AdminProduct; onClose: () => void }) {
  const [stock, setStock] = useState(product);
  const [report, setReport] = useState<ImportReport | null>(null);
  const reload = useReloadProducts();
  const setArchived = useSetArchived();
  const { confirmed, dialog } = useConfirmation(QUESTION);
  return (
    <Dialog size="lg" onClose={onClose} title={`Stock of ${product.name}`} description={product.variant?.name}>
      <div className="flex flex-col gap-6">
        {stock.is_archived && (
          <Alert
            tone="info"
            title="Not on sale"
            action={
              <May permission="catalogue:write">
                <Button
                  size="sm"
                  busy={setArchived.isPending}
                  busyText="Putting on sale..."
                  onClick={() =>
                    setArchived.mutate(
                      { product: stock, isArchived: false },
                      { onSuccess: () => setStock({ ...stock, is_archived: false }) },
                    )
                  }
                >
                  Put on sale
                </Button>
              </May>
            }
          >
            {stock.stock_total === 0
              ? 'Add its codes first. Without any, customers could only order it in advance.'
              : 'No customer sees it in the store.'}
          </Alert>
        )}
        <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border bg-line sm:grid-cols-4">
          <Figure label="Available" value={stock.variant?.stock_amount ?? 0} />
          <Figure label="Awaited by orders" value={stock.stock_reserved} />
          <Figure label="Sold" value={stock.stock_sold} />
          <Figure label="Ever added" value={stock.stock_total} />
        </dl>
        <May permission="stock:write">
          <section>
            <h3 className="mb-2 text-sm font-semibold">Add codes</h3>
            <FileDrop
              label="Upload gift codes as CSV"
              hint="One code a line, and no other column. You see what was understood before it is saved. Up to 20,000 codes and 10 MB."
              rules={CSV_RULES}
              failedMessage="The codes could not be uploaded. Send the file again: no code is added twice."
              upload={async (file, options) => {
                setReport(null);
                try {
                  const answer = await confirmed((isConfirmed) =>
                    upload('POST /admin/products/:id/codes', {
                      params: { id: product.id },
                      fields: { confirmed: isConfirmed ? 'true' : 'false' },
                      files: { codes: file },
                      ...options,
                    }),
                  );
                  setStock(answer.data);
                  setReport(reportOf(file.name, answer));
                  void reload();
                } catch (error) {
                  setReport(reportOfRefusal(file.name, error) ?? null);
                  throw error;
                }
              }}
            />
            {report && <Report report={report} />}
            {dialog}
          </section>
        </May>
        <CodeList productId={product.id} />
      </div>
    </Dialog>
  );
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div className="bg-surface px-4 py-3 dark:bg-raised">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="tabular mt-0.5 text-lg font-semibold">{value.toLocaleString('en-US')}</dd>
    </div>
  );
}

function Report({ report }: { report: ImportReport }) {
  return (
    <Alert tone={report.tone} title={report.title} className="mt-3">
      <p>{report.message}</p>
      {report.lines.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
        <div tabIndex={0} className="mt-2 max-h-44 overflow-y-auto rounded-md border bg-surface">
          <table className="w-full text-xs">
            <caption className="sr-only">Lines of {report.fileName} that were left out</caption>
            <thead className="sticky top-0 bg-surface text-left text-muted">
              <tr className="border-b">
                <th className="w-16 px-3 py-1.5 font-medium">Line</th>
                <th className="px-3 py-1.5 font-medium">Why</th>
              </tr>
            </thead>
            <tbody>
              {report.lines.map(({ line, message }) => (
                <tr key={`${line ?? ''}-${message}`} className="border-b last:border-b-0">
                  <td className="tabular px-3 py-1.5 align-top text-muted">{line ?? '—'}</td>
                  <td className="px-3 py-1.5">{message}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Alert>
  );
}
