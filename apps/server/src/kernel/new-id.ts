import { randomUUID } from 'node:crypto';

/** A UUID version 7 (RFC 9562 §5.7): sorts by the millisecond that it was made in, so new rows stay together in an index. */
export function newId(now: number = Date.now()): string {
  const time = now.toString(16).padStart(12, '0');
  // What is random comes of a version 4, of which Node.js has some in store; its variant is the same.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
