import { useQueryClient } from '@tanstack/react-query';
import { Download, FileText, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { DOCUMENT_RULES } from '#bff/contract/base/upload-rules.ts';
import type { Company, CompanyDocument } from '#bff/contract/people/company.ts';
import { saveFile } from '#web/lib/api/download.ts';
import { upload } from '#web/lib/api/upload.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { invalidate } from '#web/lib/cache/query-key.ts';
import { useCustomer } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { formatBytes } from '#web/lib/words/bytes.ts';
import { formatDate } from '#web/lib/words/dates.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { FileDrop } from '#web/ui/files/file-drop.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { DottedLine } from '#web/ui/text/dotted-line.tsx';

/** Step 2: papers that prove the company. Finishing requests the review. */
export function CompanyDocuments({ company, onBack }: { company: Company; onBack: () => void }) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const { user } = useCustomer();
  const [doomed, setDoomed] = useState<CompanyDocument | null>(null);
  const isApproved = user?.is_approved ?? false;

  const open = ({ id, name }: CompanyDocument) => {
    const failed = 'Failed to open document. Please try again.';
    return saveFile('GET /user/company-detail/documents/:id', { params: { id } }, name, failed);
  };
  const remove = useWrite('DELETE /user/company-detail/documents/:id', {
    done: null,
    failed: 'Failed to delete document. Please try again.',
    stale: ['/user/company-detail'],
  });
  const submit = useWrite('POST /user/company-detail/submit', {
    done: null,
    failed: 'Failed to update company settings.',
    stale: ['GET /user'],
  });
  const finish = async () => {
    if (company.documents.length === 0) {
      toast.error('Validation Error', 'Please upload at least one company document for verification.');
      return;
    }
    await submit.mutateAsync();
    navigate(isApproved ? '/' : '/approval-waiting');
  };
  return (
    <div className="flex flex-col gap-6">
      <p className="text-sm text-muted">
        Upload your certificate of incorporation, a register extract or a trade licence. Only our review team sees them.
      </p>
      <FileDrop
        label="Upload company documents"
        hint="PDF, JPEG, PNG, JPG, DOC or DOCX, up to 15 MB each"
        rules={DOCUMENT_RULES}
        multiple
        upload={(file, options) =>
          upload('POST /user/company-detail/documents', { files: { document: file }, ...options })
        }
        onUploaded={() => void invalidate(client, '/user/company-detail')}
        failedMessage="Failed to upload file"
      />
      {company.documents.length > 0 && (
        <ul className="divide-y rounded-lg border">
          {company.documents.map((document) => (
            <li key={document.id} className="flex items-center gap-3 px-4 py-3">
              <FileText className="size-5 shrink-0 text-muted" aria-hidden />
              <div className="min-w-0 grow">
                <p className="truncate text-sm font-medium">{document.name}</p>
                <DottedLine className="text-xs text-muted">
                  {formatBytes(document.size_bytes)}
                  {formatDate(document.created_at)}
                </DottedLine>
              </div>
              <IconButton
                label={`Open ${document.name}`}
                icon={<Download aria-hidden />}
                onClick={() => open(document)}
              />
              <IconButton
                label={`Delete ${document.name}`}
                icon={<Trash2 aria-hidden />}
                onClick={() => setDoomed(document)}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="flex justify-between gap-3 border-t pt-5">
        <Button onClick={onBack}>Back</Button>
        <Button variant="primary" onClick={finish} busyText="Finishing...">
          Finish
        </Button>
      </div>
      <ConfirmDialog
        open={doomed !== null}
        onClose={() => setDoomed(null)}
        title="Delete document"
        message={`Are you sure you want to delete "${doomed?.name}"? This action cannot be undone.`}
        onConfirm={() => doomed && remove.mutateAsync({ params: { id: doomed.id } })}
      />
    </div>
  );
}
