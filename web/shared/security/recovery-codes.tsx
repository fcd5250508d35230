import { Button } from '#web/ui/actions/button.tsx';
import { CopyButton } from '#web/ui/actions/copy-button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';

/** The codes can be read only this once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <Alert tone="ok" title="Keep your recovery codes now: they are not shown again">
      <p>
        Without your phone, each of them signs you in once. Keep them where only you can read them, and not on the phone
        itself.
      </p>
      <ul className="tabular mt-3 grid gap-x-6 gap-y-1.5 rounded-md bg-surface px-4 py-3 font-mono text-xs sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton value={codes.join('\n')}>Copy codes</CopyButton>
        <Button size="sm" variant="primary" onClick={onDone}>
          I have kept them
        </Button>
      </div>
    </Alert>
  );
}
