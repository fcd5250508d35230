import { CircleAlert, CircleCheck, FileText, RotateCw, X } from 'lucide-react';
import { formatBytes } from '#web/lib/words/bytes.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import type { UploadItem } from './use-uploads.ts';

export function UploadRow({
  item,
  onCancel,
  onRetry,
}: {
  item: UploadItem;
  onCancel: () => void;
  onRetry: () => void;
}) {
  const { file, state } = item;
  return (
    <li className="flex items-center gap-3 rounded-md border bg-surface px-3 py-2.5">
      <span className="shrink-0 [&_svg]:size-5">
        {state.kind === 'done' ? (
          <CircleCheck className="text-ok" aria-hidden />
        ) : state.kind === 'failed' ? (
          <CircleAlert className="text-bad" aria-hidden />
        ) : (
          <FileText className="text-muted" aria-hidden />
        )}
      </span>
      <div className="min-w-0 grow">
        <div className="flex items-baseline justify-between gap-3 text-sm">
          <span className="truncate font-medium">{file.name}</span>
          <span className="tabular shrink-0 text-xs text-muted">
            {state.kind === 'sending' ? `${Math.round(state.fraction * 100)}%` : formatBytes(file.size)}
          </span>
        </div>
        {state.kind === 'sending' && (
          <div className="mt-1.5">
            <ProgressBar value={state.fraction} label={`Upload of ${file.name}`} />
          </div>
        )}
        {state.kind === 'failed' && (
          <p role="alert" className="mt-0.5 text-xs text-bad">
            {state.message}
          </p>
        )}
        {state.kind === 'done' && <p className="mt-0.5 text-xs text-muted">Uploaded</p>}
      </div>
      {state.kind === 'failed' && state.canRetry && (
        <IconButton
          label={`Try ${file.name} again`}
          tooltip={false}
          size="sm"
          icon={<RotateCw aria-hidden />}
          onClick={onRetry}
        />
      )}
      {state.kind !== 'done' && (
        <IconButton
          label={state.kind === 'sending' ? `Cancel the upload of ${file.name}` : `Dismiss ${file.name}`}
          tooltip={false}
          size="sm"
          icon={<X aria-hidden />}
          onClick={onCancel}
        />
      )}
    </li>
  );
}
