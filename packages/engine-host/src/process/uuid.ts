import { randomBytes } from 'node:crypto';

/** A UUIDv7 (RFC 9562 §5.7): sorts by `at`, in milliseconds since 1970. */
export function uuidv7(at: number): string {
  const time = at.toString(16).padStart(12, '0');
  const random = randomBytes(10).toString('hex');
  // Of the variant's four bits two are random (§4.1).
  const variant = '89ab'[Number.parseInt(random.slice(0, 1), 16) & 3];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(1, 4)}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}`;
}
