import { useState } from 'react';
import { isApiError } from '#web/lib/call/api-error.ts';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';

type Asked = { message: string; answer: (isYes: boolean) => void };

type Question = { code: string | readonly string[]; title: string; confirmLabel: string; danger?: boolean };

/** Sends something again as confirmed, where the server refuses it with this code (or one of these) until somebody agrees to its message. */
export function useConfirmation({ code, title, confirmLabel, danger = true }: Question) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const answer = (isYes: boolean) => {
    asked?.answer(isYes);
    setAsked(null);
  };
  return {
    async confirmed<T>(send: (isConfirmed: boolean) => Promise<T>): Promise<T> {
      try {
        return await send(false);
      } catch (error) {
        if (!isApiError(error) || ![code].flat().includes(error.code)) throw error;
        const { promise, resolve } = Promise.withResolvers<boolean>();
        setAsked({ message: error.message, answer: resolve });
        if (!(await promise)) throw new DOMException('Cancelled', 'AbortError');
        return send(true);
      }
    },
    dialog: asked && (
      <ConfirmDialog
        title={title}
        message={asked.message}
        danger={danger}
        confirmLabel={confirmLabel}
        cancelLabel="Go back"
        onClose={() => answer(false)}
        onConfirm={() => answer(true)}
      />
    ),
  };
}
