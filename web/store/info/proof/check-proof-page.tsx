import { FileCheck2 } from 'lucide-react';
import { useState } from 'react';
import type { CheckedFile } from '#core/proofs/check/proof-file.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { DropZone } from '#web/ui/files/drop-zone.tsx';
import { Field } from '#web/ui/form/controls/field.tsx';
import { TextInput } from '#web/ui/form/controls/text-input.tsx';
import { Textarea } from '#web/ui/form/controls/textarea.tsx';
import { Disclosure } from '#web/ui/overlays/disclosure.tsx';
import { Card } from '#web/ui/page/card.tsx';
import { PageHeader } from '#web/ui/page/page-header.tsx';
import { ProofResult } from './proof-result.tsx';

type Chosen = { readonly name: string; readonly text: string };
type Outcome = { readonly proof: CheckedFile } | { readonly problem: string };

/** Anybody can check a statement, a movement or a gift code here, with only the log's key: the file stays in the browser. */
export function CheckProofPage() {
  const [file, setFile] = useState<Chosen>();
  const [key, setKey] = useState('');
  const [witnesses, setWitnesses] = useState('');
  const [atLeast, setAtLeast] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const isReady = file !== undefined && key.trim() !== '';

  const choose = async ([chosen]: readonly File[]) => {
    if (!chosen) return;
    setOutcome(undefined);
    setFile({ name: chosen.name, text: await chosen.text() });
  };
  const fetchKey = async () => {
    setOutcome(undefined);
    try {
      const answer = await fetch('/tlog/key');
      if (!answer.ok) throw new Error('This store has not signed its log yet.');
      setKey((await answer.text()).trim());
    } catch (error) {
      setOutcome({ problem: `The key could not be fetched. ${messageOf(error)}` });
    }
  };
  const check = async () => {
    if (!file) return;
    setIsBusy(true);
    setOutcome(await checkFile(file.text, key, keysIn(witnesses), atLeast));
    setIsBusy(false);
  };

  return (
    <div className="mx-auto max-w-4xl pb-10">
      <PageHeader
        title="Check a proof"
        description="Prove that a statement, one movement, or the life of a gift code stands in the signed log. Everything happens in your browser: nothing is sent."
      />
      <form
        className="space-y-6"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void check();
        }}
      >
        <Card>
          <div className="space-y-5">
            <DropZone label="Proof file" accept=".json,.tlog-proof,.txt" onFiles={(files) => void choose(files)}>
              {(browse) => (
                <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-5 text-sm">
                  <span className="flex min-w-0 items-center gap-3">
                    <FileCheck2 className="size-5 shrink-0 text-muted" aria-hidden />
                    <span className="wrap-anywhere">
                      {file ? file.name : 'Drop a .proof.json or .tlog-proof file here'}
                    </span>
                  </span>
                  <Button onClick={browse}>{file ? 'Choose another file' : 'Choose a file'}</Button>
                </div>
              )}
            </DropZone>
            <Field
              label="Verifier key of the log"
              required
              hint="Take it from somebody you trust, or from your own note of it. A key that comes from the same place as the file proves only that the two fit."
            >
              <TextInput
                value={key}
                onChange={(event) => setKey(event.target.value)}
                placeholder="shop.example/tlog+1a2b3c4d+AZ…"
                spellCheck={false}
                autoComplete="off"
                className="font-mono"
              />
            </Field>
            <Disclosure summary="Demand witnesses">
              <div className="grid gap-5 pt-3 sm:grid-cols-[1fr_10rem]">
                <Field
                  label="Verifier keys of witnesses"
                  hint="One a line. A witness signs a head only if the log grew at its end, so it shows that others were shown the same log."
                >
                  <Textarea
                    value={witnesses}
                    onChange={(event) => setWitnesses(event.target.value)}
                    placeholder="witness.example/w1+1a2b3c4d+BZ…"
                    spellCheck={false}
                    autoComplete="off"
                    className="font-mono"
                  />
                </Field>
                <Field label="At least" hint="All of them if left empty.">
                  <TextInput
                    inputMode="numeric"
                    value={atLeast}
                    onChange={(event) => setAtLeast(event.target.value.replace(/\D/g, ''))}
                    placeholder={String(keysIn(witnesses).length)}
                  />
                </Field>
              </div>
            </Disclosure>
            <div className="flex flex-wrap gap-3">
              <Button type="submit" variant="primary" disabled={!isReady} busy={isBusy} busyText="Checking...">
                Check
              </Button>
              <Button onClick={() => void fetchKey()}>Use this store’s key</Button>
            </div>
          </div>
        </Card>
        {outcome && 'problem' in outcome && (
          <Alert tone="bad" title="Not proven">
            {outcome.problem}
          </Alert>
        )}
        {outcome && 'proof' in outcome && <ProofResult proof={outcome.proof} />}
      </form>
    </div>
  );
}

const keysIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The code of the checks is loaded when it is needed, because few visitors of the page run them. */
async function checkFile(
  text: string,
  keyText: string,
  witnesses: readonly string[],
  atLeast: string,
): Promise<Outcome> {
  try {
    if (!globalThis.crypto?.subtle) throw new Error('This browser checks signatures over https alone.');
    const [{ checkAnyProof }, { distinctKeys, parseVerifierKey }] = await Promise.all([
      import('#core/proofs/check/proof-file.ts'),
      import('#core/proofs/check/note.ts'),
    ]);
    const keys = distinctKeys(witnesses.map(parseVerifierKey));
    const demanded = { keys, atLeast: atLeast === '' ? keys.length : Number(atLeast) };
    return { proof: await checkAnyProof(text, parseVerifierKey(keyText), demanded) };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
