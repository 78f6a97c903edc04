import type { WebhookBody } from './types.ts';

/** What was posted is not from Alô, or is too old. */
export class WrongSignature extends Error {
  override readonly name = 'WrongSignature';
}

const goodForSeconds = 300;

/** What a webhook posted, once its signature was found right. `body` is the text as it came, before anybody parsed it. */
export async function readWebhook({
  secret,
  signature,
  body,
  now = Date.now(),
}: {
  /** Of the webhook. */
  readonly secret: string;
  /** The header `Alo-Signature`. */
  readonly signature: string | null | undefined;
  readonly body: string;
  readonly now?: number;
}): Promise<WebhookBody> {
  const [, at = '', hex = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature ?? '') ?? [];
  if (hex === '') throw new WrongSignature('There is no signature.');
  const bytes = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', bytes.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ]);
  const given = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  if (!(await crypto.subtle.verify('HMAC', key, given, bytes.encode(`${at}.${body}`)))) {
    throw new WrongSignature('The signature is another one.');
  }
  if (Math.abs(now / 1_000 - Number(at)) > goodForSeconds) throw new WrongSignature('It is too old.');
  // Signed by who describes it.
  return JSON.parse(body) as WebhookBody;
}
