import {
  accounts,
  addConsent,
  askAboutData,
  customerFields,
  customerPrivacy,
  customers,
  dataSources,
  historiesCall,
  inviteAccount,
  roles,
  startBotCall,
  testWebhook,
  webhooks,
} from '@alo/contract';
import type { Page } from 'playwright-core';

import { isClosed, mainNumberAndCustomer, signInByApi } from './api.ts';
import { callShots } from './call-shots.ts';
import { campaignShots } from './campaign-shots.ts';
import { consentShots } from './consent-shots.ts';
import { customerShots } from './customer-shots.ts';
import { hotlineShots } from './hotline-shots.ts';
import { kpiShots } from './kpi-shots.ts';
import { messageShots } from './message-shots.ts';
import { monitorShots } from './monitor-shots.ts';
import { numberShots } from './number-shots.ts';
import { operatorShots } from './operator-shots.ts';
import { otpShots } from './otp-shots.ts';
import { phoneSystemShots } from './phone-system-shots.ts';
import { qualityShots } from './quality-shots.ts';
import { reportShots } from './report-shots.ts';
import { rosterShots } from './roster-shots.ts';
import type { Shot } from './shot.ts';
import { surveyShots } from './survey-shots.ts';
import { until } from './until.ts';

/** An address that leads nowhere. */
export const lost = '/khong-co-trang-nay';

/** A button is pressed, and what it opens is there. */
const opening = (button: string | RegExp, dialog: string) => async (page: Page) => {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('dialog', { name: dialog }).waitFor();
};

/** A webhook that nobody listens to, with a try in its log. */
async function webhookLog(page: Page, address: string): Promise<void> {
  const admin = await signInByApi(address, 'admin');
  const body = { name: 'CRM', url: 'http://127.0.0.1:9/alo', events: ['call.ended' as const] };
  const there = await admin.call(webhooks.list, { query: { search: body.name } });
  const { id } = there.data[0] ?? (await admin.call(webhooks.create, { body }));
  await admin.call(testWebhook, { params: { id } });
  await page.getByRole('button', { name: 'CRM', exact: true }).click();
  await page.getByRole('dialog').getByText('test', { exact: true }).first().waitFor();
}

/** A field of the company's own, with which customers have more to fill in. */
async function ownField(page: Page, address: string): Promise<void> {
  const admin = await signInByApi(address, 'admin');
  const body = { name: 'Hạng thẻ', kind: 'one', choices: ['Thường', 'Bạc', 'Vàng'], on_popup: true } as const;
  const there = await admin.call(customerFields.list, { query: { search: body.name } });
  if (there.total === 0) await admin.call(customerFields.create, { body: { ...body, choices: [...body.choices] } });
  await page.getByText(body.name).first().waitFor();
}

/** A customer who has agreed to something, refused something else and asks for their data. */
async function consents(page: Page, address: string): Promise<void> {
  const admin = await signInByApi(address, 'admin');
  const [first] = (await admin.call(customers.list, {})).data;
  if (first === undefined) throw new Error('the demo has no customer');
  const params = { id: first.id };
  const { consents: there } = await admin.call(customerPrivacy, { params });
  if (there.length === 0) {
    const note = { way: 'call', evidence: 'Cuộc gọi sáng 21/11' } as const;
    await admin.call(addConsent, { params, body: { ...note, purpose: 'recording', given: true } });
    await admin.call(addConsent, { params, body: { ...note, purpose: 'marketing', given: false } });
    await admin.call(askAboutData, { params, body: { kind: 'erase', note: 'Gửi qua email' } });
  }
  // The list's first row may be another by now: whoever called last stands above.
  await page.goto(`${address}/customer?id=${first.id}`);
  const part = page.getByRole('region', { name: 'Đồng ý và quyền riêng tư' });
  await part.getByText('Xoá dữ liệu').waitFor();
  await part.scrollIntoViewIfNeeded();
}

