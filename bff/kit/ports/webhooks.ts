export type WebhookAnswer = {
  readonly status: number;
  /** The first bytes of its body. */
  readonly start: string;
};

/** The address of a webhook is, or resolves to, one that must not be called. */
export class WebhookAddressError extends Error {
  override readonly name = 'WebhookAddressError';
}

export type WebhookSender = {
  /** Why this address must never be called; undefined where it may be tried. Names are resolved only at a call. */
  problemOf(url: string): string | undefined;
  /**
   * Posts JSON, follows no redirect and reads only the first bytes of the answer.
   * @throws Error where there is no answer in time; WebhookAddressError where the address is not a public one
   */
  post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<WebhookAnswer>;
};

export type Webhooks = WebhookSender & {
  /** Sends due messages now rather than at the next regular look. */
  wake(): Promise<void>;
};
