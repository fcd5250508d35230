import { useQueryClient } from '@tanstack/react-query';
import { Download, FileText, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { regionName } from '#bff/contract/base/regions.ts';
import { DOCUMENT_RULES } from '#bff/contract/base/upload-rules.ts';
import type { AdminUserDetail } from '#bff/contract/people/admin-customer.ts';
import type { CompanyDocument } from '#bff/contract/people/company.ts';
import { BUSINESS_TYPE_LABELS } from '#bff/contract/people/company-options.ts';
import { May, useMay } from '#web/admin/shared/permission/may.tsx';
import { saveFile } from '#web/lib/api/download.ts';
import { upload } from '#web/lib/api/upload.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import { invalidate } from '#web/lib/cache/query-key.ts';
import { isNotFound } from '#web/lib/call/api-error.ts';
import { focusPage } from '#web/lib/navigation/focus-page.ts';
import { lazily } from '#web/lib/navigation/lazily.tsx';
import { toast } from '#web/lib/toast/toast.ts';
import { formatBytes } from '#web/lib/words/bytes.ts';
import { formatDate } from '#web/lib/words/dates.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { FileDrop } from '#web/ui/files/file-drop.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { DetailList } from '#web/ui/page/detail-list.tsx';
import { Badge } from '#web/ui/text/badge.tsx';
import { DottedLine } from '#web/ui/text/dotted-line.tsx';

const CompanyEditor = lazily(
  () => import('./company-editor.tsx'),
  'CompanyEditor',
  <Skeleton className="h-96 w-full" />,
);

export function CompanyTab({ user }: { user: AdminUserDetail }) {
  const [editing, setEditing] = useState(false);
  const { company } = user;
  const close = () => {
    setEditing(false);
    focusPage();
  };
  if (editing) {
    return (
      <Card title="Company information">
        <CompanyEditor userId={user.id} company={company} onDone={close} />
      </Card>
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <Card
        title="Company information"
        actions={
          <May permission="customers:decide">
            <Button size="sm" icon={<Pencil aria-hidden />} onClick={() => setEditing(true)}>
              {company ? 'Edit' : 'Fill in'}
            </Button>
          </May>
        }
      >
        {company ? (
          <DetailList
            columns={3}
            details={[
              { label: 'Company Name', value: company.company_name },
              { label: 'Business Type', value: BUSINESS_TYPE_LABELS[company.business_type] },
              { label: 'Registration Number', value: company.company_registration_no },
              { label: 'Date of Incorporation', value: formatDate(`${company.date_of_incorporation}T12:00:00`) },
              { label: 'Address', value: company.full_company_address },
              { label: 'Phone', value: company.phone_number },
              { label: 'Email', value: company.company_email },
              { label: 'Website', value: company.website },
              { label: 'Country of Registration', value: regionName(company.country_of_registration) },
              { label: 'Contact Person', value: company.contact_person },
              { label: 'Contact Number', value: company.contact_number },
              { label: 'Contact Email', value: company.contact_email },
              { label: 'VAT/Tax Registration', value: company.vat_tax_registration },
            ]}
          />
        ) : (
          <EmptyState
            title="No company details yet"
            message="The customer has not filled them in. Documents can be added once they are."
          />
        )}
      </Card>
      <Documents user={user} />
    </div>
  );
}

function Documents({ user }: { user: AdminUserDetail }) {
  const client = useQueryClient();
  const [doomed, setDoomed] = useState<CompanyDocument | null>(null);
  const documents = user.company?.documents ?? [];
  const mayDecide = useMay('customers:decide');
  const paramsOf = (document: CompanyDocument) => ({ id: user.id, documentId: document.id });
  const remove = useWrite('DELETE /admin/users/:id/company-details/documents/:documentId', {
    done: () => 'Document deleted successfully.',
    failed: (error) =>
      toast.error('Error', isNotFound(error) ? 'Document not found or already deleted.' : 'Failed to delete document'),
    stale: ['/admin/users'],
  });
  return (
    <Card
      title="Company documents"
      description="Each look at a document is recorded. One that was replaced or deleted is kept here for a time, for the audit."
    >
      {documents.length === 0 && !mayDecide && <p className="text-sm text-muted">No documents yet.</p>}
      {documents.length > 0 && (
        <ul className="mb-5 divide-y rounded-lg border">
          {documents.map((document) => (
            <li key={document.id} className="flex flex-wrap items-center justify-end gap-3 px-4 py-3">
              <FileText className="size-5 shrink-0 text-muted" aria-hidden />
              <div className="min-w-0 grow basis-40">
                <p className="truncate text-sm font-medium">{document.name}</p>
                <DottedLine className="text-xs text-muted">
                  {formatBytes(document.size_bytes)}
                  {formatDate(document.created_at)}
                  {document.superseded_at && `Taken back ${formatDate(document.superseded_at)}`}
                </DottedLine>
              </div>
              {document.superseded_at && <Badge>Not current</Badge>}
              <Button
                size="sm"
                icon={<Download aria-hidden />}
                onClick={() =>
                  saveFile(
                    'GET /admin/users/:id/company-details/documents/:documentId',
                    { params: paramsOf(document) },
                    document.name,
                    'Failed to open document. Please try again.',
                  )
                }
              >
                Download
              </Button>
              {mayDecide && !document.superseded_at && (
                <IconButton
                  label={`Delete ${document.name}`}
                  icon={<Trash2 aria-hidden />}
                  onClick={() => setDoomed(document)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {mayDecide && (
        <FileDrop
          label="Upload a document for this customer"
          hint="PDF, JPEG, PNG, JPG, DOC or DOCX, up to 15 MB"
          rules={DOCUMENT_RULES}
          upload={(file, options) =>
            upload('POST /admin/users/:id/company-details/documents', {
              params: { id: user.id },
              files: { document: file },
              ...options,
            })
          }
          onUploaded={() => {
            toast.success('Document uploaded successfully.');
            void invalidate(client, '/admin/users');
          }}
          failedMessage="Failed to upload document"
          disabled={user.company === null}
        />
      )}
      <ConfirmDialog
        open={doomed !== null}
        onClose={() => setDoomed(null)}
        title="Delete document"
        message={`Are you sure you want to delete "${doomed?.name}"? This action cannot be undone.`}
        onConfirm={() => doomed && remove.mutateAsync({ params: paramsOf(doomed) })}
      />
    </Card>
  );
}
