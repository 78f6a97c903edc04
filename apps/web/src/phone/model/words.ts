import { callStatusLabels, type myCalls, type ResultOf } from '@alo/contract';
import type { AudioWay, Call, EndCause, MicrophoneStanding, Notice, Registration, Trouble } from '@alo/softphone';
import type { StatusTone } from '@alo/ui';

import { stateWords } from '../../domain/presence/presence.ts';

/** The label of a call's status, as the specification gives it; both variants of "connected" share theirs. */
export function callLabel(call: Call): string {
  return call.status === 'idle' ? '' : callStatusLabels[call.status];
}

/** One hears, and is not heard. */
export const mutedWords = 'Đang tắt tiếng';

/** Why there is no phone at all, before any registration is tried. */
export type Unavailable =
  | 'no-extension'
  | 'insecure'
  | 'no-telephone'
  | Exclude<MicrophoneStanding, 'usable' | 'unasked'>;

export interface Line {
  readonly tone: StatusTone;
  /** Short, for the pill. */
  readonly word: string;
  /** What it means and what can be done, for the hint. */
  readonly help: string;
}

/** As the presence says it that others see. */
const withoutMicrophone = stateWords['no-microphone'].word;

const unavailable: Readonly<Record<Unavailable, Line>> = {
  'no-extension': {
    tone: 'offline',
    word: 'Chưa có máy nhánh',
    help: 'Tài khoản của bạn chưa được gán máy nhánh. Hãy nhờ quản trị viên gán để gọi và nghe.',
  },
  insecure: {
    tone: 'bad',
    word: 'Không gọi được ở đây',
    help: 'Trình duyệt chỉ cho dùng micro trên trang https hoặc localhost.',
  },
  'no-telephone': {
    tone: 'bad',
    word: stateWords['no-telephone'].word,
    help: 'Máy bàn của bạn chưa đăng ký với tổng đài nên chưa gọi và nghe được. Hãy kiểm tra nguồn và dây mạng của máy.',
  },
  blocked: {
    tone: 'bad',
    word: withoutMicrophone,
    help: 'Trình duyệt đang chặn micro. Hãy cho phép micro ở biểu tượng bên trái thanh địa chỉ rồi tải lại trang.',
  },
  missing: {
    tone: 'bad',
    word: withoutMicrophone,
    help: 'Máy tính này không có micro. Hãy cắm tai nghe hoặc micro.',
  },
  failing: {
    tone: 'bad',
    word: withoutMicrophone,
    help: 'Không mở được micro: có thể chương trình khác đang dùng. Hãy đóng chương trình đó hoặc cắm lại tai nghe, rồi thử lại.',
  },
};

export const unavailableLine = (why: Unavailable): Line => unavailable[why];

/** A phone that is registered, by how its audio finds its way. */
function wayLine(way: AudioWay | null): Line {
  const registered = 'Điện thoại đã đăng ký với tổng đài.';
  switch (way) {
    case 'closed':
      return {
        tone: 'bad',
        word: 'Mạng chặn âm thanh',
        help: 'Mạng này không cho âm thanh tới tổng đài, cả UDP lẫn TCP: cuộc gọi sẽ không có tiếng. Hãy đổi mạng hoặc nhờ quản trị mạng mở cổng âm thanh của tổng đài.',
      };
    case 'tcp':
      return { tone: 'ready', word: 'Sẵn sàng', help: `${registered} Mạng này chặn UDP: âm thanh đi bằng TCP.` };
    case 'relay':
      return {
        tone: 'ready',
        word: 'Sẵn sàng',
        help: `${registered} Mạng này chặn đường thẳng: âm thanh đi qua máy chuyển tiếp.`,
      };
    case 'straight':
    case null:
      return { tone: 'ready', word: 'Sẵn sàng', help: registered };
    default:
      return way satisfies never;
  }
}

/** What the line is doing, and why no call can arrive when none can. */
export function registrationLine(registration: Registration, onDesk = false, way: AudioWay | null = null): Line {
  switch (registration.state) {
    case 'registered':
      return onDesk
        ? { tone: 'ready', word: 'Sẵn sàng', help: 'Bạn gọi và nghe bằng máy bàn hoặc di động của mình.' }
        : wayLine(way);
    case 'connecting':
      return { tone: 'offline', word: 'Đang đăng ký', help: 'Đang đăng ký với tổng đài.' };
    case 'failed-register':
      return {
        tone: 'bad',
        word: 'Không đăng ký được',
        help:
          registration.why === 'credentials'
            ? 'Tổng đài từ chối tài khoản máy nhánh. Hãy đăng nhập lại; nếu vẫn lỗi, báo quản trị viên.'
            : 'Tổng đài chưa nhận đăng ký, hệ thống đang tự thử lại.',
      };
    case 'offline':
      return offlineLine(registration.why);
    default:
      return registration satisfies never;
  }
}

