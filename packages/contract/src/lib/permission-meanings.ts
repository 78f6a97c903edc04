import { type Permission, type Screen, screens } from './permission.ts';

type Usual = 'view' | 'create' | 'update' | 'delete' | 'export';

/** What one row of a screen is called in a sentence. */
const rowsOf: Readonly<Record<Screen, string>> = {
  dashboard: 'số liệu trong ngày',
  customer: 'khách hàng',
  consents: 'điều khách đã đồng ý hoặc từ chối, kèm bằng chứng',
  'call-history': 'cuộc gọi',
  'history-by-department-team': 'thống kê cuộc gọi theo phòng ban và nhóm',
  'history-cdr-by-exten': 'thống kê cuộc gọi theo máy nhánh',
  'history-by-status': 'thời gian ở từng trạng thái của nhân viên',
  'mailed-reports': 'báo cáo gửi qua thư',
  staffing: 'nhu cầu nhân sự của hàng đợi',
  shifts: 'ca làm việc',
  roster: 'lịch trực và mức tuân thủ lịch của nhân viên',
  monitor: 'màn hình trực tiếp',
  quality: 'điểm của cuộc gọi',
  'score-sheets': 'phiếu chấm điểm cuộc gọi',
  'sampling-rules': 'luật chọn cuộc gọi để chấm',
  kpis: 'chỉ tiêu KPI',
  'kpi-by-department': 'kết quả KPI theo phòng ban',
  campaign: 'chiến dịch gọi ra',
  'survey-categories': 'danh mục khảo sát',
  'survey-question': 'câu hỏi khảo sát',
  'survey-campaign': 'chiến dịch khảo sát',
  automations: 'việc tự động khi có cuộc gọi, khi đến giờ, khi hàng đợi quá tải',
  messages: 'tin nhắn đã gửi cho khách',
  'message-templates': 'mẫu tin nhắn',
  'message-providers': 'nhà cung cấp tin nhắn',
  departments: 'phòng ban',
  teams: 'nhóm làm việc',
  branchs: 'chi nhánh',
  'data-sources': 'nguồn dữ liệu',
  projects: 'dự án',
  'profile-status': 'trạng thái hồ sơ',
  'call-outcomes': 'kết quả cuộc gọi để chọn',
  'call-tags': 'nhãn cuộc gọi',
  'customer-fields': 'trường riêng của hồ sơ khách',
  accounts: 'tài khoản nhân viên',
  trunks: 'đường truyền tới nhà mạng',
  numbers: 'đầu số và hotline',
  subscribers: 'máy nhánh',
  groups: 'nhóm máy nhánh',
  inbounds: 'quy tắc gọi vào',
  outbound: 'quy tắc gọi ra',
  'call-flow': 'sơ đồ đường đi của cuộc gọi',
  'call-test': 'kết quả thử một cuộc gọi trên cấu hình',
  'routing-versions': 'phiên bản cấu hình',
  'list-of-blocked-incoming-numbers': 'số bị chặn gọi vào',
  'list-of-blocked-out-numbers': 'số bị chặn gọi ra',
  roles: 'vai trò',
  devices: 'điện thoại bàn',
  ringgroup: 'nhóm đổ chuông',
  queue: 'hàng đợi',
  'ivr-details': 'cây IVR',
  notifications: 'thông báo thoại',
  conditions: 'điều kiện thời gian',
  'customer-conditions': 'điều kiện khách hàng',
  'code-questions': 'bước nhập mã rồi hỏi hệ thống của công ty',
  'time-groups': 'nhóm thời gian và lịch nghỉ lễ',
  greeting: 'lời chào',
  'music-on-holds': 'nhạc chờ',
  'last-calls': 'quy tắc gọi lại người cũ',
  'voicemail-boxes': 'hộp thư thoại và tin nhắn trong đó',
  'feature-codes': 'mã bấm trên điện thoại',
  'system-prompts': 'lời tổng đài tự nói',
  'voice-otp': 'cuộc gọi đọc mã OTP',
  'voice-otp-number': 'đầu số đọc mã OTP',
  'bot-calls': 'khách thử',
  'api-keys': 'khoá API',
  webhooks: 'webhook',
  events: 'dòng sự kiện cho chương trình',
  'program-calls': 'cuộc gọi do chương trình điều khiển',
  'activity-user-tenant': 'nhật ký ai đã làm gì',
  setting: 'cài đặt của công ty',
};

const usual: Readonly<Record<Usual, (rows: string) => string>> = {
  view: (rows) => `Xem ${rows}, không đổi được gì.`,
  create: (rows) => `Thêm ${rows}, kể cả nhập từ tệp.`,
  update: (rows) => `Sửa ${rows} đã có, từng mục hoặc nhiều mục một lúc.`,
  delete: (rows) => `Xoá ${rows}; những gì đang được dùng thì không xoá được.`,
  export: (rows) => `Tải ${rows} ra tệp, trong phạm vi dữ liệu của vai trò.`,
};

/** What is not one of the usual ones has a sentence of its own; so may others of which the usual one says too little. */
type Own = Exclude<Permission, `${Screen}.${Usual}`>;

