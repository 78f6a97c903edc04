// The tenant that the loads of SIP are for.

export const domain = 'load.example';
/** Calls from here are the carrier's; any other address of this machine is a phone's. */
export const carrier = '127.0.0.3';
export const password = 'load';
export const extensionAt = (index: number): string => String(10_000 + index);
/** How the numbers of its people begin. */
export const prefix = '028710';
/** The number whose calls go to that extension, as the carrier writes it. */
export const numberAt = (index: number): string => `${prefix}${extensionAt(index)}`;
export const extensionOf = (number: string): string => number.slice(prefix.length);
