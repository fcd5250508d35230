import type { FastifyInstance } from 'fastify';
import type { BffDeps } from './deps.ts';

export type RegisterFeature = (app: FastifyInstance, deps: BffDeps) => void;

/** Every feature, each from its own folder's routes.ts. Add yours here. */
export const FEATURES: readonly RegisterFeature[] = [];
