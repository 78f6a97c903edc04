import type { dashboard, ResultOf } from '@alo/contract';
import type { StatusTone } from '@alo/ui';

export type PresenceState = ResultOf<typeof dashboard>['agents'][number]['state'];

/** What somebody is doing, the same word and colour everywhere. */
export const stateWords: Readonly<Record<PresenceState, { tone: StatusTone; word: string }>> = {
  ready: { tone: 'ready', word: 'Sẵn sàng' },
  ringing: { tone: 'ringing', word: 'Đang đổ chuông' },
  talking: { tone: 'talking', word: 'Đàm thoại' },
  'wrapping-up': { tone: 'wrapup', word: 'Xử lý sau cuộc gọi' },
  paused: { tone: 'paused', word: 'Nghỉ/bận' },
  'queues-paused': { tone: 'paused', word: 'Tạm dừng' },
  'no-microphone': { tone: 'bad', word: 'Không có micro' },
  'no-telephone': { tone: 'bad', word: 'Máy bàn chưa kết nối' },
  offline: { tone: 'offline', word: 'Ngoại tuyến' },
};
