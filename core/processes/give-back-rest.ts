import { type EventOfType, idOf, placementOf, type ReactionTools } from './reaction.ts';

type RestReleased = EventOfType<'OrderRestReleased'>;

/**
 * Codes that were reserved for an order, and are not booked as delivered when its rest is released, go back to stock.
 */
export async function giveBackRest({ streamId, data }: RestReleased, tools: ReactionTools): Promise<void> {
  const { orderId, lines } = await placementOf(idOf(streamId), tools);
  const rest = new Map(data.lines.map(({ lineId, quantity }) => [lineId, quantity]));
  const booked = new Map(lines.map(({ lineId, quantity }) => [lineId, quantity - (rest.get(lineId) ?? 0)]));
  await tools.stock.releaseRest(orderId, booked);
}

/** The event that released the rest of an order; undefined when there is none. */
export async function releasedRestOf(orderId: string, tools: ReactionTools): Promise<RestReleased | undefined> {
  const events = await tools.read(`order-${orderId}`);
  return events.find((event) => event.type === 'OrderRestReleased');
}
