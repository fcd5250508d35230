// The allowed transitions of an order. The decider, and what the BFF offers to administrators, read this. It imports
// nothing.

/** `partly`: some of its codes are delivered, it waits for the rest. `released`: the rest was refunded, the delivered part stays. */
export type OrderStatus = 'placed' | 'paid' | 'partly' | 'fulfilled' | 'released' | 'cancelled';

export const NEXT: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  placed: ['paid', 'cancelled'],
  paid: ['partly', 'fulfilled', 'cancelled'],
  partly: ['partly', 'fulfilled', 'released'],
  fulfilled: [],
  released: [],
  cancelled: [],
};

export const mayBecome = (from: OrderStatus, to: OrderStatus): boolean => NEXT[from].includes(to);
