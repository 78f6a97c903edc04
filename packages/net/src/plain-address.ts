/** A socket on `::` takes both families, and writes IPv4 addresses in IPv6 (RFC 4291 §2.5.5.2); here they are as everybody else writes them. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');
