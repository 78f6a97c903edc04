import { isBelievable } from '@alo/engine';

/** The machine does not know what time it is. */
export class LostClock extends Error {
  override readonly name = 'LostClock';
}

/** Throws `LostClock` where the machine's clock says a time before this product was made: no call, sign-in or month would be true. */
export function refuseLostClock(now = Date.now()): void {
  if (isBelievable(now)) return;
  throw new LostClock(
    `Đồng hồ của máy chỉ ${new Date(now).toISOString()}, là thời điểm không thể có: đặt lại giờ (timedatectl, NTP) rồi khởi động lại.`,
  );
}
