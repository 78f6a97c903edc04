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
  'bot-call': 'Khách thử',
  'sign-in': 'Đăng nhập',
  'sign-out': 'Đăng xuất',
  'sign-up': 'Tạo công ty',
  'sign-in-failed': 'Đăng nhập sai',
  'second-factor-failed': 'Sai mã xác thực',
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
  refused: 'Bị từ chối quyền',
  'look-as': 'Bắt đầu xem như',
  'look-as-end': 'Thôi xem như',
  'renew-secret': 'Tạo mật mới',
  'look-ups-exhausted': 'Tra cứu quá nhiều số',
  use: 'Dùng',
  extend: 'Gia hạn',
  close: 'Đóng',
  'carry-out': 'Thực hiện',
  erase: 'Xoá dữ liệu cá nhân',
  forget: 'Quên nội dung',
};

export const subjectWords: Readonly<Record<string, string>> = {
  account: 'Tài khoản',
  api_key: 'Khoá API',
  branch: 'Chi nhánh',
  call: 'Cuộc gọi',
  'call-link': 'Liên kết gọi',
  audit: 'Nhật ký',
  consent: 'Đồng ý của khách',
  data_request: 'Yêu cầu về dữ liệu',
  sheet_key: 'Khoá Google Sheet',
  customer: 'Khách hàng',
  data_source: 'Nguồn dữ liệu',
  department: 'Phòng ban',
  job: 'Việc nền',
  permission: 'Quyền',
  profile_status: 'Trạng thái hồ sơ',
  project: 'Dự án',
  role: 'Vai trò',
  saved_view: 'Chế độ xem',
  service_number: 'Đầu số',
  session: 'Phiên đăng nhập',
  system_setting: 'Cài đặt hệ thống',
  survey_campaign: 'Chiến dịch khảo sát',
  survey_category: 'Danh mục khảo sát',
  survey_question: 'Câu hỏi khảo sát',
  survey_response: 'Câu trả lời khảo sát',
  task: 'Việc cần làm',
  team: 'Nhóm làm việc',
  tenant: 'Công ty',
  trunk: 'Đường truyền',
  webhook: 'Webhook',
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
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { ...value }
    : value === null || value === undefined
      ? {}
      : { value };
