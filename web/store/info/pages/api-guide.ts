/** One step of the guide: the command, and the values of its answer for later steps. */
export type GuideStep = {
  readonly title: string;
  readonly text: string;
  readonly command: string;
  /** Variables, with the path of their values in the answer: `data.0.id`. */
  readonly takes?: Readonly<Record<string, string>>;
};

const AUTHORIZED = '-H "Authorization: Bearer $KEY"';
const JSON_BODY = '-H "Content-Type: application/json"';

/** From an API key to gift codes. The page shows exactly these lines, and a test runs them. */
export const PURCHASE: readonly GuideStep[] = [
  {
    title: 'Ask who you are',
    text: 'Every call carries your key. This one shows that it works.',
    command: `curl -sS "$STORE/api/user" ${AUTHORIZED}`,
  },
  {
    title: 'Choose a wallet',
    text: 'Each wallet has its currency and what is available in it. Orders are paid from the one that you name.',
    command: `curl -sS "$STORE/api/wallets" ${AUTHORIZED}`,
    takes: { WALLET: 'data.0.id' },
  },
  {
    title: 'Find a product',
    text: 'Lists answer data and meta; page and per_page (up to 100) move through them.',
    command: `curl -sS "$STORE/api/products/search?term=steam&per_page=1" ${AUTHORIZED}`,
    takes: { VARIANT: 'data.0.variant.id' },
  },
  {
    title: 'Put it into the cart',
    text: 'The answer is the whole cart with its totals, discounts and fees.',
    command: `curl -sS "$STORE/api/cart" ${AUTHORIZED} ${JSON_BODY} \\
  -d "{\\"wallet_id\\":\\"$WALLET\\",\\"variant_id\\":\\"$VARIANT\\",\\"quantity\\":1}"`,
    takes: { TOTAL: 'meta.totals.total.decimal' },
  },
  {
    title: 'Check out',
    text: 'The order is placed, and paid at once where the wallet covers it. With expect_total it is refused where the cart costs another amount by then. The Idempotency-Key is your own name for this purchase.',
    command: `curl -sS "$STORE/api/checkout" ${AUTHORIZED} ${JSON_BODY} \\
  -H "Idempotency-Key: purchase-0001" -d "{\\"wallet_id\\":\\"$WALLET\\",\\"expect_total\\":\\"$TOTAL\\"}"`,
    takes: { ORDER: 'order.id' },
  },
  {
    title: 'Take your codes',
    text: 'Each look is noted in the order’s history. An order that still waits for funds or stock is not ready: a webhook tells you when it is.',
    command: `curl -sS "$STORE/api/orders/$ORDER/download-codes" ${AUTHORIZED}`,
  },
];

export const NO_ANSWER: GuideStep = {
  title: 'When you got no answer',
  text: 'Send the same call again with the same Idempotency-Key: you get the first answer, marked Idempotency-Replayed, and nothing is bought twice. Keys are kept for 7 days; the same key with another body is refused with 409.',
  command: `curl -sS -i "$STORE/api/checkout" ${AUTHORIZED} ${JSON_BODY} \\
  -H "Idempotency-Key: purchase-0001" -d "{\\"wallet_id\\":\\"$WALLET\\",\\"expect_total\\":\\"$TOTAL\\"}"`,
};

export const REFUSED: GuideStep = {
  title: 'When it is refused',
  text: 'Every error has message (for people), code (for programs), correlation_id (for our support) and, with status 422, errors by field. 401: the key is unknown. 403: it lacks an ability. 404: there is no such thing. 409: the object’s state does not allow it. 5xx: ours; try again with the same Idempotency-Key.',
  command: `curl -sS "$STORE/api/cart" ${AUTHORIZED} ${JSON_BODY} -d '{"quantity":"many"}'`,
};

export const LIMITED: GuideStep = {
  title: 'How much you may ask',
  text: 'RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset (seconds) come with each answer. Beyond the limit you get 429 with Retry-After.',
  command: `curl -sS -o /dev/null -D - "$STORE/api/wallets" ${AUTHORIZED}`,
};

export const VERIFY: GuideStep = {
  title: 'Check the signature of a webhook',
  text: 'Messages follow Standard Webhooks, so its libraries verify them in most languages. By hand: the signature is the HMAC-SHA256 of webhook-id, webhook-timestamp and the body as it came, joined by dots, under the bytes of your secret. Compare it with webhook-signature, refuse timestamps older than five minutes, and take a webhook-id that you have seen for what it is: the same message again.',
  command: `KEY_HEX=$(printf %s "\${SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \\n')
printf 'v1,%s' "$(printf '%s.%s.%s' "$WEBHOOK_ID" "$WEBHOOK_TIMESTAMP" "$BODY" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY_HEX" -binary | openssl base64 -A)"`,
};
