import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

type PropsOf<Piece> = Piece extends (props: infer Props extends object) => ReactNode ? Props : never;

/** A piece of a page whose code is loaded when it first shows, or by `preload`; `fallback` is shown until then. */
export function lazily<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  fallback: ReactNode = null,
) {
  const Fetched = lazy(async () => ({ default: (await load())[name] as ComponentType<object> }));
  const Piece = (props: PropsOf<Module[Name]>) => (
    <Suspense fallback={fallback}>
      <Fetched {...(props as object)} />
    </Suspense>
  );
  // A failed preload needs no message: showing the piece tries again, and reports its failure.
  return Object.assign(Piece, { preload: () => void load().catch(() => undefined) });
}
