/**
 * Hides a customer's number (`position_hidden_phone_customer`): mode 1 hides the middle characters, any other mode keeps
 * the first seven and stars the rest.
 */
export function maskPhone(number: string, mode: number): string {
  return mode === 1 ? hideMiddle(number) : number.slice(0, 7) + '*'.repeat(Math.max(0, number.length - 7));
}

/** Three characters stay at either end of a full number, fewer of a short one, and something is always hidden. */
function hideMiddle(number: string): string {
  const kept = number.length >= 9 ? 3 : Math.floor(number.length / 4);
  const hidden = number.length - 2 * kept;
  return number.slice(0, kept) + '*'.repeat(hidden) + number.slice(number.length - kept);
}

/** The name that came with a hidden number, unless it has digits enough for a number: carriers send the number itself as the name, too. */
export const maskName = (name: string): string => (/(?:\d[\s.()-]*){7}/.test(name.normalize('NFKC')) ? '' : name);
