import { groupedPhone } from '../../kit/format/phone.ts';

/** Why a call or a leg ended, in words. A cause that a newer server knows is shown as it stands. */
const causes: Readonly<Record<string, string>> = {
  normal: 'kết thúc bình thường',
  busy: 'máy bận',
  'no-answer': 'không trả lời',
  rejected: 'bị từ chối',
  cancelled: 'người gọi dập máy',
  'answered-elsewhere': 'đã có người khác nghe',
  unreachable: 'không liên lạc được',
  'not-found': 'số không tồn tại',
  forbidden: 'không được phép gọi',
  blocked: 'bị chặn',
  congestion: 'nghẽn mạng',
  incompatible: 'không hợp chuẩn âm thanh',
  'no-media': 'mất âm thanh',
  asleep: 'trình duyệt đang ngủ',
  'no-response': 'nhà mạng không phản hồi',
  limit: 'đã hết đường gọi hoặc hạn mức',
  failed: 'không kết nối được',
  interrupted: 'bị gián đoạn',
};

export const causeWords = (cause: string): string => causes[cause] ?? cause;

const numbers = new Set(['number', 'dialled', 'serviceNumber', 'ruleNumber', 'callerNumber', 'sent', 'to']);

const names: Readonly<Record<string, string>> = {
  number: 'số gọi',
  dialled: 'đã bấm',
  serviceNumber: 'đầu số',
  ruleNumber: 'đầu số của quy tắc',
  callerNumber: 'số hiển thị',
  sent: 'số gửi đi',
  pattern: 'mẫu số',
  members: 'thành viên',
  ringSeconds: 'đổ chuông (giây)',
  others: 'số quy tắc',
  menu: 'cây IVR',
  keys: 'phím',
  tries: 'lần',
  of: 'nhiều nhất',
  group: 'nhóm thời gian',
  timeGroup: 'nhóm thời gian',
  slot: 'khung giờ',
  because: 'vì',
  answer: 'trả lời',
  local: 'lúc đó là',
  cause: 'lý do',
  endedBy: 'bên kết thúc',
  maxSeconds: 'dài nhất (giây)',
  code: 'mã',
  override: 'ghi đè',
  priority: 'mức ưu tiên',
  attempt: 'lần gọi lại',
  parties: 'số người',
  by: 'máy nhánh',
  to: 'tới số',
};

const internalId = /^[0-9a-f]{8}-[0-9a-f-]{27}/;

/** Whether it was a limit of the company that decided, not one of a trunk or a number. */
export const isByCompanyLimit = ({ limits }: Readonly<Record<string, string>>): boolean => limits === 'company';

/** The values that decided a step, named and written for people; ids that say nothing to them are left out. */
export const detailWords = (detail: Readonly<Record<string, string>>): { name: string; value: string }[] =>
  Object.entries(detail).flatMap(([key, value]) =>
    key === 'limits' || internalId.test(value)
      ? []
      : [
          {
            name: names[key] ?? key,
            value: key === 'cause' ? causeWords(value) : numbers.has(key) ? groupedPhone(value) : value,
          },
        ],
  );
