import type { Direction, Outcome } from '../board/call.ts';

/** What a call that is over is told by. */
type Finished = Pick<Outcome, 'status' | 'cause'> & {
  readonly direction: Direction;
  readonly endedBy: Outcome['endedBy']['by'];
};

/** How a call came out, in the words of its decision trace: with the reason, where the status alone does not say it. */
export function outcomeWords({ status, cause, direction, endedBy }: Finished): string {
  switch (status) {
    case 'answered':
      return answeredWords(cause);
    case 'abandoned':
      return 'Khách dập máy';
    case 'cancelled':
      return endedBy === 'agent' ? 'Người gọi huỷ' : 'Đã huỷ';
    case 'missed':
      return cause === 'asleep' ? 'Nhỡ, máy đang ngủ' : 'Nhỡ';
    case 'busy':
      return cause === 'rejected' ? 'Bị từ chối' : 'Máy bận';
    case 'no_answer':
      return 'Không trả lời';
    case 'blocked':
      return direction === 'inbound' ? 'Số bị chặn' : 'Bị chặn gọi ra';
    case 'voicemail':
      return 'Hộp thư thoại';
    case 'callback':
      return 'Hẹn gọi lại';
    case 'stopped_ivr':
      return 'Chỉ nghe lời tự động';
    case 'failed':
      return failureWords(cause, direction);
    default:
      return status satisfies never;
  }
}

function answeredWords(cause: Outcome['cause']): string {
  if (cause === 'no-media') return 'Gặp, mất âm thanh';
  if (cause === 'limit') return 'Gặp, hết thời lượng cho phép';
  return cause === 'interrupted' ? 'Gặp, bị gián đoạn' : 'Gặp';
}

function failureWords(cause: Outcome['cause'], direction: Direction): string {
  switch (cause) {
    case 'not-found':
      return 'Số không tồn tại';
    case 'forbidden':
      return direction === 'outbound' ? 'Không được phép gọi ra' : 'Không được phép';
    case 'unreachable':
    case 'normal':
      return 'Không liên lạc được';
    case 'asleep':
      return 'Máy đang ngủ';
    case 'no-response':
      return 'Nhà mạng không phản hồi';
    case 'congestion':
      return 'Nghẽn mạng';
    case 'limit':
      return 'Đã hết đường gọi';
    case 'incompatible':
      return 'Không hợp chuẩn âm thanh';
    case 'no-media':
      return 'Mất âm thanh';
    case 'interrupted':
      return 'Bị gián đoạn';
    case 'busy':
    case 'no-answer':
    case 'rejected':
    case 'cancelled':
    case 'answered-elsewhere':
    case 'blocked':
    case 'failed':
      return 'Không kết nối được';
    default:
      return cause satisfies never;
  }
}

/** Who ended it, in words. */
export const doerWords: Readonly<Record<Outcome['endedBy']['by'], string>> = {
  customer: 'Khách hàng',
  agent: 'Nhân viên',
  system: 'Tổng đài',
};
