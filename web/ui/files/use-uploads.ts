import { useEffect, useRef, useState } from 'react';
import { isCancelled, serverMessage } from '#web/lib/call/api-error.ts';
import { type FileRules, refusalOf } from './file-rules.ts';

/** How long a finished row stays. */
const DONE_MILLISECONDS = 3000;

export type UploadFunction = (
  file: File,
  options: { onProgress: (fraction: number) => void; signal: AbortSignal },
) => Promise<unknown>;

export type UploadItem = {
  id: string;
  file: File;
  state:
    | { kind: 'sending'; fraction: number }
    | { kind: 'done' }
    | { kind: 'failed'; message: string; canRetry: boolean };
};

type Options = {
  rules: FileRules;
  upload: UploadFunction;
  onUploaded?: ((file: File) => void) | undefined;
  failedMessage?: string | undefined;
};

const START: UploadItem['state'] = { kind: 'sending', fraction: 0 };
const refused = (message: string): UploadItem['state'] => ({ kind: 'failed', message, canRetry: false });

/** Uploads of files: refuses those that break the rules before sending, reports the progress of the others, and removes finished ones. */
export function useUploads({ rules, upload, onUploaded, failedMessage = 'Failed to upload file' }: Options) {
  const [items, setItems] = useState<readonly UploadItem[]>([]);
  const controllers = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const running = controllers.current;
    return () => {
      for (const controller of running.values()) controller.abort();
    };
  }, []);

  const remove = (id: string) => setItems((all) => all.filter((item) => item.id !== id));
  const setState = (id: string, state: UploadItem['state']) =>
    setItems((all) => all.map((item) => (item.id === id ? { ...item, state } : item)));

  const send = async (id: string, file: File) => {
    const controller = new AbortController();
    controllers.current.set(id, controller);
    try {
      await upload(file, {
        signal: controller.signal,
        onProgress: (fraction) => setState(id, { kind: 'sending', fraction }),
      });
      setState(id, { kind: 'done' });
      onUploaded?.(file);
      setTimeout(() => remove(id), DONE_MILLISECONDS);
    } catch (error) {
      if (isCancelled(error)) remove(id);
      else setState(id, { kind: 'failed', message: serverMessage(error, failedMessage), canRetry: true });
    } finally {
      controllers.current.delete(id);
    }
  };

  const add = (files: readonly File[]) => {
    for (const file of files) {
      const id = crypto.randomUUID();
      const refusal = refusalOf(file, rules);
      setItems((all) => [...all, { id, file, state: refusal ? refused(refusal) : START }]);
      if (!refusal) void send(id, file);
    }
  };
  const cancel = (id: string) => {
    const controller = controllers.current.get(id);
    if (controller) controller.abort();
    else remove(id);
  };
  const retry = (id: string) => {
    const item = items.find((candidate) => candidate.id === id);
    if (!item) return;
    setState(id, START);
    void send(id, item.file);
  };
  return { items, add, cancel, retry };
}
