/**
 * What the specification says letter by letter, copied from it by hand and from nowhere else: a test that read it from the
 * product would hold the product against itself.
 */

/** Every screen's address (§2). */
export const routes = `
/login /signup /dashboard /
/customer /customer/add /customer/edit/{id}
/setting /setting/{slug} /user-setting/{slug}
/numbers
/call-history /history-by-department-team /history-cdr-by-exten /history-success-call /last-calls
/activity-user-tenant
/reports/fpt/call-history
/etelecom/call-history
/kpis /kpi/add /kpi-by-department
/roles /role/add /role/edit/{id}
/accounts /account/add /account/edit/{id}
/departments /department/add /department/edit/{id}
/teams /team/add /team/edit/{id}
/projects /project/add /project/edit/{id}
/branchs /branch/add /branch/edit/{id}
/data-sources /data-source/add /data-source/edit/{id}
/profile-status /profile-status/add /profile-status/edit/{id}
/groups
/subscribers /subscribers/add /subscribers/edit/{id}
/inbounds /inbounds/add /inbounds/edit/{id}
/ringgroup /ringgroup/add /ringgroup/edit/{id}
/queue /queue/add /queue/edit/{id}
/ivr-details /ivr-details/add /ivr-details/edit/{id}
/notifications /notifications/add /notifications/edit/{id}
/conditions /conditions/add /conditions/edit/{id}
/time-groups /time-groups/add /time-groups/edit/{id}/{detailId}
/greeting /music-on-holds /outbound
/list-of-blocked-incoming-numbers /list-of-blocked-out-numbers
/monitor /etelecom/monitor /etelecom/switchboards /etelecom/create-hotline /etelecom/list-hotline /voices/subscribers
/marketings/campaign
/survey/categories /survey/question /survey/campaign /survey/campaign/start/{id}
/voice-otp/list /voice-otp/number
`
  .trim()
  .split(/\s+/);

/** A call as the specification writes it: base, method, path, and the names that it gives to query and body. */
export interface SpecifiedCall {
  readonly base: 'identity' | 'tenant' | 'admin' | 'telephony';
  readonly call: string;
  readonly query?: readonly string[];
  readonly body?: readonly string[];
}

/** Every call (§7). */
export const calls: readonly SpecifiedCall[] = [
  { base: 'identity', call: 'POST /login/tenant' },
  { base: 'tenant', call: 'POST /login' },
  { base: 'tenant', call: 'POST /logout' },
  { base: 'tenant', call: 'GET /me' },
  { base: 'tenant', call: 'GET /roles', query: ['page', 'per_page'] },
  { base: 'tenant', call: 'GET /role/{id}' },
  { base: 'tenant', call: 'POST /role' },
  { base: 'tenant', call: 'PUT /role/{id}' },
  { base: 'tenant', call: 'DELETE /role/{id}' },
  { base: 'tenant', call: 'GET /permissions' },
  { base: 'tenant', call: 'GET /all-department' },
  { base: 'tenant', call: 'GET /all-team' },
  { base: 'tenant', call: 'GET /subscribers' },
  { base: 'tenant', call: 'GET /subscriber-has-user' },
  { base: 'tenant', call: 'GET /get-data-filter' },
  { base: 'tenant', call: 'PUT /update-user-info-login' },
  { base: 'tenant', call: 'PUT /change-password' },
  { base: 'tenant', call: 'PUT /update-activity-status', body: ['status'] },
  { base: 'tenant', call: 'GET /histories-call' },
  { base: 'tenant', call: 'GET /notifications' },
  { base: 'tenant', call: 'GET /get-system-setting' },
  { base: 'tenant', call: 'PUT /update-system-setting' },
  { base: 'tenant', call: 'GET /payment-check' },
  { base: 'tenant', call: 'POST /create-histories-call', body: ['phone'] },
  { base: 'tenant', call: 'GET /etelecom/GetShopKey' },
  { base: 'admin', call: 'POST /get-max-user-company-tenancy', body: ['ma_dn'] },
  {
    base: 'telephony',
    call: 'GET /partner/inbound/john/incoming/{companyCode}',
    query: ['page', 'page_size', 'search', 'filter_action'],
  },
  { base: 'telephony', call: 'POST /partner/inbound' },
  { base: 'telephony', call: 'GET /inbound/john/incoming/detail/{id}/{companyCode}' },
  { base: 'telephony', call: 'PUT /partner/inbound/{id}' },
  { base: 'telephony', call: 'DELETE /partner/subscriber/delete/all', query: ['ma_dn'] },
  { base: 'telephony', call: 'DELETE /partner/incoming/{id}' },
  { base: 'telephony', call: 'DELETE /partner/rule/{id}' },
  { base: 'telephony', call: 'GET /partner/inbound/all/{companyCode}' },
  { base: 'telephony', call: 'GET /partner/ivr_detail/all/{companyCode}' },
  { base: 'telephony', call: 'GET /partner/destinations', query: ['CodeCompany'] },
  { base: 'telephony', call: 'GET /partner/number/all/{companyCode}' },
  { base: 'telephony', call: 'GET /partner/group-inbounds/{companyCode}', query: ['dataType'] },
  { base: 'telephony', call: 'GET /partner/message/all/{companyCode}' },
  { base: 'telephony', call: 'GET /partner/time/condition/all/{companyCode}' },
  { base: 'telephony', call: 'GET /partner/queues', query: ['dataType', 'CodeCompany'] },
  { base: 'telephony', call: 'GET /partner/last-calls', query: ['dataType', 'CodeCompany'] },
  { base: 'telephony', call: 'GET /partner/number/{number}' },
  { base: 'telephony', call: 'POST /partner/incoming' },
  { base: 'telephony', call: 'PUT /incoming/{id}' },
  { base: 'telephony', call: 'POST /importInbound' },
];

