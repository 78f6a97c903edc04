/** A number that may call, and what it has called already. */
export interface OtpNumber {
  readonly id: string;
  readonly position: number;
  readonly per_minute: number;
  readonly per_day: number;
  readonly abroad: boolean;
  readonly last_minute: number;
  readonly today: number;
}

export type ChosenOtpNumber<C> =
  | { readonly kind: 'number'; readonly number: C }
  /** All that may have called often enough in this minute. */
  | { readonly kind: 'later' }
  | { readonly kind: 'none'; readonly why: string };

/** Which number calls: the first in order that has calls left; of those that are alike the one that called least today. */
export function chooseNumber<C extends OtpNumber>(
  all: readonly C[],
  to: { readonly abroad: boolean },
): ChosenOtpNumber<C> {
  if (all.length === 0) return { kind: 'none', why: 'Chưa có đầu số OTP nào đang dùng' };
  const fitting = all.filter(({ abroad }) => abroad || !to.abroad);
  if (fitting.length === 0) return { kind: 'none', why: 'Không có đầu số OTP nào được gọi số nước ngoài' };
  const today = fitting.filter((one) => one.today < one.per_day);
  if (today.length === 0) return { kind: 'none', why: 'Các đầu số OTP đã gọi hết số cuộc của hôm nay' };
  const [first] = today
    .filter((one) => one.last_minute < one.per_minute)
    .toSorted((a, b) => a.position - b.position || a.today - b.today);
  return first === undefined ? { kind: 'later' } : { kind: 'number', number: first };
}
