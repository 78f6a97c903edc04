/** What an action is called where a role is put together. */
export const actionLabels = {
  view: 'Xem',
  create: 'Thêm',
  update: 'Sửa',
  delete: 'Xoá',
  export: 'Xuất',
  listen: 'Nghe ghi âm',
  'full-phone': 'Xem số đầy đủ',
  whisper: 'Nhắc riêng nhân viên',
  barge: 'Tham gia cuộc gọi',
  'take-over': 'Nhận thay cuộc gọi',
  'hang-up': 'Kết thúc cuộc gọi',
  status: 'Đổi trạng thái nhân viên',
  'sign-out': 'Đăng xuất nhân viên',
  move: 'Chuyển cuộc gọi, khách đang chờ',
  publish: 'Công bố, quay lại bản cũ',
  approve: 'Duyệt',
  call: 'Gọi khách',
  'call-anyway': 'Vẫn gọi khách từ chối quảng cáo',
  ask: 'Hỏi khách',
  own: 'Tự cài điện thoại cho máy nhánh của mình',
  score: 'Chấm điểm',
  decide: 'Phân xử điểm',
  'send-outside': 'Gửi ra ngoài công ty',
} as const;

/** What one does on a screen. */
export type Action = keyof typeof actionLabels;

const administered = ['view', 'create', 'update', 'delete', 'export'] as const;

/**
 * A permission is `<screen>.<action>`, the screen named as in the specification's routes. The same value decides routes,
 * menu, buttons and every server call (specification §6).
 */
export const screens = {
  dashboard: { label: 'Tổng quan', actions: ['view'] },
  customer: {
    label: 'Khách hàng',
    actions: ['view', 'create', 'update', 'delete', 'export', 'full-phone', 'call-anyway'],
  },
  consents: { label: 'Nhật ký đồng ý, từ chối', actions: ['view', 'create', 'export'] },
  'call-history': { label: 'Lịch sử cuộc gọi', actions: ['view', 'export', 'listen'] },
  'history-by-department-team': { label: 'Lịch sử theo phòng ban / nhóm', actions: ['view', 'export'] },
  'history-cdr-by-exten': { label: 'Thống kê theo máy nhánh', actions: ['view', 'export'] },
  'history-by-status': { label: 'Thời gian trạng thái', actions: ['view', 'export'] },
  'mailed-reports': { label: 'Báo cáo qua thư', actions: [...administered, 'send-outside'] },
  staffing: { label: 'Nhu cầu nhân sự', actions: ['view'] },
  shifts: { label: 'Ca làm việc', actions: administered },
  roster: { label: 'Lịch trực', actions: ['view', 'update', 'export'] },
  monitor: {
    label: 'Giám sát cuộc gọi',
    actions: ['view', 'listen', 'whisper', 'barge', 'take-over', 'hang-up', 'move', 'status', 'sign-out'],
  },
  quality: { label: 'Điểm cuộc gọi', actions: ['view', 'score', 'decide', 'export'] },
  'score-sheets': { label: 'Phiếu chấm điểm', actions: administered },
  'sampling-rules': { label: 'Luật lấy mẫu', actions: administered },
  kpis: { label: 'KPI', actions: administered },
  'kpi-by-department': { label: 'KPI theo phòng ban', actions: ['view'] },
  campaign: { label: 'Chiến dịch gọi ra', actions: [...administered, 'approve', 'call'] },
  'survey-categories': { label: 'Danh mục khảo sát', actions: administered },
  'survey-question': { label: 'Câu hỏi khảo sát', actions: administered },
  'survey-campaign': { label: 'Chiến dịch khảo sát', actions: [...administered, 'ask'] },
  automations: { label: 'Tự động hoá', actions: administered },
  messages: { label: 'Tin nhắn cho khách', actions: ['view', 'create'] },
  'message-templates': { label: 'Mẫu tin nhắn', actions: administered },
  'message-providers': { label: 'Nhà cung cấp tin nhắn', actions: administered },
  departments: { label: 'Phòng ban', actions: administered },
  teams: { label: 'Nhóm làm việc', actions: administered },
  branchs: { label: 'Chi nhánh', actions: administered },
  'data-sources': { label: 'Nguồn dữ liệu', actions: administered },
  projects: { label: 'Dự án', actions: administered },
  'profile-status': { label: 'Trạng thái hồ sơ', actions: administered },
  'call-outcomes': { label: 'Kết quả cuộc gọi', actions: administered },
  'call-tags': { label: 'Nhãn cuộc gọi', actions: administered },
  'customer-fields': { label: 'Trường riêng', actions: administered },
  accounts: { label: 'Tài khoản', actions: administered },
  trunks: { label: 'Đường truyền', actions: administered },
  numbers: { label: 'Đầu số & hotline', actions: administered },
  subscribers: { label: 'Máy nhánh', actions: administered },
  groups: { label: 'Nhóm máy nhánh', actions: administered },
  inbounds: { label: 'Định tuyến gọi vào', actions: administered },
  outbound: { label: 'Định tuyến gọi ra', actions: administered },
  'call-flow': { label: 'Sơ đồ luồng', actions: ['view'] },
  'call-test': { label: 'Thử luồng', actions: ['view'] },
  'routing-versions': { label: 'Phiên bản cấu hình', actions: ['view', 'update', 'publish'] },
  'list-of-blocked-incoming-numbers': { label: 'Danh sách chặn gọi vào', actions: administered },
  'list-of-blocked-out-numbers': { label: 'Danh sách chặn gọi ra', actions: administered },
  roles: { label: 'Vai trò', actions: administered },
  devices: { label: 'Điện thoại bàn', actions: [...administered, 'own'] },
  ringgroup: { label: 'Nhóm đổ chuông', actions: administered },
  queue: { label: 'Hàng đợi', actions: administered },
  'ivr-details': { label: 'Cây IVR', actions: administered },
  notifications: { label: 'Thông báo thoại', actions: administered },
  conditions: { label: 'Điều kiện thời gian', actions: administered },
  'customer-conditions': { label: 'Điều kiện khách hàng', actions: administered },
  'code-questions': { label: 'Nhập mã, hỏi hệ thống', actions: administered },
  'time-groups': { label: 'Nhóm thời gian', actions: administered },
  greeting: { label: 'Lời chào', actions: administered },
  'music-on-holds': { label: 'Nhạc chờ', actions: administered },
  'last-calls': { label: 'Gọi lại người cũ', actions: administered },
  'voicemail-boxes': { label: 'Hộp thư thoại', actions: administered },
  'feature-codes': { label: 'Mã tính năng', actions: ['view', 'update'] },
  'system-prompts': { label: 'Lời hệ thống', actions: ['view', 'update'] },
  'voice-otp': { label: 'Lịch sử Voice OTP', actions: ['view', 'create', 'export'] },
  'voice-otp-number': { label: 'Đầu số OTP', actions: administered },
  'bot-calls': { label: 'Khách thử', actions: ['create'] },
  'api-keys': { label: 'Khoá API', actions: administered },
  webhooks: { label: 'Webhook', actions: administered },
  events: { label: 'Dòng sự kiện', actions: ['view'] },
  'program-calls': {
    label: 'Chương trình điều khiển cuộc gọi',
    actions: ['create', 'update', 'move', 'hang-up', 'listen'],
  },
  'activity-user-tenant': { label: 'Nhật ký hoạt động', actions: ['view', 'export'] },
  setting: { label: 'Cài đặt hệ thống', actions: ['view', 'update'] },
} as const satisfies Record<string, { label: string; actions: readonly Action[] }>;

