import { digits } from '@alo/ui';

/** `12.431`. */
export const count = (value: number): string => digits(value);

/** How many a list finds, counted up to a limit. */
export interface Total {
  total: number;
  total_capped: boolean;
}

/** How many there are in all: `128`, or `10.000+` where nobody counted further. */
export const total = ({ total: of, total_capped: capped }: Total): string => `${count(of)}${capped ? '+' : ''}`;

/** `93,5%`. */
export const percent = (value: number): string => `${digits(value, 1)}%`;

/** How much of something a part is: `66,7%`; a dash where there is nothing yet that it could be a part of. */
export const share = (part: number, of: number): string => (of === 0 ? '–' : percent((100 * part) / of));

/** A size as the specification has it (§5): in KB or MB, with two decimals. */
export const fileSize = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${digits(bytes / 1024, 2, 2)} KB` : `${digits(bytes / 1024 / 1024, 2, 2)} MB`;

/** Room on a disk, in GB where it is so much. */
export const bytes = (size: number): string =>
  size < 1024 ** 3 ? fileSize(size) : `${digits(size / 1024 ** 3, 1)} GB`;
