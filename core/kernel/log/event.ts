import { z } from 'zod';

/** Who caused an event. Ids only: names and addresses stay in Postgres. */
export const Actor = z.object({
  kind: z.enum(['customer', 'administrator', 'api-key', 'finance', 'system']),
  id: z.string().min(1).max(64),
  /** The administrator's session: it has the device and the network address while the session is kept. */
  session: z.uuid().optional(),
});
export type Actor = z.infer<typeof Actor>;

/** What every stored event carries besides its data. `hash` chains it to the event before it in its stream. */
export const EventMetadata = z.object({
  commandId: z.string(),
  correlationId: z.string(),
  causationId: z.string(),
  actor: Actor,
  schemaVersion: z.number().int().min(1),
  time: z.iso.datetime(),
  /** The version of the settings that decided its command; events of before, and of processes that decide by none, have none. */
  settingsVersion: z.int().min(0).optional(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});
export type EventMetadata = z.infer<typeof EventMetadata>;

/** The schemas of one aggregate's events, by type name. Data is plain JSON; money passes through its codec. */
export type EventSchemas = Readonly<Record<string, z.ZodType>>;

/**
 * Converts stored data of one older version to the next one. Pure; keyed by the version it reads. Throws when it cannot
 * read the data.
 */
type Upcasters = Readonly<Record<number, (data: unknown) => unknown>>;
export type UpcastersOf<Schemas extends EventSchemas> = { readonly [Type in keyof Schemas]?: Upcasters };

/** The union of an aggregate's events, derived from its schemas. */
export type EventOf<Schemas extends EventSchemas> = {
  [Type in keyof Schemas & string]: { readonly type: Type; readonly data: z.output<Schemas[Type]> };
}[keyof Schemas & string];

/** An event as it was read: parsed data, its place in its stream and in the log. */
export type RecordedEvent<Event extends { type: string; data: unknown } = { type: string; data: unknown }> = Event & {
  readonly id: string;
  readonly streamId: string;
  readonly revision: bigint;
  readonly position: bigint;
  readonly metadata: EventMetadata;
};

/** 2,000 characters of three bytes, with nonce and tag, in base64. */
const MAX_SEALED_CHARS = 8_200;

/** Text that only the customer's key opens. Erasing the key erases the text and leaves the hash chain whole. */
export const SealedText = z.string().max(MAX_SEALED_CHARS).brand('SealedText');
export type SealedText = z.infer<typeof SealedText>;

/** A plain day, YYYY-MM-DD: when the bank received or paid the money. An event without one counts from the day it was recorded (UTC). */
export const ValueDate = z.iso.date();

/** The line of a bank's statement that the booking belongs to: a digest of what the bank sent. */
export const BankLineId = z.string().regex(/^[0-9a-f]{64}$/);

/** The paper that a movement of money belongs to, with the number that people use for it. */
export const DocumentRef = z.object({
  kind: z.enum(['deposit', 'order', 'withdrawal']),
  id: z.uuid(),
  number: z.string().min(1).max(40),
});
export type DocumentRef = z.infer<typeof DocumentRef>;
