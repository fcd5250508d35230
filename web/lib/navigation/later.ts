import { useEffect, useState, useSyncExternalStore } from 'react';

export type Later<Code> = {
  /** Loads the code before it is needed. A failure needs no message here, because a later use tries again. */
  preload: () => void;
  fetch: () => Promise<Code>;
  subscribe: (listener: () => void) => () => void;
  current: () => Code | undefined;
};

/** Code that is loaded after the page. Unlike React's `lazy` it shows at once when it is loaded: no placeholder flickers. */
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

/** The code once it is loaded; loading starts when it is `needed`. A failure is thrown into the error boundary. */
export function useLater<Code>(source: Later<Code>, needed = true): Code | undefined {
  const code = useSyncExternalStore(source.subscribe, source.current, () => undefined);
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    if (needed && !code) source.fetch().catch(setFailure);
  }, [source, needed, code]);
  if (failure) throw failure;
  return needed ? code : undefined;
}
