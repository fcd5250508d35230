export type WebhookAnswer = {
  readonly status: number;
  /** The first bytes of its body. */
  readonly start: string;
};

/** The address of a webhook is, or leads to, one that nothing is sent to. */
export class WebhookAddressError extends Error {
  override readonly name = 'WebhookAddressError';
}

export type WebhookSender = {
  /** Why nothing is ever sent to this address; undefined where it may be tried. Names are looked up when it is. */
  problemOf(url: string): string | undefined;
  /**
   * Posts JSON, follows no redirect and reads no more than the first bytes of the answer.
   * @throws Error when there is no answer in time; WebhookAddressError when the address is not a public one
   */
  post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<WebhookAnswer>;
};

export type Webhooks = WebhookSender & {
  /** Has what is due sent now rather than at the next regular look. */
  wake(): Promise<void>;
};