/** A Google Sheet that has never been read. */
async function sheetSource(page: Page, address: string): Promise<void> {
  const admin = await signInByApi(address, 'admin');
  const name = 'Bảng hội chợ';
  const there = await admin.call(dataSources.list, { query: { search: name } });
  if (there.total === 0) {
    const [somebody] = (await admin.call(accounts.list, {})).data;
    const sheet = { kind: 'google-sheet', sheet_id: '1a-B_c', sheet_name: 'gid=0' } as const;
    await admin.call(dataSources.create, { body: { name, ...sheet, user_id: somebody?.id ?? null } });
  }
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByText('Chưa đồng bộ lần nào.').waitFor();
}

/** The console as Minh has it, from the list of accounts. */
async function lookAsMinh(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Trần Văn Minh', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Xem như người này' }).click();
  await page.getByRole('region', { name: 'Đang xem như' }).waitFor();
  await page.getByRole('heading', { level: 1, name: 'Việc của tôi' }).waitFor();
}

async function stopLooking(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Đang xem như' }).getByRole('button', { name: 'Thoát' }).click();
  await page.getByRole('heading', { level: 1, name: 'Tài khoản' }).waitFor();
}

/** What the list finds, with more than stands on the page. */
async function chooseEverything(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: /^Chọn Kinh doanh/ }).check();
  await page.getByRole('button', { name: /^Chọn tất cả/ }).click();
}

/** Where an invitation leads somebody who has no password yet. */
async function invitation(address: string): Promise<string> {
  const admin = await signInByApi(address, 'admin');
  const email = 'duoc-moi@demo.local';
  const there = await admin.call(accounts.list, { query: { search: email } });
  const [role] = (await admin.call(roles.list, { query: { search: 'Nhân viên' } })).data;
  if (!role) throw new Error('there is no role to invite to');
  const person =
    there.data[0] ??
    (await admin.call(accounts.create, { body: { name: 'Đỗ Thị Được Mời', email, role_id: role.id } }));
  const { url } = await admin.call(inviteAccount, { params: { id: person.id } });
  return `${address}${new URL(url).pathname}${new URL(url).hash}`;
}

/** A bot has tried the main number, which figures leave out. */
async function botHasTried(address: string): Promise<void> {
  const admin = await signInByApi(address, 'admin');
  const tries = async () => (await admin.call(historiesCall, { query: { purpose: 'test' } })).data;
  if ((await tries()).length === 0) {
    const { number: to } = await mainNumberAndCustomer(admin);
    await admin.call(startBotCall, { body: { from: '0988111222', to, script: { voice: 'khach-1', seconds: 1 } } });
  }
  await until('the call of a bot has ended', async () => {
    const calls = await tries();
    return calls.length > 0 && calls.every(isClosed);
  });
}

/** A page of settings, each section by what it shows first. */
const settingShots = (base: '/setting' | '/user-setting', sections: Readonly<Record<string, string>>): Shot[] =>
  Object.entries(sections).map(([slug, words]) => ({
    name: `${base.slice(1)}-${slug}`,
    path: `${base}/${slug}`,
    as: 'admin',
    prepare: (page) => page.getByText(words).first().waitFor(),
  }));

