/** A caller's name behind what the inbound rule puts before it. */
export const prefixed = (prefix: string, name: string): string => (prefix === '' ? name : `${prefix}: ${name}`);
