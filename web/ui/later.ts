import { useEffect, useState, useSyncExternalStore } from 'react';

export type Later<Code> = {
  /** Has the code at hand before it is needed. A failure is no news here: what needs it tries again. */
  preload: () => void;
  fetch: () => Promise<Code>;
  subscribe: (listener: () => void) => () => void;
  current: () => Code | undefined;
};

/** Code that comes after the page. Unlike React's `lazy` it shows at once when it is there: no placeholder flickers. */
export function later<Code>(load: () => Promise<Code>): Later<Code> {
  let code: Code | undefined;
  const listeners = new Set<() => void>();
  const fetch = async () => {
    if (code) return code;
    code = await load();
    for (const listener of listeners) listener();
    return code;
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
  const code = useSyncExternalStore(source.subscribe, source.current, () => undefined);
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    if (needed && !code) source.fetch().catch(setFailure);
  }, [source, needed, code]);
  if (failure) throw failure;
  return needed ? code : undefined;
}
