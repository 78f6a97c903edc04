import { screens, trailScreens } from '@alo/contract';

/** What people did, in words. What a newer server knows is shown by its own name. */
export const actionWords: Readonly<Record<string, string>> = {
  create: 'Thêm',
  update: 'Sửa',
  delete: 'Xoá',
  restore: 'Khôi phục',
  import: 'Nhập tệp',
  'undo-import': 'Hoàn tác nhập',
  export: 'Xuất dữ liệu',
  download: 'Tải tệp',
  listen: 'Nghe ghi âm',
  hold: 'Giữ lại cuộc gọi',
  'let-go': 'Thôi giữ cuộc gọi',
  tag: 'Gắn nhãn cuộc gọi',
  'claim-return': 'Nhận gọi lại khách',
  'let-go-return': 'Thôi nhận gọi lại',
  'close-return': 'Không cần gọi lại',
  'bot-call': 'Khách thử',
  'call-anyway': 'Vẫn gọi khách từ chối quảng cáo',
  'sign-in': 'Đăng nhập',
  'sign-out': 'Đăng xuất',
  'sign-up': 'Tạo công ty',
  'sign-in-failed': 'Đăng nhập sai',
  'second-factor-failed': 'Sai mã xác thực',
  'sign-in-elsewhere-failed': 'Đăng nhập công ty không được',
  'passkey-failed': 'Sai khoá truy cập',
  'guessing-noticed': 'Nghi dò mật khẩu',
  'end-session': 'Đăng xuất phiên khác',
  'change-password': 'Đổi mật khẩu',
  'forgot-password': 'Xin đặt lại mật khẩu',
  'password-by-reset': 'Đặt lại mật khẩu',
  'password-by-invite': 'Nhận lời mời',
  'send-invite': 'Gửi lời mời',
  'send-reset': 'Gửi liên kết đặt lại',
  unlock: 'Mở khoá',
  'second-factor-added': 'Thêm xác thực hai bước',
  'second-factor-removed': 'Gỡ xác thực hai bước',
  'recovery-codes-made': 'Tạo mã khôi phục',
  refused: 'Bị từ chối',
  'look-as': 'Bắt đầu xem như',
  'look-as-end': 'Thôi xem như',
  'renew-secret': 'Tạo mật mới',
  rest: 'Tạm nghỉ gửi',
  resume: 'Gửi lại bình thường',
  'look-ups-exhausted': 'Tra cứu quá nhiều số',
  use: 'Dùng',
  extend: 'Gia hạn',
  close: 'Đóng',
  'carry-out': 'Thực hiện',
  erase: 'Xoá dữ liệu cá nhân',
  forget: 'Quên nội dung',
  'supervise-listen': 'Nghe cuộc gọi',
  'supervise-whisper': 'Nhắc riêng nhân viên',
  'supervise-barge': 'Tham gia cuộc gọi',
  'supervise-take-over': 'Nhận thay cuộc gọi',
  'supervise-hang-up': 'Kết thúc cuộc gọi',
  'move-call': 'Chuyển cuộc gọi',
  'set-status': 'Đổi trạng thái nhân viên',
  'set-pin': 'Đặt mã PIN',
  'remove-pin': 'Bỏ mã PIN',
  'mark-message': 'Đánh dấu lời nhắn',
  'delete-message': 'Xoá lời nhắn',
  'set-by-phone': 'Đặt bằng điện thoại',
  'renew-password': 'Tạo mật khẩu mới',
  'fetch-settings': 'Máy tải cài đặt',
  end: 'Ngắt kết nối',
  publish: 'Công bố',
  'roll-back': 'Quay lại bản cũ',
  discard: 'Bỏ bản nháp',
  replay: 'Gửi lại',
  retention: 'Xoá dữ liệu hết hạn giữ',
};

export const subjectWords: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(trailScreens).map(([table, screen]) => [table, screens[screen].label])),
  audio: 'Âm thanh',
  audit: 'Nhật ký',
  block_list: 'Số bị chặn',
  call: 'Cuộc gọi',
  'call-history': 'Lịch sử cuộc gọi',
  'call-link': 'Liên kết gọi',
  campaign_member: 'Khách của chiến dịch',
  consent: 'Đồng ý của khách',
  data_request: 'Yêu cầu về dữ liệu',
  feature_code: 'Mã tính năng',
  holiday_year: 'Lịch nghỉ lễ',
  directory_sync: 'Đồng bộ nhân viên (SCIM)',
  ldap_server: 'Đăng nhập bằng LDAP',
  sign_in_provider: 'Đăng nhập bằng tài khoản công ty',
  installation_setting: 'Cài đặt hệ thống',
  job: 'Việc nền',
  permission: 'Quyền',
  routing_draft: 'Bản nháp cấu hình',
  routing_version: 'Phiên bản cấu hình',
  saved_view: 'Chế độ xem',
  share: 'Phần được cấp',
  session: 'Phiên đăng nhập',
  otp_request: 'Mã Voice OTP',
  sheet_key: 'Khoá Google Sheet',
  survey_response: 'Câu trả lời khảo sát',
  system_prompt: 'Lời hệ thống',
  system_setting: 'Cài đặt hệ thống',
  task: 'Việc cần làm',
  telephony_setting: 'Giới hạn cuộc gọi',
  tenant: 'Công ty',
  webhook_delivery: 'Tin webhook',
};

/** What stands beside an entry that is of no form. */
export const fieldWords: Readonly<Record<string, string>> = {
  agent: 'Máy nhánh',
  calls: 'Cuộc gọi',
  changed: 'Dòng đã sửa',
  code: 'Mã',
  created: 'Dòng đã thêm',
  evidence: 'Bằng chứng',
  expires_at: 'Hết hạn',
  given: 'Đồng ý',
  given_to_its_owner: 'Đã giao cho chủ số',
  heard: 'Đã nghe',
  held: 'Được giữ lại',
  name: 'Tên',
  proof: 'Xác minh số',
  purpose: 'Việc gì',
  query: 'Bộ lọc',
  recordings: 'Ghi âm',
  rows: 'Số dòng',
  tries_left: 'Còn được thử',
  until: 'Đến lúc',
  way: 'Bằng cách',
  why: 'Vì sao',
  wrong_company: 'Địa chỉ của công ty khác',
};

export const inWords = (words: Readonly<Record<string, string>>, name: string): string => words[name] ?? name;

/** Whether a person of whom it was is erased. */
export const saysErased = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'erased' in value && value.erased === true;

/** A value of a row as it is compared. */
export const valueText = (value: unknown): string =>
  value === null || value === undefined || value === ''
    ? '–'
    : typeof value === 'string'
      ? value
      : typeof value === 'boolean'
        ? value
          ? 'Có'
          : 'Không'
        : JSON.stringify(value);

/** What differs between two states of a row, by name; everything where there is only one. */
export function differences(before: unknown, after: unknown): { name: string; before: unknown; after: unknown }[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((name) => !quiet.has(name));
  return names
    .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
    .map((name) => ({ name, before: was[name], after: is[name] }));
}

/** They change with every change. */
const quiet = new Set(['version', 'updated_at', 'updated_by']);

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  rowOf(value) ?? (value === null || value === undefined ? {} : { value });

/** A row that was written into the trail; null where there is none. */
export const rowOf = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
