import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '#web/lib/api/api.ts';
import { invalidate } from '#web/lib/cache/query-key.ts';
import { type ApiError, isApiError, isCancelled } from '#web/lib/call/api-error.ts';
import { describeError } from '#web/lib/toast/toast-error.ts';
import type { BrandPlan, PlannedDiscount } from './brand-plan.ts';

export type Outcome = { readonly kind: 'set' | 'waits' } | { readonly kind: 'refused'; readonly why: string };
type Run = {
  readonly state: 'ready' | 'running' | 'stopped' | 'done';
  /** By product. */
  readonly outcomes: ReadonlyMap<string, Outcome>;
  /** Why it stopped; null where the person stopped it. */
  readonly why: string | null;
};

/**
 * Sets the discounts of a plan, one after the other. It stops at the first failure that is not about its own product; `start` goes on with
 * what has no answer yet, with the same keys. A page that is left stops it after the call under way.
 */
export function useApplyPlan(userId: string, plan: BrandPlan) {
  const client = useQueryClient();
  const [run, setRun] = useState<Run>({ state: 'ready', outcomes: new Map(), why: null });
  const outcomes = useRef(new Map<string, Outcome>());
  const running = useRef<Promise<void>>(undefined);
  const isStopped = useRef(false);
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );
  const wanted = plan.products.filter((product) => product.plan === 'set');

  const show = (state: Run['state'], why: string | null = null) =>
    setRun({ state, outcomes: new Map(outcomes.current), why });
  const setAll = async () => {
    isStopped.current = false;
    let why: string | null = null;
    show('running');
    try {
      for (const product of wanted) {
        if (isStopped.current) break;
        if (outcomes.current.has(product.id)) continue;
        outcomes.current.set(product.id, await setOne(userId, product, plan.percentage));
        show('running');
      }
    } catch (error) {
      why = isCancelled(error) ? null : describeError(error, 'Not all discounts could be set.').message;
    }
    show(outcomes.current.size === wanted.length ? 'done' : 'stopped', why);
    void invalidate(client, '/admin/users', '/admin/approvals', '/admin/audit');
  };
  const start = () => {
    running.current ??= setAll().finally(() => {
      running.current = undefined;
    });
    return running.current;
  };
  /** Resolves when the call under way has its answer. */
  const stop = () => {
    isStopped.current = true;
    return running.current;
  };
  return { ...run, total: wanted.length, start, stop };
}

/** @throws what is not about the product */
async function setOne(userId: string, product: PlannedDiscount, percentage: number): Promise<Outcome> {
  const { id, percentage: shown, proposed, idempotencyKey } = product;
  const body = {
    ...{ user_id: userId, product_id: id, percentage },
    ...{ expect_percentage: shown, expect_proposed: proposed },
  };
  try {
    const { discount } = await api('POST /admin/discounts', { body, idempotencyKey });
    return { kind: (discount?.percentage ?? 0) === percentage ? 'set' : 'waits' };
  } catch (error) {
    if (!isAboutProduct(error)) throw error;
    return { kind: 'refused', why: error.message };
  }
}

/** These are of the call, not of what it asks for: the same call gets an answer later. */
const UNDER_WAY = ['idempotency_in_progress', 'conflict'];
const isAboutProduct = (error: unknown): error is ApiError =>
  isApiError(error) && [404, 409, 422].includes(error.status) && !UNDER_WAY.includes(error.code);
