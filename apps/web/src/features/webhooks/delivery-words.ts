import type { StatusTone } from '@alo/ui';

/** How a delivery stands. */
export const deliveryStates = { waiting: 'Đang chờ gửi', delivered: 'Đã nhận', failed: 'Không gửi được' } as const;
export const deliveryTones = { waiting: 'ringing', delivered: 'ready', failed: 'bad' } as const satisfies Record<
  keyof typeof deliveryStates,
  StatusTone
>;
