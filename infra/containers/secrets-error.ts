/** Why no secrets are made; the message is for the person who starts the store. */
export class SecretsError extends Error {}