/** Fields by the thing that has them (§3). */
export const fields = {
  customer: ['name', 'code', 'email', 'phone', 'address', 'zalo', 'facebook', 'status', 'note', 'user_id'],
  customerExtra: ['address', 'facebook', 'zalo', 'note', 'note_in_calling', 'is_datasource', 'is_project', 'is_status'],
  role: ['name', 'permissions'],
  me: ['status_activity'],
  systemSetting: [
    'hidden_phone_customer',
    'position_hidden_phone_customer',
    'show_popup_customer',
    'voice_over_internet_protocol',
  ],
  softphoneAccount: [
    'username_telecom',
    'domain_telecom',
    'password_telecom',
    'extentions_number',
    'tenant_domain',
    'extension_password',
    'shop_key',
  ],
  featureEntry: ['feature_name_data', 'date_expired'],
  destinationOption: ['name', 'value'],
} as const;

/** Local-storage keys that are named (§3). */
export const storageKeys = ['token', 'user', 'ma_dn'];

/** Labels of the call status (§4). */
export const callStatusLabels = {
  incoming: 'Cuộc gọi đến',
  outgoing: 'Cuộc gọi đi',
  connecting: 'Đang kết nối',
  calling: 'Đang gọi',
  connected: 'Đã kết nối',
};

/** Messages (§5, §8). */
export const messages = {
  phone: 'Định dạng số điện thoại sai',
  required: 'Thông tin không được để trống',
  sessionExpired: 'Phiên làm việc hết hạn. Vui lòng đăng nhập lại !',
  generic: 'Có lỗi xảy ra , vui lòng thử lại',
};
export const destinationFetch = (status: number) => `Error: Received status code ${status}`;

/** Destinations that a call can be sent to (§9), the longer list. */
export const destinationTypes = [
  'ivr',
  'direct',
  'group',
  'fw',
  'msg',
  'time',
  'voicemail',
  'queue',
  'lastcall',
] as const;

/** Names and numbers that stand by themselves (§5, §6, §9). */
export const constants = {
  superAdmin: 'super-admin',
  extensionPermission: 'dn0002',
  everybodySignedIn: 'general',
  popUpFeature: 'popupcustomer',
  pageSize: 10,
  voiceModes: [1, 2, 3],
  activityStatuses: [1, 2, 3],
  /** Of the secure web socket that phones speak SIP over (§7). */
  sipPort: 4443,
  registerExpirySeconds: 60,
};

/** The separate check of a phone (§5): valid when exactly 10 digits. */
export const tenDigits = {
  valid: ['0901234567', '1234567890', '0000000000'],
  invalid: ['', '090123456', '09012345678', '0901 234 567', '090123456x', '+84901234', '٠٩٠١٢٣٤٥٦٧'],
};

/** The data cache (§7, §9): failed reads are tried again so often, after delays that double, and what is unused is collected. */
export const cache = {
  retries: 3,
  delaysMs: [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000],
  collectedAfterMs: 300_000,
};

/**
 * Calls (§7) that the server answers to others and the console does not make itself, because it has a better way: pickers read all
 * that calls can be led to by one call, many rows are deleted by one call, files are brought by one import, and phones have passwords.
 */
export const serverOnly = [
  'POST /login',
  'DELETE /role/{id}',
  'GET /permissions',
  'GET /etelecom/GetShopKey',
  'DELETE /partner/subscriber/delete/all',
  'DELETE /partner/incoming/{id}',
  'DELETE /partner/rule/{id}',
  'GET /partner/inbound/all/{companyCode}',
  'GET /partner/ivr_detail/all/{companyCode}',
  'GET /partner/group-inbounds/{companyCode}',
  'GET /partner/message/all/{companyCode}',
  'GET /partner/time/condition/all/{companyCode}',
  'GET /partner/last-calls',
  'POST /partner/incoming',
  'PUT /incoming/{id}',
  'POST /importInbound',
];