function offlineLine(why: Extract<Registration, { state: 'offline' }>['why']): Line {
  switch (why) {
    case 'status':
      return { tone: 'offline', word: 'Đã tắt', help: 'Bạn đang ngoại tuyến nên điện thoại đã tắt.' };
    case 'no-connection':
      return { tone: 'bad', word: 'Mất kết nối', help: 'Mất kết nối tới tổng đài, hệ thống đang tự nối lại.' };
    case 'unregistered':
      return { tone: 'bad', word: 'Mất đăng ký', help: 'Tổng đài đã huỷ đăng ký máy nhánh này.' };
    case 'not-started':
      return { tone: 'offline', word: 'Chưa bật', help: 'Điện thoại chưa được bật.' };
    default:
      return why satisfies never;
  }
}

export const elsewhereLine: Line = {
  tone: 'offline',
  word: 'Đang ở thẻ khác',
  help: 'Điện thoại đang chạy ở một thẻ khác của trình duyệt này; âm thanh phát ở thẻ đó.',
};

const outgoingEnds: Readonly<Record<EndCause, string>> = {
  normal: 'Cuộc gọi đã kết thúc',
  busy: 'Máy bận',
  rejected: 'Bị từ chối',
  'no-answer': 'Không trả lời',
  cancelled: 'Đã huỷ cuộc gọi',
  'answered-elsewhere': 'Đã nghe ở máy khác',
  unavailable: 'Không liên lạc được',
  'not-found': 'Số không tồn tại',
  forbidden: 'Không được phép gọi',
  blocked: 'Bị chặn',
  limit: 'Đã hết đường gọi',
  congestion: 'Nghẽn mạng',
  'no-response': 'Nhà mạng không phản hồi',
  incompatible: 'Không hợp chuẩn âm thanh',
  'no-microphone': 'Không tìm thấy micro hoặc loa. Hãy kiểm tra thiết bị và quyền dùng micro.',
  'connection-lost': 'Chưa kết nối được tới tổng đài. Hãy thử lại sau ít giây.',
  'no-audio': 'Mất âm thanh: bên kia mất kết nối',
  interrupted: 'Bị gián đoạn do sự cố ở tổng đài',
  failed: 'Không kết nối được',
};

/** What keeps the two from hearing each other at all. */
export const troubleText: Readonly<Record<Exclude<Trouble, 'none'>, string>> = {
  silent:
    'Không nhận được âm thanh từ bên kia: máy của họ có thể đã mất kết nối. Cuộc gọi sẽ tự kết thúc nếu họ không trở lại.',
  mute: 'Bên kia không nghe thấy bạn: micro không có tiếng nào. Hãy xem nút tắt tiếng trên tai nghe, hoặc chọn micro khác.',
  unheard: 'Không còn micro nên bên kia không nghe được bạn. Hãy cắm lại micro hoặc chọn micro khác.',
};

/** What became of a call that rang here and was not answered here. */
export function rangWords({ became, by }: NonNullable<ResultOf<typeof myCalls>['rang']>): string {
  switch (became) {
    case 'answered':
      return `${by ?? 'Người khác'} đã nghe máy`;
    case 'gave-up':
      return 'Người gọi gác máy trước khi có ai nghe';
    case 'led-on':
      return 'Hết lượt đổ chuông ở máy bạn, cuộc gọi đã đi tiếp';
    default:
      return became satisfies never;
  }
}

/** What the last call left to say. */
export function noticeText(notice: Notice): string {
  if (notice.kind === 'not-ready') return 'Điện thoại chưa sẵn sàng nên chưa gọi được.';
  const { cause, direction } = notice;
  if (direction === 'incoming' && (cause === 'cancelled' || cause === 'no-answer')) return 'Cuộc gọi nhỡ';
  if (direction === 'incoming' && cause === 'connection-lost') return 'Mất cuộc gọi đến vì mất kết nối tới tổng đài';
  return outgoingEnds[cause];
}
