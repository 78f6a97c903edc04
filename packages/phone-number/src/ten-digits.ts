/**
 * The specification's separate check of a phone number (§5): valid when it is exactly ten digits. It knows no prefixes: what it
 * takes may be in a network that opened after `parsePhone` was written.
 */
export const isTenDigits = (text: string): boolean => /^\d{10}$/.test(text);
