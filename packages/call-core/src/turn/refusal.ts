import type { CallId, Cause } from '../board/vocabulary.ts';
import { amend, callAt, note, type Turn } from './turn.ts';

/** Why somebody was not reached, in words. */
export const refusalWords: Readonly<Record<Cause, string>> = {
  normal: 'không kết nối được',
  busy: 'máy bận',
  'no-answer': 'không trả lời',
  rejected: 'từ chối',
  cancelled: 'đã huỷ',
  asleep: 'trình duyệt đang ngủ',
  'no-response': 'nhà mạng không phản hồi',
  limit: 'đã hết đường gọi',
  'answered-elsewhere': 'máy khác đã nghe',
  unreachable: 'không liên lạc được',
  'not-found': 'số không tồn tại',
  forbidden: 'không được phép',
  blocked: 'bị chặn',
  congestion: 'nghẽn mạng',
  incompatible: 'không hợp chuẩn âm thanh',
  'no-media': 'mất âm thanh',
  failed: 'không kết nối được',
  interrupted: 'gián đoạn hệ thống',
};

/** Writes down that somebody was not reached, and remembers why. */
export function noteRefusal(turn: Turn, call: CallId, name: string, cause: Cause): void {
  note(turn, call, 'phone', `Không gặp ${name}: ${refusalWords[cause]}`, { cause });
  rememberRefusal(turn, call, cause);
}

/** Of several refusals the one stays that says most: it rang, then busy, then any other. */
export function rememberRefusal(turn: Turn, call: CallId, cause: Cause): void {
  const weight = (candidate: Cause | null) =>
    candidate === 'no-answer' ? 3 : candidate === 'busy' || candidate === 'rejected' ? 2 : candidate === null ? 0 : 1;
  if (weight(cause) >= weight(callAt(turn, call).refusal)) amend(turn, call, { refusal: cause });
}
