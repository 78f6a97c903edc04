import { isIPv4 } from 'node:net';

/** A socket on `::` takes both families, and writes IPv4 addresses in IPv6 (RFC 4291 §2.5.5.2). Nobody else does. */

/** The address as everybody else writes it. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** The address as a socket of that family wants it. */
export const mappedAddress = (address: string, family: 4 | 6): string =>
  family === 6 && isIPv4(address) ? `::ffff:${address}` : address;
