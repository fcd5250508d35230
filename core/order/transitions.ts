// What may become of an order. The decider and what the BFF offers to administrators read this. It imports nothing.

export type OrderStatus = 'placed' | 'paid' | 'fulfilled' | 'cancelled';

export const NEXT: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  placed: ['paid', 'cancelled'],
  paid: ['fulfilled', 'cancelled'],
  fulfilled: [],
  cancelled: [],
};

export const mayBecome = (from: OrderStatus, to: OrderStatus): boolean => NEXT[from].includes(to);
