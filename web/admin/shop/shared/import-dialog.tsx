import { useLocation } from 'wouter';
import { CATALOGUE_COLUMNS, MAX_CATALOGUE_CSV_BYTES, MAX_CATALOGUE_ROWS } from '#bff/contract/shop/bulk-limits.ts';
import { upload } from '#web/lib/api/upload.ts';
import { FileDrop } from '#web/ui/files/file-drop.tsx';
import type { FileRules } from '#web/ui/files/file-rules.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

const RULES: FileRules = {
  // Some systems give a CSV the type of a spreadsheet or plain text, so the server checks the content.
  mediaTypes: ['text/csv', 'application/csv', 'application/vnd.ms-excel', 'text/plain', 'text/tab-separated-values'],
  extensions: ['.csv', '.txt', '.tsv'],
  maxBytes: MAX_CATALOGUE_CSV_BYTES,
  typeMessage: 'File type not supported. Please choose a CSV file.',
  sizeMessage: 'File too large. A file may have at most 5 MB.',
};

/** Sends a file to be looked at, then shows what it would change. */
export function ImportDialog({ of, onClose }: { of: 'products' | 'brands'; onClose: () => void }) {
  const [, navigate] = useLocation();
  const { needed, others } = CATALOGUE_COLUMNS[of];
  return (
    <Dialog
      onClose={onClose}
      title={`Import ${of}`}
      description="You see row by row what the file would change. Nothing is changed before you apply it."
    >
      <FileDrop
        label={`Upload ${of} as CSV`}
        hint={`Commas, semicolons or tabs; up to ${MAX_CATALOGUE_ROWS.toLocaleString('en-US')} rows and 5 MB.`}
        rules={RULES}
        failedMessage="The file could not be read. Send it again: nothing was changed."
        upload={async (file, options) => {
          const { data } = await upload('POST /admin/catalogue/files', { fields: { of }, files: { file }, ...options });
          navigate(`/admin/catalogue-changes/${data.id}`);
        }}
      />
      <section className="mt-5 text-sm">
        <h3 className="font-semibold">Columns</h3>
        <p className="mt-1 text-muted">
          A row with an <Code>id</Code> changes what has it; a row without one is new. The export is a file with all
          columns. A column that is not in the file changes nothing.
        </p>
        <dl className="mt-3 flex flex-col gap-2">
          <Columns label="Needed for a new row" names={needed} />
          <Columns label="Optional" names={others} />
        </dl>
        {of === 'products' && (
          <p className="mt-3 text-muted">
            <Code>new_brand</Code> with “yes” adds the brand of the row. Without it, an unknown brand is an error.
          </p>
        )}
      </section>
    </Dialog>
  );
}

const Code = ({ children }: { children: string }) => <code className="font-mono text-xs">{children}</code>;

const Columns = ({ label, names }: { label: string; names: readonly string[] }) => (
  <div>
    <dt className="text-xs text-muted">{label}</dt>
    <dd className="font-mono text-xs leading-5 wrap-anywhere">{names.join(', ')}</dd>
  </div>
);
