import { Upload } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { DropZone } from './drop-zone.tsx';
import { acceptOf, type FileRules } from './file-rules.ts';
import { UploadRow } from './upload-row.tsx';
import { type UploadFunction, useUploads } from './use-uploads.ts';

type FileDropProps = {
  label: string;
  /** 'PDF, JPEG, PNG, JPG, DOC, DOCX up to 15 MB' */
  hint: ReactNode;
  rules: FileRules;
  /** Sends one file; see `upload()` in web/lib. */
  upload: UploadFunction;
  /** Runs after each file that arrived. */
  onUploaded?: (file: File) => void;
  /** The message for a failure without a reason from the server. */
  failedMessage?: string;
  multiple?: boolean;
  disabled?: boolean;
};

/** Takes files by drop, click or keyboard, sends them at once, and shows the progress of each. */
export function FileDrop({
  label,
  hint,
  rules,
  upload,
  onUploaded,
  failedMessage,
  multiple = false,
  disabled = false,
}: FileDropProps) {
  const id = useId();
  const uploads = useUploads({ rules, upload, onUploaded, failedMessage });
  return (
    <div>
      <DropZone
        label={label}
        accept={acceptOf(rules)}
        multiple={multiple}
        disabled={disabled}
        onFiles={(files) => uploads.add(multiple ? files : files.slice(0, 1))}
      >
        {(browse) => (
          <button
            type="button"
            disabled={disabled}
            aria-describedby={`${id}-hint`}
            onClick={browse}
            className="flex w-full flex-col items-center rounded-lg px-6 py-8 text-center disabled:cursor-not-allowed disabled:opacity-60"
          >
            <Invitation label={label} what={multiple ? 'files' : 'a file'} />
            <span id={`${id}-hint`} className="mt-2 text-xs text-muted">
              {hint}
            </span>
          </button>
        )}
      </DropZone>
      <UploadList uploads={uploads} />
    </div>
  );
}

function UploadList({ uploads }: { uploads: ReturnType<typeof useUploads> }) {
  if (uploads.items.length === 0) return null;
  return (
    <ul className="mt-3 space-y-2" aria-label="Uploads">
      {uploads.items.map((item) => (
        <UploadRow
          key={item.id}
          item={item}
          onCancel={() => uploads.cancel(item.id)}
          onRetry={() => uploads.retry(item.id)}
        />
      ))}
    </ul>
  );
}

const Invitation = ({ label, what }: { label: string; what: string }) => (
  <>
    <span className="mb-3 grid size-10 place-items-center rounded-full border bg-surface text-muted shadow-xs">
      <Upload className="size-4" aria-hidden />
    </span>
    <span className="text-sm font-medium">{label}</span>
    <span className="mt-0.5 text-sm text-muted">
      Drop {what} here, or <span className="text-accent-ink underline underline-offset-2">browse</span>
    </span>
  </>
);
