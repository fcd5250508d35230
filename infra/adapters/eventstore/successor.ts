// The successor of the event store's client, under the names of today's: package.json has it in `imports`, for the condition `successor`.
export * from '@kurrent/kurrentdb-client';
export { KurrentDBClient as EventStoreDBClient } from '@kurrent/kurrentdb-client';
