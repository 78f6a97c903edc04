import { isIPv4 } from 'node:net';

/** The address as a socket of that family wants it: one on `::` writes IPv4 addresses in IPv6 (RFC 4291 §2.5.5.2). */
export const mappedAddress = (address: string, family: 4 | 6): string =>
  family === 6 && isIPv4(address) ? `::ffff:${address}` : address;
