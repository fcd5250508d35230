import { CopyButton } from '#web/ui/actions/copy-button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';

/** The secret can be read only this once. */
export function NewSecret({ secret, what }: { secret: string; what: string }) {
  return (
    <Alert tone="ok" title={`Copy your ${what} now: it is not shown again`}>
      <p className="mt-2 flex items-center gap-2">
        <code className="min-w-0 rounded-sm bg-surface px-2 py-1.5 font-mono text-xs wrap-anywhere">{secret}</code>
        <CopyButton value={secret} label={`Copy ${what}`} />
      </p>
    </Alert>
  );
}
