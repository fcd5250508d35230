import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { useConfirmation } from '#web/admin/shared/fields/use-confirmation.tsx';
import { invalidate } from '#web/lib/cache/query-key.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { FileDrop } from '#web/ui/files/file-drop.tsx';
import type { UploadFunction } from '#web/ui/files/use-uploads.ts';

type UploadOptions = Parameters<UploadFunction>[1];

type ConfirmedImportProps = Pick<ComponentProps<typeof FileDrop>, 'label' | 'hint' | 'rules' | 'failedMessage'> & {
  question: Parameters<typeof useConfirmation>[0];
  /** Sends the file; the form's field `confirmed` is 'true' after the question. */
  send: (file: File, fields: { confirmed: 'true' | 'false' }, options: UploadOptions) => Promise<{ message: string }>;
  /** The reads that are reloaded afterwards. */
  changes: Parameters<typeof invalidate>[1][];
};

/** A file whose import may ask for a confirmation, and then shows its result. */
export function ConfirmedImport({ question, send, changes, ...drop }: ConfirmedImportProps) {
  const client = useQueryClient();
  const { confirmed, dialog } = useConfirmation(question);
  const [imported, setImported] = useState<string | null>(null);
  return (
    <>
      <FileDrop
        {...drop}
        upload={async (file, options) => {
          setImported(null);
          const { message } = await confirmed((isConfirmed) =>
            send(file, { confirmed: isConfirmed ? 'true' : 'false' }, options),
          );
          setImported(`${file.name}: ${message}`);
          await invalidate(client, ...changes);
        }}
      />
      {imported && (
        <Alert tone="ok" className="mt-3">
          {imported}
        </Alert>
      )}
      {dialog}
    </>
  );
}
