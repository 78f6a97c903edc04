const whole = new Intl.NumberFormat('vi-VN', { maximumFractionDigits: 0 });
const tenth = new Intl.NumberFormat('vi-VN', { maximumFractionDigits: 1 });
const twoDecimals = new Intl.NumberFormat('vi-VN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `12.431`. */
export const count = (value: number): string => whole.format(value);

/** How many a list finds, counted up to a limit. */
export interface Total {
  total: number;
  total_capped: boolean;
}

/** How many there are in all: `128`, or `10.000+` where nobody counted further. */
export const total = ({ total: of, total_capped: capped }: Total): string => `${count(of)}${capped ? '+' : ''}`;

/** `93,5%`. */
export const percent = (value: number): string => `${tenth.format(value)}%`;

/** A size as the specification has it (§5): in KB or MB, with two decimals. */
export const fileSize = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${twoDecimals.format(bytes / 1024)} KB` : `${twoDecimals.format(bytes / 1024 / 1024)} MB`;

/** Room on a disk, in GB where it is so much. */
export const bytes = (size: number): string =>
  size < 1024 ** 3 ? fileSize(size) : `${tenth.format(size / 1024 ** 3)} GB`;