/** A screen, by its name in the specification's routes. */
export type Screen = keyof typeof screens;
/** `<screen>.<action>`, of those that there are. */
export type Permission = { [S in Screen]: `${S}.${(typeof screens)[S]['actions'][number]}` }[Screen];

/** All of them, in the order of the screens. */
export const permissions = Object.entries(screens).flatMap(([screen, { actions }]) =>
  actions.map((action) => `${screen}.${action}` as Permission),
);

/** An action that lets something else happen on its screen than it does on others. */
const ownLabels: Readonly<Partial<Record<Permission, string>>> = {
  'monitor.listen': 'Nghe cuộc gọi đang diễn ra',
  'messages.create': 'Gửi tin',
  'program-calls.create': 'Đặt cuộc gọi',
  'program-calls.update': 'Giữ máy, bấm phím',
  'program-calls.move': 'Chuyển, đỗ cuộc gọi',
  'program-calls.listen': 'Cho người giám sát nghe',
};

// What a permission is made of, by its type.
const partsOf = (permission: Permission) => permission.split('.') as [Screen, Action];

/** What a permission lets one do, without where: "Xoá". */
export const actionLabel = (permission: Permission): string =>
  ownLabels[permission] ?? actionLabels[partsOf(permission)[1]];

/** A permission in words: "Phòng ban: Xoá". */
export const permissionLabel = (permission: Permission): string =>
  `${screens[partsOf(permission)[0]].label}: ${actionLabel(permission)}`;

/** What lets programs try out their work: they look at what there is, and call nobody but bots. */
export function isHarmless(permission: Permission): boolean {
  const [screen, action] = partsOf(permission);
  return (
    action === 'view' ||
    action === 'export' ||
    action === 'full-phone' ||
    screen === 'bot-calls' ||
    screen === 'program-calls' ||
    permission === 'voice-otp.create'
  );
}

/** Rows that a role's people see: their own, their team's, department's or branch's, or all of the company's. */
export const scopeLabels = {
  own: 'Của bản thân',
  team: 'Của nhóm',
  department: 'Của phòng ban',
  branch: 'Của chi nhánh',
  all: 'Toàn công ty',
} as const;

/** Whose rows somebody sees. */
export type Scope = keyof typeof scopeLabels;
