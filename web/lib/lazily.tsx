import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';

type PropsOf<Piece> = Piece extends (props: infer Props extends object) => ReactNode ? Props : never;

/** A piece of a page whose code is fetched when it first shows, or by `preload`; `fallback` stands in its place until then. */
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
  // A failed preload is no news: showing the piece tries again, and says so.
  return Object.assign(Piece, { preload: () => void load().catch(() => undefined) });
}
