import { type ReactNode, useState } from 'react';
import { isApiError } from '#web/lib/api-error.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

type Asked = { message: string; answer: (isYes: boolean) => void };

/** Sends something once more as confirmed, where the server wants somebody to look at it and they say yes. */
export function useConfirmation(): {
  dialog: ReactNode;
  confirmed: <T>(send: (isConfirmed: boolean) => Promise<T>) => Promise<T>;
} {
  const [asked, setAsked] = useState<Asked | null>(null);
  const answer = (isYes: boolean) => {
    asked?.answer(isYes);
    setAsked(null);
  };
  return {
    async confirmed(send) {
      try {
        return await send(false);
      } catch (error) {
        if (!isApiError(error) || error.code !== 'confirm_rate') throw error;
        const { promise, resolve } = Promise.withResolvers<boolean>();
        setAsked({ message: error.message, answer: resolve });
        if (!(await promise)) throw new DOMException('Cancelled', 'AbortError');
        return send(true);
      }
    },
    dialog: asked && (
      <ConfirmDialog
        open
        title="Is this rate right?"
        message={asked.message}
        confirmLabel="Record it"
        cancelLabel="Go back"
        onClose={() => answer(false)}
        onConfirm={() => answer(true)}
      />
    ),
  };
}
