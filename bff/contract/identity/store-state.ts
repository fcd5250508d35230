import { z } from 'zod';

/** `ownerless`: it waits for its first owner. `closed`: the owner sets it up, and customers see no page of it yet. */
export const StoreState = z.enum(['ownerless', 'closed', 'open']);
export type StoreState = z.infer<typeof StoreState>;
