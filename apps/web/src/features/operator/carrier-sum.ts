import { count } from '../../kit/format/numbers.ts';

/** What companies were given of a carrier, and what it has. */
export interface CarrierSum {
  /** Channels of all shares that have a limit. */
  readonly given: number;
  /** Shares without one. */
  readonly unlimited: number;
  /** Null where nobody has said it. */
  readonly channels: number | null;
}

/** Were companies given more channels than there are? */
export const isOverbooked = ({ given, unlimited, channels }: CarrierSum): boolean =>
  channels !== null && (given > channels || (unlimited > 0 && given + unlimited > 1));

/** “60 / 30 (200 %)”. */
export function sumWords({ given, unlimited, channels }: CarrierSum): string {
  const sum = unlimited > 0 ? `${given > 0 ? `${count(given)} + ` : ''}không hạn chế` : count(given);
  if (channels === null) return sum;
  const share = unlimited > 0 ? '' : ` (${count(Math.round((100 * given) / channels))} %)`;
  return `${sum} / ${count(channels)}${share}`;
}
