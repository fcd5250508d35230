import type { ServiceError } from './errors.ts';

/** The open streaming calls, so that a stopping node can end them with a reason instead of breaking them. */
export type OpenCalls = {
  add(fail: (error: ServiceError) => void): () => void;
  failAll(error: ServiceError): void;
};

export function createOpenCalls(): OpenCalls {
  const open = new Set<(error: ServiceError) => void>();
  return {
    add(fail) {
      open.add(fail);
      return () => open.delete(fail);
    },
    failAll(error) {
      for (const fail of [...open]) fail(error);
    },
  };
}