/** The screens that every change should look at. */
export const screenShots: readonly Shot[] = [
  { name: 'login', path: '/login', as: null },
  {
    name: 'dashboard',
    path: '/dashboard',
    as: 'admin',
    // The chart comes after everything else.
    prepare: (page) => page.locator('main figure [role="img"] > *').first().waitFor(),
  },
  {
    name: 'dashboard-all',
    path: '/dashboard',
    as: 'admin',
    prepare: async (page, address) => {
      await botHasTried(address);
      await page.reload();
      await page.getByRole('button', { name: 'Tính cả' }).click();
      await page.getByRole('button', { name: 'Không tính' }).scrollIntoViewIfNeeded();
      await page.locator('main figure [role="img"] > *').first().waitFor();
    },
  },
  { name: 'my-day', path: '/my-day', as: 'lan' },
  { name: 'call-history', path: '/call-history', as: 'admin' },
  {
    name: 'call-purpose',
    path: '/call-history?purpose=test',
    as: 'admin',
    prepare: async (page, address) => {
      await botHasTried(address);
      await page.reload();
      await page.getByText('Khách dập máy').first().waitFor();
    },
  },
  {
    name: 'call-detail',
    path: '/call-history?status=answered',
    as: 'admin',
    prepare: async (page) => {
      await page.locator('tbody tr button, ul[aria-label="Lịch sử cuộc gọi"] li button').first().click();
      await page.getByRole('dialog').getByText('Vì sao cuộc gọi đi như vậy').waitFor();
    },
  },
  { name: 'departments', path: '/departments', as: 'admin' },
  { name: 'customers', path: '/customer', as: 'admin' },
  {
    name: 'customer-drawer',
    path: '/customer',
    as: 'admin',
    prepare: async (page) => {
      await page.locator('tbody tr button, ul[aria-label="Khách hàng"] li button').first().click();
      await page.getByRole('dialog').getByText('Tạo lúc').waitFor();
    },
  },
  { name: 'customer-fields', path: '/customer-fields', as: 'admin', prepare: ownField },
  {
    name: 'customer-field-add',
    path: '/customer-field/add',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('radio', { name: 'Chọn một' }).check();
      await page.getByLabel('Các lựa chọn').fill('Thường\nBạc\nVàng');
    },
  },
  { name: 'customer-consents', path: '/customer', as: 'admin', prepare: consents },
  {
    name: 'customer-consent-add',
    path: '/customer',
    as: 'admin',
    prepare: async (page, address) => {
      await consents(page, address);
      await page.getByRole('button', { name: 'Ghi đồng ý' }).click();
      await page.getByRole('dialog', { name: 'Ghi đồng ý của khách' }).waitFor();
    },
  },
  {
    name: 'data-requests',
    path: '/setting/du-lieu-ca-nhan',
    as: 'admin',
    prepare: (page) => page.getByText('Xoá dữ liệu').first().waitFor(),
  },
  { name: 'sheet-sync', path: '/data-sources', as: 'admin', prepare: sheetSource },
  {
    name: 'sheet-key',
    path: '/data-sources',
    as: 'admin',
    prepare: async (page, address) => {
      await sheetSource(page, address);
      await page.getByRole('button', { name: 'Dùng tài khoản dịch vụ' }).click();
      const dialog = page.getByRole('dialog', { name: 'Tài khoản dịch vụ của Google' });
      await dialog.getByLabel('Nội dung tệp khoá').fill('{ "type": "nothing" }');
      await dialog.getByRole('button', { name: 'Lưu khoá' }).click();
      await dialog.getByText('Không phải tệp khoá JSON').waitFor();
    },
    // That the key was refused is said by the server.
    errors: /422/,
  },
  {
    name: 'customer-add',
    path: '/customer/add',
    as: 'admin',
    prepare: (page) => page.getByRole('combobox', { name: 'Dự án' }).waitFor(),
  },
  { name: 'department-add', path: '/department/add', as: 'admin' },
  { name: 'branchs', path: '/branchs', as: 'admin' },
  { name: 'teams', path: '/teams', as: 'admin' },
  { name: 'projects', path: '/projects', as: 'admin' },
  {
    name: 'project-add',
    path: '/project/add',
    as: 'admin',
    // Pickers come after the form.
    prepare: (page) => page.getByRole('combobox', { name: 'Thành viên' }).waitFor(),
  },
  {
    name: 'team-add',
    path: '/team/add',
    as: 'admin',
    // Pickers come after the form.
    prepare: async (page) => {
      await page.getByRole('combobox', { name: 'Phòng ban' }).waitFor();
      await page.getByRole('combobox', { name: 'Thành viên' }).waitFor();
    },
  },
  {
    name: 'group-add',
    path: '/groups/add',
    as: 'admin',
    prepare: (page) => page.getByRole('combobox', { name: 'Máy nhánh' }).waitFor(),
  },
  {
    name: 'last-calls',
    path: '/last-calls',
    as: 'admin',
    prepare: (page) => page.getByRole('table', { name: 'Ai nói chuyện với khách gần nhất' }).waitFor(),
  },
  { name: 'last-talks', path: '/last-talks', as: 'admin' },
  {
    name: 'calls-of-carrier',
    path: '/reports/fpt/call-history',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Theo ngày' }).click();
      await page.getByText('Không có cuộc gọi nào trong những ngày này').or(page.getByRole('table').first()).waitFor();
    },
  },
  { name: 'data-sources', path: '/data-sources', as: 'admin' },
  { name: 'profile-status', path: '/profile-status', as: 'admin' },
  { name: 'call-outcomes', path: '/call-outcomes', as: 'admin' },
  { name: 'call-tags', path: '/call-tags', as: 'admin' },
  { name: 'organisation', path: '/organisation', as: 'admin' },
  { name: 'roles', path: '/roles', as: 'admin' },
  {
    name: 'role-drawer',
    path: '/roles',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Quản lý', exact: true }).click();
      await page.getByRole('dialog').getByText('Ai có vai trò này').waitFor();
    },
  },
  {
    name: 'role-add',
    path: '/role/add',
    as: 'admin',
    // The matrix comes after the form.
    prepare: async (page) => {
      await page
        .locator('form')
        .getByRole('button', { name: /^Giám sát và báo cáo/ })
        .click();
      await page.getByRole('checkbox', { name: 'Cả hàng: Giám sát cuộc gọi' }).waitFor();
    },
  },
  {
    name: 'role-compare',
    path: '/role/add',
    as: 'admin',
    prepare: async (page) => {
      await page
        .locator('form')
        .getByRole('button', { name: /^Tổ chức/ })
        .click();
      await page.getByRole('checkbox', { name: 'Cả hàng: Phòng ban' }).check();
      await page.getByRole('combobox', { name: 'So với vai trò' }).click();
      await page.getByRole('option', { name: 'Nhân viên' }).click();
      await page.getByText('vai trò kia có, vai trò này không').waitFor();
    },
  },
  {
    name: 'role-search',
    path: '/role/add',
    as: 'admin',
    // What was found is seen at once, and folds.
    prepare: async (page) => {
      await page.getByRole('searchbox', { name: 'Tìm màn hình hoặc hành động' }).fill('nghe');
      const groups = page.locator('form').getByRole('group');
      await groups.getByRole('checkbox', { name: 'Lịch sử cuộc gọi: Nghe ghi âm' }).waitFor();
      await groups.getByRole('button', { name: /^Giám sát và báo cáo/ }).click();
      await groups.getByRole('button', { name: /^Giám sát và báo cáo/, expanded: false }).waitFor();
    },
  },
  { name: 'accounts', path: '/accounts', as: 'admin' },
  {
    name: 'account-add',
    path: '/account/add',
    as: 'admin',
    prepare: (page) => page.getByRole('combobox', { name: 'Phòng ban' }).waitFor(),
  },
  {
    name: 'account-drawer',
    path: '/accounts',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Trần Văn Minh', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Vì sao không thấy?' }).waitFor();
    },
  },
  {
    name: 'account-access',
    path: '/accounts',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Trần Văn Minh', exact: true }).click();
      await page.getByRole('button', { name: 'Vì sao không thấy?' }).click();
      await page
        .getByRole('dialog', { name: /được làm gì/ })
        .getByText('Phòng ban: Xem', { exact: true })
        .waitFor();
    },
  },
  {
    name: 'invite-many',
    path: '/accounts',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Mời nhiều người' }).click();
      await page
        .getByLabel('Mỗi dòng một người')
        .fill('Lê Thị Bưởi <buoi@demo.local>\nlan@demo.local\nkhông phải email');
      await page.getByRole('combobox', { name: 'Vai trò' }).click();
      await page.getByRole('option', { name: 'Nhân viên' }).click();
      await page.getByRole('button', { name: 'Kiểm tra danh sách' }).click();
      await page.getByText('Đã có tài khoản').waitFor();
    },
  },
  { name: 'api-keys', path: '/api-keys', as: 'admin' },
  {
    name: 'api-key-add',
    path: '/api-key/add',
    as: 'admin',
    prepare: async (page) => {
      await page
        .locator('form')
        .getByRole('button', { name: /^Giám sát và báo cáo/ })
        .click();
      await page.getByRole('checkbox', { name: 'Cả hàng: Giám sát cuộc gọi' }).waitFor();
    },
  },
  { name: 'webhooks', path: '/webhooks', as: 'admin' },
  {
    name: 'webhook-add',
    path: '/webhook/add',
    as: 'admin',
    prepare: (page) => page.getByRole('combobox', { name: 'Báo những sự kiện' }).waitFor(),
  },
  { name: 'webhook-log', path: '/webhooks', as: 'admin', prepare: webhookLog },
  {
    name: 'data-source-sheet',
    path: '/data-source/add',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('radio', { name: 'Google Sheet' }).check();
      await page.getByLabel('Mã Google Sheet').waitFor();
    },
  },
  ...phoneSystemShots,
  ...operatorShots,
  { name: 'looking', path: '/accounts', as: 'admin', prepare: lookAsMinh, tidy: stopLooking },
  { name: 'not-found', path: lost, as: 'admin' },
  {
    name: 'keys',
    path: '/departments',
    as: 'admin',
    prepare: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Phím tắt' }).waitFor();
    },
  },
  {
    name: 'delete',
    path: '/departments',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Xoá Kinh doanh' }).click();
      await page.getByText('đang được sử dụng').waitFor();
    },
  },
  {
    name: 'bulk-delete',
    path: '/departments',
    as: 'admin',
    prepare: async (page) => {
      await chooseEverything(page);
      await page.getByRole('button', { name: 'Xoá', exact: true }).click();
      await page.getByText('của cả danh sách').waitFor();
    },
  },
  {
    name: 'bulk-set',
    path: '/departments',
    as: 'admin',
    prepare: async (page) => {
      await chooseEverything(page);
      await page.getByRole('button', { name: 'Đặt giá trị' }).click();
      await page.getByRole('menuitem', { name: 'Chi nhánh' }).click();
      await page.getByRole('dialog').getByRole('combobox', { name: 'Chi nhánh' }).waitFor();
    },
  },
  {
    name: 'bot-call',
    path: '/dashboard',
    as: 'admin',
    prepare: opening('Khách thử', 'Khách thử gọi vào'),
  },
  { name: 'sign-up', path: '/signup', as: null, prepare: (page) => page.getByLabel('Tên công ty').waitFor() },
  {
    name: 'forgot-password',
    path: '/login',
    as: null,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Quên mật khẩu?' }).click();
      await page.getByRole('heading', { name: 'Quên mật khẩu' }).waitFor();
    },
  },
  {
    name: 'set-password',
    path: '/login',
    as: null,
    prepare: async (page, address) => {
      await page.goto(await invitation(address));
      await page.getByLabel('Nhập lại mật khẩu').waitFor();
    },
  },
  {
    name: 'choose-company',
    path: '/login',
    as: null,
    prepare: async (page) => {
      const companies = [
        { ma_dn: 'demo', name: 'Công ty Demo' },
        { ma_dn: 'acme', name: 'Công ty cổ phần thương mại và dịch vụ ACME Việt Nam' },
      ];
      const body = {
        code: 'choose_company',
        message: 'Tài khoản này có ở nhiều công ty, hãy chọn một',
        current: { companies },
      };
      await page.route('**/login/tenant', (route) => route.fulfill({ status: 409, json: body }));
      await page.getByLabel('Email hoặc tên đăng nhập').fill('lan@demo.local');
      await page.getByLabel('Mật khẩu').first().fill('khong-can-dung');
      await page.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
      await page.getByText('ACME').waitFor();
    },
    errors: /409/,
    tidy: (page) => page.unrouteAll({ behavior: 'ignoreErrors' }),
  },
  ...settingShots('/setting', {
    chung: 'Múi giờ',
    'thuong-hieu': 'Màu biểu tượng',
    'cuoc-goi': 'Xử lý sau cuộc gọi',
    'dien-thoai': 'Che số khách hàng',
    crm: 'Địa chỉ tra cứu',
    'loi-thoai': 'Đơn vị vận hành chưa cho chép lời',
    'han-muc': 'Dấu hiệu gian lận cước',
    'luu-tru': 'Giữ ghi âm',
    'bao-mat': 'Bắt buộc xác thực hai bước',
    'ban-quyen': 'Đang dùng',
  }),
  ...settingShots('/user-setting', {
    'ho-so': 'Họ và tên',
    'mat-khau': 'Mật khẩu hiện tại',
    'bao-mat': 'Ứng dụng xác thực',
    phien: 'Phiên này',
    'thong-bao': 'Giờ yên lặng',
    'thiet-bi': 'Chưa có điện thoại',
    'giao-dien': 'Độ cao dòng',
  }),
  {
    name: 'second-factor',
    path: '/user-setting/bao-mat',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Bật ứng dụng xác thực' }).click();
      await page.getByRole('img', { name: /^Mã QR/ }).waitFor();
    },
  },
  {
    name: 'phone-settings',
    path: '/user-setting/thiet-bi',
    as: 'lan',
    prepare: (page) => page.getByRole('button', { name: 'Nghe thử chuông' }).waitFor(),
  },
  { name: 'activity-user-tenant', path: '/activity-user-tenant', as: 'admin' },
  {
    name: 'activity-detail',
    path: '/activity-user-tenant',
    as: 'admin',
    prepare: async (page) => {
      await page.locator('tbody tr button, ul[aria-label="Nhật ký hoạt động"] li button').first().click();
      await page.getByRole('dialog').getByText('Dấu chuỗi').waitFor();
    },
  },
  {
    name: 'drawer',
    path: '/departments',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Kinh doanh', exact: true }).click();
      await page.getByRole('dialog').getByText('Tạo lúc').waitFor();
    },
  },
  {
    name: 'list-no-match',
    path: '/departments?search=kh%C3%B4ng%20c%C3%B3',
    as: 'admin',
    prepare: (page) => page.getByText('Không có dòng nào khớp').waitFor(),
  },
  {
    name: 'list-loading',
    path: '/teams',
    as: 'admin',
    loads: true,
    prepare: async (page) => {
      await page.route(/\/list-teams|\/teams\?/, () => undefined);
      await page.getByRole('searchbox').fill('chờ mãi');
      await page.locator('main [aria-busy="true"]').waitFor();
    },
    tidy: (page) => page.unrouteAll({ behavior: 'ignoreErrors' }),
  },
  {
    name: 'filter',
    path: '/call-history',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Thời gian', exact: true }).click();
      await page.getByRole('dialog', { name: 'Lọc theo thời gian' }).getByText('7 ngày qua').waitFor();
    },
  },
  {
    name: 'display',
    path: '/call-history',
    as: 'admin',
    prepare: opening('Hiển thị', 'Cách hiển thị'),
  },
  {
    name: 'search',
    path: '/departments',
    as: 'admin',
    prepare: async (page) => {
      await page.keyboard.press('Control+k');
      await page
        .getByRole('dialog', { name: 'Tìm khách hàng, số, màn hình hoặc lệnh' })
        .getByRole('combobox')
        .fill('lich su');
    },
  },
  {
    name: 'bell',
    path: '/departments',
    as: 'admin',
    prepare: opening(/^Thông báo/, 'Thông báo'),
  },
  {
    name: 'person',
    path: '/departments',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Tài khoản/ }).click();
      await page.getByRole('menu').waitFor();
    },
  },
  {
    name: 'form-wrong',
    path: '/department/add',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Lưu phòng ban' }).click();
      await page.getByText('Thông tin không được để trống').first().waitFor();
    },
  },
  {
    name: 'offline',
    path: '/departments',
    as: 'admin',
    errors: /ERR_INTERNET_DISCONNECTED|WebSocket/,
    prepare: async (page) => {
      await page.context().setOffline(true);
      await page.getByText('Mất mạng.').waitFor();
    },
    tidy: (page) => page.context().setOffline(false),
  },
  { name: 'numbers', path: '/numbers', as: 'admin' },
  {
    name: 'number-drawer',
    path: '/numbers',
    as: 'admin',
    prepare: async (page) => {
      await page.locator('tbody tr button').first().click();
      await page.getByRole('dialog').getByText('Nhiều nhất cùng lúc').waitFor();
    },
  },
  ...numberShots,
  { name: 'number-add', path: '/number/add', as: 'admin' },
  ...customerShots,
  ...campaignShots,
  ...consentShots,
  ...messageShots,
  ...qualityShots,
  ...rosterShots,
  ...surveyShots,
  ...kpiShots,
  ...reportShots,
  ...hotlineShots,
  ...otpShots,
  ...monitorShots,
  ...callShots,
];
