/** All lower case, as Node gives them. */
export const CORRELATION_ID_HEADER = 'x-correlation-id';

/** A client's key for a write: the same key with the same body replays the first answer. */
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';

/** Present and 'true' on an answer that was replayed rather than done again. */
export const IDEMPOTENCY_REPLAYED_HEADER = 'idempotency-replayed';

/** 'behind' on a write that the lists may not show yet; 'current' otherwise. */
export const READ_MODEL_HEADER = 'x-read-model';

/** On lists and stats: the log position that the read models have reached. */
export const READ_MODEL_POSITION_HEADER = 'x-read-model-position';

/** On lists and stats: when the read models last confirmed that they are up to date (ISO 8601). */
export const READ_MODEL_AS_OF_HEADER = 'x-read-model-as-of';

/** On lists, where there is a standby of Postgres to read from: 'standby' or 'primary'. */
export const READ_FROM_HEADER = 'x-read-from';
