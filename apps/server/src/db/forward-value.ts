import type { DestinationKind } from './destination-kind.ts';

/** Between a number outside and where the call goes that does not get through there; no number has this sign. */
const then = '>';

/** Where a call goes, as what it is and which of them. */
interface Place {
  readonly type: DestinationKind;
  readonly value: string;
}

/** A destination's value as its column keeps it: what comes after a number outside stands behind it. */
export const storedValue = ({ value, otherwise }: { value: string; otherwise?: Place | null | undefined }): string =>
  otherwise ? `${value}${then}${otherwise.type}/${otherwise.value}` : value;

/** The opposite, of a forward. */
export function forwardOf(stored: string): { value: string; otherwise: Place | null } {
  const [value = '', behind] = stored.split(then);
  if (behind === undefined) return { value, otherwise: null };
  const slash = behind.indexOf('/');
  // As it was put together above.
  return { value, otherwise: { type: behind.slice(0, slash) as DestinationKind, value: behind.slice(slash + 1) } };
}
