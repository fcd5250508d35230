import { useEffect, useState, useSyncExternalStore } from 'react';

export type Later<Code> = {
  /** Has the code at hand before it is needed. A failure is no news here: whoever needs it tries again. */
  preload: () => void;
  fetch: () => Promise<void>;
  subscribe: (listener: () => void) => () => void;
  current: () => Code | undefined;
};

/** Code that comes after the page. Unlike React's `lazy` it shows at once when it is there: no placeholder flickers. */
export function later<Code>(load: () => Promise<Code>): Later<Code> {
  let code: Code | undefined;
  let coming: Promise<void> | undefined;
  const listeners = new Set<() => void>();
  const fetch = () => {
    coming ??= load().then(
      (arrived) => {
        code = arrived;
        for (const listener of listeners) listener();
      },
      (error: unknown) => {
        coming = undefined;
        throw error;
      },
    );
    return coming;
  };
  return {
    preload: () => void fetch().catch(() => undefined),
    fetch,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current: () => code,
  };
}

/** The code once it is there, fetched as soon as it is `needed`. Throws into the error boundary when it cannot be fetched. */
export function useLater<Code>(source: Later<Code>, needed = true): Code | undefined {
  const code = useSyncExternalStore(source.subscribe, source.current);
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    if (needed && !code) source.fetch().catch(setFailure);
  }, [source, needed, code]);
  if (failure) throw failure;
  return needed ? code : undefined;
}
