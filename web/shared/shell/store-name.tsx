import { useStoreName } from '#web/lib/store/store.ts';

/** Within a text. */
export const StoreName = () => <>{useStoreName()}</>;
