import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { PROOF_RULES } from '#bff/contract/base/upload-rules.ts';
import { upload } from '#web/lib/api/upload.ts';
import { invalidate } from '#web/lib/cache/query-key.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { toastError } from '#web/lib/toast/toast-error.ts';
import { refusalOf } from '#web/ui/files/file-rules.ts';

/** By deposit, with the progress of each from 0 to 1. */
export type ProofUploads = {
  fractionOf: (depositId: string) => number | undefined;
  start: (depositId: string, file: File) => Promise<void>;
  cancel: (depositId: string) => void;
};

/** Uploads proofs of payment, one file for each deposit, several deposits at once. Leaving the page cancels them. */
export function useProofUploads(): ProofUploads {
  const client = useQueryClient();
  const [fractions, setFractions] = useState<ReadonlyMap<string, number>>(new Map());
  const controllers = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const running = controllers.current;
    return () => {
      for (const controller of running.values()) controller.abort();
    };
  }, []);

  const setFraction = (id: string, fraction: number | undefined) =>
    setFractions((before) => {
      const next = new Map(before);
      if (fraction === undefined) next.delete(id);
      else next.set(id, fraction);
      return next;
    });

  const start = async (id: string, file: File) => {
    const refusal = refusalOf(file, PROOF_RULES);
    if (refusal) {
      toast.error('Failed to upload payment proof', refusal);
      return;
    }
    if (controllers.current.has(id)) return;
    const controller = new AbortController();
    controllers.current.set(id, controller);
    setFraction(id, 0);
    try {
      await upload('POST /deposits/:id/payment-proof', {
        params: { id },
        files: { payment_proof: file },
        signal: controller.signal,
        onProgress: (fraction) => setFraction(id, fraction),
      });
      await invalidate(client, '/deposits');
      toast.success('Payment proof uploaded', 'We compare it with our bank account and credit your wallet.');
    } catch (error) {
      toastError(error, 'Failed to upload payment proof');
    } finally {
      controllers.current.delete(id);
      setFraction(id, undefined);
    }
  };
  return {
    fractionOf: (id) => fractions.get(id),
    start,
    cancel: (id) => controllers.current.get(id)?.abort(),
  };
}
