import { Fingerprint, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Passkey } from '#bff/contract/identity/passkey.ts';
import { api } from '#web/lib/api/api.ts';
import { useWrite } from '#web/lib/api/use-write.ts';
import type { Stale } from '#web/lib/cache/query-key.ts';
import { REALMS, type Realm } from '#web/lib/call/realm.ts';
import { formatDate, formatRelative } from '#web/lib/words/dates.ts';
import { makePasskey, useCanUsePasskeys } from '#web/shared/sign-in/passkey.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { PasskeyDialog } from './passkey-dialog.tsx';

type PasskeyListProps = {
  passkeys: readonly Passkey[];
  /** No second factor is set up yet. */
  isFirst: boolean;
  realm: Realm;
  /** What is lost with the last second factor; null where another one is left. */
  lost: string | null;
  /** Why the last one cannot be removed, where a second factor is required. */
  kept: string | undefined;
  /** The recovery codes come with the first second factor. */
  onAdded: (codes: readonly string[]) => void;
  /** What reads it. */
  stale: readonly Stale[];
};
type Asking = { of: Passkey; what: 'rename' | 'remove' } | 'add' | null;

export function PasskeyList({ passkeys, isFirst, realm, lost, kept, onAdded, stale }: PasskeyListProps) {
  const [asking, setAsking] = useState<Asking>(null);
  const canUsePasskeys = useCanUsePasskeys();
  const { base } = REALMS[realm];
  const close = () => setAsking(null);
  const add = useWrite(
    async (name: string) => {
      const passkey = await makePasskey(await api(`POST ${base}/passkeys/setup`));
      return api(`POST ${base}/passkeys`, { body: { name, passkey } });
    },
    { after: ({ recovery_codes }) => onAdded(recovery_codes), stale },
  );
  const rename = useWrite(`PATCH ${base}/passkeys/:id`, { stale });
  const remove = useWrite(`DELETE ${base}/passkeys/:id`, { failed: 'Failed to remove the passkey', stale });
  return (
    <div className="flex flex-col gap-3">
      {passkeys.length > 0 && (
        <ul aria-label="Passkeys" className="divide-y rounded-lg border">
          {passkeys.map((passkey) => (
            <Row
              key={passkey.id}
              passkey={passkey}
              kept={kept}
              onRename={() => setAsking({ of: passkey, what: 'rename' })}
              onRemove={() => setAsking({ of: passkey, what: 'remove' })}
            />
          ))}
        </ul>
      )}
      <Button
        className="self-start"
        variant={isFirst ? 'primary' : 'secondary'}
        icon={<Plus aria-hidden />}
        disabledReason={canUsePasskeys ? undefined : 'This browser cannot make passkeys. Please use a newer one.'}
        onClick={() => setAsking('add')}
      >
        Add a passkey
      </Button>
      {asking === 'add' && <PasskeyDialog save={add.mutateAsync} onClose={close} />}
      {asking !== 'add' && asking?.what === 'rename' && (
        <PasskeyDialog
          name={asking.of.name}
          save={(name) => rename.mutateAsync({ params: { id: asking.of.id }, body: { name } })}
          onClose={close}
        />
      )}
      {asking !== 'add' && asking?.what === 'remove' && (
        <ConfirmDialog
          onClose={close}
          title={`Remove “${asking.of.name}”`}
          message={`This passkey no longer signs you in. ${lost ?? 'Your other second factors stay.'}`}
          confirmLabel="Remove"
          onConfirm={() => remove.mutateAsync({ params: { id: asking.of.id } })}
        />
      )}
    </div>
  );
}

type RowProps = { passkey: Passkey; kept: string | undefined; onRename: () => void; onRemove: () => void };

function Row({ passkey, kept, onRename, onRemove }: RowProps) {
  const { name, created_at, last_used_at, refused_at } = passkey;
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <Fingerprint className="size-5 shrink-0 text-muted" aria-hidden />
      <div className="min-w-0 grow">
        <p className="text-sm font-medium wrap-anywhere">{name}</p>
        <p className="text-xs text-muted">
          Added {formatDate(created_at)}, {last_used_at ? `last used ${formatRelative(last_used_at)}` : 'not used yet'}
        </p>
        {refused_at && (
          <p className="mt-1 text-xs text-bad">
            Refused {formatRelative(refused_at)}: a copy of it may exist. Remove it and add a new one.
          </p>
        )}
      </div>
      <IconButton label={`Rename ${name}`} icon={<Pencil aria-hidden />} onClick={onRename} />
      <IconButton label={`Remove ${name}`} icon={<Trash2 aria-hidden />} disabledReason={kept} onClick={onRemove} />
    </li>
  );
}