const own: Readonly<Record<Own, string> & Partial<Record<Permission, string>>> = {
  'customer.view': 'Xem hồ sơ khách trong phạm vi dữ liệu của vai trò, và tên khách khi họ gọi đến.',
  'customer.full-phone': 'Thấy cả số điện thoại của khách, kể cả khi công ty bật che số.',
  'customer.call-anyway': 'Vẫn gọi được khách đã từ chối quảng cáo, khi gọi vì việc khác.',
  'call-history.listen': 'Nghe và tải ghi âm của những cuộc gọi mà người đó thấy; mỗi lần nghe được ghi vào nhật ký.',
  'call-history.export': 'Tải danh sách cuộc gọi ra tệp, trong phạm vi dữ liệu của vai trò.',
  'monitor.view': 'Thấy ai đang rảnh, đang gọi, và khách đang chờ, ngay lúc này.',
  'monitor.listen': 'Nghe lén cuộc gọi đang diễn ra mà hai bên không biết; khác với nghe ghi âm.',
  'monitor.whisper': 'Nói riêng với nhân viên trong cuộc gọi, khách không nghe thấy.',
  'monitor.barge': 'Vào nói chuyện cùng khách và nhân viên.',
  'monitor.take-over': 'Nói tiếp với khách thay nhân viên, nhân viên ra khỏi cuộc gọi.',
  'monitor.hang-up': 'Kết thúc cuộc gọi của người khác cho cả hai bên.',
  'monitor.move': 'Chuyển cuộc gọi, hoặc khách đang chờ, sang người hoặc hàng đợi khác.',
  'monitor.status': 'Đổi trạng thái sẵn sàng, nghỉ của nhân viên.',
  'monitor.sign-out': 'Đăng xuất nhân viên khỏi mọi máy.',
  'mailed-reports.create': 'Đặt lịch gửi báo cáo qua thư; báo cáo có những số liệu mà chính người đặt được xuất.',
  'mailed-reports.send-outside': 'Gửi báo cáo đến địa chỉ email không phải của người trong công ty.',
  'quality.view': 'Xem điểm của cuộc gọi trong phạm vi dữ liệu của vai trò, đồng ý hoặc phản hồi điểm của chính mình.',
  'quality.score': 'Nhận cuộc gọi cần chấm và chấm điểm nhân viên khác.',
  'quality.decide': 'Quyết định khi nhân viên không đồng ý với điểm, nếu không phải người đã chấm.',
  'campaign.approve': 'Cho chiến dịch được gọi, và sửa luật gọi, kịch bản của chiến dịch đã duyệt.',
  'campaign.call': 'Nhận khách tiếp theo của chiến dịch và gọi họ, khi là người của chiến dịch.',
  'survey-campaign.ask': 'Hỏi khách và ghi câu trả lời của họ.',
  'roles.update': 'Sửa vai trò của người khác; không ai trao được quyền mà chính họ không có.',
  'accounts.update': 'Sửa tài khoản, đổi vai trò, đặt lại mật khẩu, khoá người đã nghỉ.',
  'devices.own': 'Tự cài một điện thoại bàn hoặc ứng dụng cho máy nhánh của chính mình.',
  'routing-versions.view': 'Xem các phiên bản cấu hình và chỗ khác nhau giữa chúng.',
  'routing-versions.update': 'Soạn bản nháp cấu hình; cuộc gọi chưa đi theo bản nháp.',
  'routing-versions.publish': 'Cho cuộc gọi đi theo bản nháp, hoặc quay lại một bản cũ.',
  'system-prompts.update': 'Thay lời tổng đài tự nói bằng tệp âm thanh riêng.',
  'messages.create': 'Gửi tin cho khách theo mẫu; mỗi tin qua luật quảng cáo và có thể tính cước của công ty.',
  'voice-otp.create': 'Gọi cho một số và đọc mã OTP; mỗi cuộc tính vào hạn mức và cước của công ty.',
  'bot-calls.create': 'Cho khách thử gọi vào đầu số của công ty, không tính vào số liệu.',
  'events.view':
    'Đọc dòng sự kiện: cuộc gọi đổ chuông, được nghe, kết thúc, trạng thái nhân viên; chỉ những gì khoá được xem.',
  'program-calls.create':
    'Cho chương trình đặt cuộc gọi thay một nhân viên, hoặc nối hai số ngoài; theo quyền gọi và hạn mức của họ.',
  'program-calls.update': 'Cho chương trình giữ máy, nói tiếp và bấm phím thay nhân viên.',
  'program-calls.move': 'Cho chương trình chuyển cuộc gọi của nhân viên đi, hoặc đỗ lại.',
  'program-calls.hang-up': 'Cho chương trình kết thúc cuộc gọi cho cả hai bên.',
  'program-calls.listen': 'Cho chương trình gọi người giám sát vào nghe cuộc gọi của nhân viên, khi họ được nghe.',
  'api-keys.create': 'Tạo khoá để chương trình khác làm việc thay mình, không quá quyền của chính mình.',
  'setting.view': 'Xem cài đặt của công ty: giờ làm việc, che số, lưu giữ, bản quyền.',
  'setting.update': 'Đổi cài đặt của cả công ty: che số, thời hạn lưu ghi âm, đăng nhập, xoá dữ liệu cá nhân.',
};

const isUsual = (action: string): action is Usual => action in usual;

/** What a permission lets happen, in one sentence. */
export function permissionMeaning(permission: Permission): string {
  const [screen, action] = permission.split('.') as [Screen, string]; // what a permission is made of, by its type
  return own[permission] ?? (isUsual(action) ? usual[action](rowsOf[screen]) : screens[screen].label);
}

/** Lets something happen that is more than to see and to keep rows: its sentence is always shown. */
export const isSensitive = (permission: Permission): boolean => !isUsual(permission.split('.')[1] ?? '');
