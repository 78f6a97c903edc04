import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { accounts, activityUserTenant, departments, roles, teams, webhookBody } from '@alo/contract';
import { inDepth } from '@alo/testing/in-depth';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type PersonApi, signInByApi } from '../support/api.ts';
import { openPage } from '../support/browser-phone.ts';
import { demo } from '../support/people.ts';
import { type Stage, tellOfFailure } from '../support/stage.ts';
import { totp } from '../support/totp.ts';

/** An administrator's day, from a role that is made to a department that is closed. The stories follow each other. */
export function administrationStories(here: () => Stage): void {
  let api: PersonApi;
  let page: Page;
  /** Somebody else at another machine. */
  let theirs: Page;

  const newcomer = { name: 'Vũ Thị Mai', email: 'mai@demo.local', password: 'hoa-no-ban-mai-2026' };

  beforeAll(async () => {
    api = await signInByApi(here().address, 'admin');
    page = await here().signedIn('admin');
    theirs = await openPage(here().browser);
  });

  afterEach(({ task }) => tellOfFailure(task, here(), [page, theirs]));

  afterAll(() => Promise.all([page, theirs].map((each) => each?.context().close())));

  const open = (path: string) => page.goto(`${here().address}${path}`);
  const pick = async (label: string, choice: string) => {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: choice, exact: true }).click();
  };
  /** The secret that stands under the QR code, confirmed by its first code. */
  async function confirmApp(of: Page): Promise<void> {
    await of.getByRole('img', { name: /^Mã QR/ }).waitFor();
    const secret = /([A-Z2-7]{32})/.exec(await of.getByText('Nhập khoá này:').innerText())?.[1] ?? '';
    await of.getByLabel('Mã xác thực').fill(totp(secret, Date.now()));
    await of.getByRole('button', { name: 'Bật xác thực hai bước', exact: true }).click();
    await of.getByRole('list', { name: 'Mã khôi phục' }).waitFor();
  }

  /** The role that was put together; where a story runs without that one, it is made as it was. */
  async function dutyRole(): Promise<void> {
    const { data } = await api.call(roles.list, { query: { search: 'Trực ban' } });
    if (data.length > 0) return;
    const permissions = (['view', 'create', 'update', 'delete', 'export'] as const).map(
      (action) => `departments.${action}` as const,
    );
    await api.call(roles.create, {
      body: {
        name: 'Trực ban',
        permissions: [...permissions, 'call-history.view', 'teams.view'],
        scope: 'team',
        second_factor: true,
      },
    });
  }

  const permission = (name: string) => page.getByRole('checkbox', { name, exact: true });

  test('a role is put together in the matrix: a whole row, a single box, and whose data it sees', async () => {
    await open('/role/add');
    await page.getByLabel('Tên vai trò').fill('Trực ban');
    await page.getByRole('radio', { name: /^Của nhóm/ }).check();
    await page
      .locator('form')
      .getByRole('button', { name: /^Tổ chức/ })
      .click();
    await page.getByRole('checkbox', { name: 'Cả hàng: Phòng ban' }).check();
    await expect.poll(() => permission('Phòng ban: Xoá').isChecked()).toBe(true);
    await page
      .locator('form')
      .getByRole('button', { name: /^Cuộc gọi/ })
      .click();
    await permission('Lịch sử cuộc gọi: Xem').focus();
    await page.keyboard.press('Space');
    await page.getByRole('searchbox', { name: 'Tìm màn hình hoặc hành động' }).fill('nhom lam viec');
    await expect.poll(() => page.getByRole('checkbox', { name: /^Cả hàng: / }).count()).toBe(1);
    await permission('Nhóm làm việc: Xem').check();
    await page.getByRole('switch', { name: 'Bắt buộc xác thực hai bước' }).check();
    await page.keyboard.press('Control+s');
    await page.waitForURL('**/roles');
    const { data } = await api.call(roles.list, { query: { search: 'Trực ban' } });
    expect(data[0]).toMatchObject({ scope: 'team', second_factor: true });
    expect(data[0]?.permissions).toHaveLength(7);
  });

  test('somebody is invited, chooses a password by the link, sets up the second factor that the role asks for, and sees what it lets them see', async () => {
    await dutyRole();
    await open('/account/add');
    await page.getByLabel('Họ tên').fill(newcomer.name);
    await page.getByLabel('Email').fill(newcomer.email);
    await pick('Vai trò', 'Trực ban');
    await pick('Nhóm', 'Tư vấn');
    await page.keyboard.press('Control+s');
    // The drawer of who was added opens by itself: the invitation is sent from there.
    await page.getByRole('dialog', { name: newcomer.name }).getByRole('button', { name: 'Gửi lời mời' }).click();
    const link = await page
      .getByRole('dialog', { name: /^Liên kết cho/ })
      .getByLabel('Liên kết')
      .inputValue();
    expect(link).toContain('/set-password#');

    // An older link was open in that tab.
    await theirs.goto(`${here().address}/set-password#cu`);
    await theirs.getByText('Liên kết không còn dùng được').waitFor();
    await theirs.goto(link);
    await theirs.getByText(newcomer.name).waitFor();
    await theirs.getByLabel('Mật khẩu mới').fill(newcomer.password);
    await theirs.getByLabel('Nhập lại mật khẩu').fill(newcomer.password);
    // Without a network what was filled in stays, to be sent again.
    await theirs.route('**/one-use-link/use', (route) => route.abort(), { times: 1 });
    await theirs.getByRole('button', { name: 'Đặt mật khẩu' }).click();
    await theirs.getByText('Không kết nối được máy chủ').waitFor();
    await theirs.getByRole('button', { name: 'Đặt mật khẩu' }).click();
    await theirs.getByRole('link', { name: 'Đăng nhập' }).waitFor();
    await expect.poll(() => theirs.evaluate('document.activeElement?.textContent')).toBe('Đăng nhập');
    await theirs.keyboard.press('Enter');
    await expect
      .poll(() => theirs.getByRole('textbox', { name: 'Mã doanh nghiệp' }).inputValue())
      .toBe(demo.companyCode);
    await theirs.getByLabel('Email hoặc tên đăng nhập').fill(newcomer.email);
    await theirs.getByLabel('Mật khẩu').first().fill(newcomer.password);
    await theirs.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
    await theirs.getByRole('heading', { name: 'Bật xác thực hai bước' }).waitFor();
    await confirmApp(theirs);
    await theirs.getByRole('button', { name: 'Tôi đã giữ các mã, vào Alô' }).click();
    // They may not see the dashboard, and are not received by a refusal.
    await theirs.waitForURL('**/my-day');
    await theirs.getByRole('link', { name: 'Phòng ban' }).click();
    await theirs.getByRole('cell', { name: 'Kinh doanh' }).first().waitFor();

    // The link was good once.
    const again = await here().browser.newPage();
    await again.goto(link);
    await again.getByText('Liên kết không còn dùng được').waitFor();
    await again.close();
  });

  test('a right that is withdrawn while the person works is gone from their screen within seconds', async () => {
    const { data } = await api.call(roles.list, { query: { search: 'Trực ban' } });
    await open(`/role/edit/${data[0]?.id}`);
    await page
      .locator('form')
      .getByRole('button', { name: /^Tổ chức/ })
      .click();
    await page.getByRole('checkbox', { name: 'Cả hàng: Phòng ban' }).uncheck();
    await page.keyboard.press('Control+s');
    await page.waitForURL('**/roles');
    await theirs.getByText('Bạn chưa có quyền xem trang này').waitFor();
    await theirs.getByRole('link', { name: /^Về / }).waitFor();
    await expect.poll(() => theirs.getByRole('link', { name: 'Phòng ban' }).count()).toBe(0);
    // What was left to them still works, in the same session.
    await theirs.getByRole('link', { name: 'Nhóm làm việc' }).click();
    await theirs.getByRole('cell', { name: 'Tư vấn' }).first().waitFor();
  });

  inDepth(
    'whoever has lost their phone has the second step taken away, is signed out, and sets another one up',
    async () => {
      await open(`/accounts?search=${encodeURIComponent(newcomer.email)}`);
      await page.getByRole('button', { name: newcomer.name, exact: true }).click();
      const drawer = page.getByRole('dialog', { name: newcomer.name });
      const drop = drawer.getByRole('button', { name: 'Gỡ xác thực hai bước' });
      await drop.click();
      const sure = page.getByRole('dialog', { name: /^Gỡ xác thực hai bước của/ });
      await sure.getByRole('button', { name: 'Gỡ', exact: true }).click();
      await page.getByText(`Đã gỡ xác thực hai bước của ${newcomer.name}`).waitFor();
      await drop.waitFor({ state: 'detached' });
      await theirs.waitForURL('**/login');
      await theirs.getByLabel('Email hoặc tên đăng nhập').fill(newcomer.email);
      await theirs.getByLabel('Mật khẩu').first().fill(newcomer.password);
      await theirs.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
      await theirs.getByRole('heading', { name: 'Bật xác thực hai bước' }).waitFor();
      await expect.poll(() => theirs.getByLabel('Mật khẩu').count()).toBe(0);
    },
  );

  inDepth('a department that is in use is closed by moving what is in it to another one', async () => {
    await open('/departments');
    await page.getByRole('button', { name: 'Xoá Kinh doanh' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Nhóm làm việc: Tư vấn').waitFor();
    await pick('Chuyển tất cả sang phòng ban', 'Chăm sóc khách hàng');
    await dialog.getByRole('button', { name: 'Chuyển và xoá' }).click();
    await page.getByText(/^Đã chuyển \d+ mục và xoá phòng ban$/).waitFor();
    const left = await api.call(departments.list, { query: {} });
    expect(left.data.map(({ name }) => name)).toEqual(['Chăm sóc khách hàng']);
    const mai = await api.call(accounts.list, { query: { search: newcomer.email } });
    expect(mai.data[0]).toMatchObject({ department_name: 'Chăm sóc khách hàng', team_name: 'Tư vấn' });
  });

  inDepth('when every seat is taken it is said in words, and whoever leaves makes room', async () => {
    await dutyRole();
    const { data } = await api.call(roles.list, { query: { search: 'Trực ban' } });
    const role_id = data[0]?.id ?? '';
    const { total } = await api.call(accounts.list, { query: {} });
    for (let n = total; n < 20; n += 1) {
      await api.call(accounts.create, { body: { name: `Người ${n}`, email: `nguoi-${n}@demo.local`, role_id } });
    }
    await open('/account/add');
    await page.getByLabel('Họ tên').fill('Người thứ hai mươi mốt');
    await page.getByLabel('Email').fill('hai-muoi-mot@demo.local');
    await pick('Vai trò', 'Trực ban');
    await page.keyboard.press('Control+s');
    await page.getByText('Công ty có 20 chỗ và đã dùng hết').waitFor();

    const last = await api.call(accounts.list, { query: { search: 'nguoi-19@demo.local' } });
    const [leaver] = last.data;
    if (!leaver) throw new Error('nobody has the last seat');
    await api.call(accounts.update, { params: { id: leaver.id }, body: { ...leaver, active: false } });
    await page.keyboard.press('Control+s');
    await page.getByRole('dialog', { name: 'Người thứ hai mươi mốt' }).waitFor();
    await page.getByText('Đã dùng hết 20 chỗ').waitFor();
    expect((await api.call(accounts.list, { query: { state: 'inactive' } })).total).toBe(1);
  });

  inDepth(
    'many are invited at once: their list is looked at first, then each has a letter or a word why not',
    async () => {
      await api.call(accounts.removeMany, {
        body: { rows: (await api.call(accounts.list, { query: { search: 'nguoi-1', per_page: 50 } })).data },
      });
      await open('/accounts');
      await page.getByRole('button', { name: 'Mời nhiều người' }).click();
      const dialog = page.getByRole('dialog', { name: 'Mời nhiều người' });
      await dialog.getByLabel('Mỗi dòng một người').fill('Lê Thị Bưởi <buoi@demo.local>\nlan@demo.local\nsai địa chỉ');
      await pick('Vai trò', 'Nhân viên');
      await dialog.getByRole('button', { name: 'Kiểm tra danh sách' }).click();
      await dialog.getByText('Sẽ gửi 1 lời mời trên 3 dòng').waitFor();
      await dialog.getByText('Đã có tài khoản').waitFor();
      await dialog.getByText('Email không hợp lệ').waitFor();
      expect((await api.call(accounts.list, { query: { search: 'buoi@demo.local' } })).total).toBe(0);
      await dialog.getByRole('button', { name: 'Gửi 1 lời mời' }).click();
      // Nobody has set a mail server: the link is there to be handed over.
      await dialog.getByText('Đã tạo 1 lời mời trên 3 dòng').waitFor();
      await dialog.getByLabel('Liên kết cho Lê Thị Bưởi').waitFor();
      await dialog.getByRole('button', { name: 'Xong' }).click();
      const { data } = await api.call(accounts.list, { query: { search: 'buoi@demo.local' } });
      expect(data[0]).toMatchObject({ name: 'Lê Thị Bưởi', state: 'invited' });
    },
  );

  inDepth(
    'somebody like somebody else is added by a copy; who is deleted elsewhere is gone from an open drawer',
    async () => {
      const { data } = await api.call(accounts.list, { query: { search: 'buoi@demo.local' } });
      await open(`/account/add?from=${data[0]?.id}`);
      await page.getByLabel('Họ tên').fill('Lê Thị Cam');
      await page.getByLabel('Email').fill('cam@demo.local');
      await page.keyboard.press('Control+s');
      const drawer = page.getByRole('dialog', { name: 'Lê Thị Cam' });
      await drawer.getByRole('button', { name: 'Gửi lời mời' }).waitFor();
      const made = await api.call(accounts.list, { query: { search: 'cam@demo.local' } });
      await api.call(accounts.removeMany, { body: { rows: made.data } });
      await page.getByText('Không còn tài khoản này').waitFor();
      await expect.poll(() => drawer.getByRole('button', { name: 'Gửi lời mời' }).count()).toBe(0);
    },
  );

  inDepth(
    'the top role sees the console as somebody has it, changes nothing there, and comes back; the trail knows',
    async () => {
      await open('/accounts?search=lan%40demo.local');
      await page.getByRole('button', { name: 'Nguyễn Thị Lan', exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Xem như người này' }).click();
      const banner = page.getByRole('region', { name: 'Đang xem như' });
      await banner.getByText('Nguyễn Thị Lan').waitFor();
      // Her screens and no others, her name, and no phone that would ring here.
      await page.getByRole('link', { name: 'Lịch sử cuộc gọi' }).first().waitFor();
      await page.getByRole('heading', { level: 1, name: 'Việc của tôi' }).waitFor();
      for (const name of ['Vai trò', 'Tổng quan'])
        await expect.poll(() => page.getByRole('link', { name }).count()).toBe(0);
      await page.getByRole('button', { name: /^Tài khoản Nguyễn Thị Lan/ }).waitFor();
      await expect.poll(() => page.getByRole('button', { name: /^Điện thoại: Sẵn sàng, máy nhánh/ }).count()).toBe(0);
      await open('/user-setting/ho-so');
      await page.getByLabel('Họ và tên').fill('Không phải tên của Lan');
      await page.getByRole('button', { name: 'Lưu' }).click();
      await page.getByText('chỉ xem được, không thay đổi được gì').waitFor();
      await banner.getByRole('button', { name: 'Thoát' }).click();
      await page.getByRole('heading', { level: 1, name: 'Tài khoản' }).waitFor();
      await page.getByRole('link', { name: 'Vai trò' }).waitFor();
      await expect.poll(() => banner.count()).toBe(0);
      const { data } = await api.call(activityUserTenant, { query: { per_page: 20 } });
      const looks = data.filter(({ action }) => action.startsWith('look-as'));
      expect(looks.map(({ action, account_name }) => [action, account_name])).toEqual([
        ['look-as-end', 'Phạm Quốc Anh'],
        ['look-as', 'Phạm Quốc Anh'],
      ]);
    },
  );

  inDepth('a team is moved by dragging, and a person by keys and by name; the tree shows it at once', async () => {
    await open('/departments');
    const branch = await api.call(departments.create, { body: { name: 'Kỹ thuật', branch_id: null } });
    await open('/organisation');
    const item = (name: string | RegExp) => page.getByRole('treeitem', { name });
    await item(/^Kỹ thuật/).waitFor();
    await item(/^Tư vấn/).dragTo(item(/^Kỹ thuật/));
    await page.getByText('Đã chuyển Tư vấn sang Kỹ thuật').waitFor();
    const moved = await api.call(teams.list, { query: { search: 'Tư vấn' } });
    expect(moved.data[0]).toMatchObject({ department_id: branch.id });

    await item('Nguyễn Thị Lan').focus();
    await page.keyboard.press('m');
    const dialog = page.getByRole('dialog', { name: 'Chuyển Nguyễn Thị Lan' });
    await dialog.getByRole('combobox', { name: 'Chuyển đến' }).click();
    await page.getByRole('option', { name: 'Phòng ban Chăm sóc khách hàng' }).click();
    await dialog.getByRole('button', { name: 'Chuyển', exact: true }).click();
    await page.getByText('Đã chuyển Nguyễn Thị Lan sang Chăm sóc khách hàng').waitFor();
    const lan = await api.call(accounts.list, { query: { search: 'lan@demo.local' } });
    expect(lan.data[0]).toMatchObject({ department_name: 'Chăm sóc khách hàng', team_name: null });
  });

  test('a program gets a key that is shown once and does what its boxes allow, and a webhook is tried out and sent again', async () => {
    await open('/api-key/add');
    await page.getByLabel('Tên khoá').fill('CRM');
    await page
      .locator('form')
      .getByRole('button', { name: /^Tổ chức/ })
      .click();
    await permission('Phòng ban: Xem').check();
    await page.keyboard.press('Control+s');
    const drawer = page.getByRole('dialog', { name: 'CRM' });
    await drawer.getByRole('button', { name: 'Tạo khoá bí mật' }).click();
    const shown = page.getByRole('dialog', { name: 'Khoá bí mật' });
    const secret = await shown.getByLabel('Khoá bí mật').inputValue();
    await shown.getByRole('button', { name: 'Đã chép xong' }).click();
    const asked = async (path: string) =>
      (await fetch(`${here().address}/api/demo${path}`, { headers: { authorization: `Bearer ${secret}` } })).status;
    await expect.poll(async () => [await asked('/departments'), await asked('/accounts')]).toEqual([200, 403]);
    await drawer.getByRole('button', { name: 'Tạo khoá bí mật mới' }).waitFor();
    expect(await page.content()).not.toContain(secret);

    const crm = await listener();
    await open('/webhook/add');
    await page.getByLabel('Tên').fill('CRM');
    await page.getByLabel('Địa chỉ').fill(crm.address);
    await pick('Báo những sự kiện', 'Cuộc gọi kết thúc');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+s');
    // It is signed from the first on: the key is made with it.
    await page.getByRole('dialog', { name: 'Khoá ký' }).getByRole('button', { name: 'Đã chép xong' }).click();
    await drawer.getByRole('button', { name: 'Gửi thử' }).click();
    const log = drawer.getByRole('region', { name: 'Nhật ký gửi' });
    await log.getByText('Đã nhận').waitFor();
    await log.getByRole('button', { name: 'Gửi lại' }).click();
    await expect.poll(() => crm.ids.length).toBe(2);
    expect(new Set(crm.ids).size).toBe(1);
    await crm.close();
  });

  test('an operator is made by a command, signs in with a second factor, gives a company more seats, and sees what was refused', async () => {
    const password = await operatorMade();
    const operator = await openPage(here().browser);
    await operator.goto(`${here().address}/login`);
    await operator.getByRole('textbox', { name: 'Mã doanh nghiệp' }).fill('van-hanh');
    await operator.getByLabel('Email hoặc tên đăng nhập').fill('hanh@nha.vn');
    await operator.getByLabel('Mật khẩu').first().fill(password);
    await operator.getByRole('button', { name: 'Đăng nhập', exact: true }).click();
    await confirmApp(operator);
    await operator.getByRole('button', { name: 'Tôi đã giữ các mã, vào Alô' }).click();
    await operator.getByRole('link', { name: 'Vận hành' }).click();
    await operator.getByLabel('Tình trạng hệ thống').getByText('Tổng đài', { exact: true }).waitFor();
    // Whoever tries the product may sign up; it is the operator who lets them.
    const isOffered = async () => (await (await fetch(`${here().address}/config.json`)).json()).sign_up;
    const signUpSwitch = operator.getByRole('switch', { name: 'Mở đăng ký dùng thử' });
    for (const isOn of [false, true]) {
      await signUpSwitch.click();
      await operator.getByText(isOn ? 'Đã mở đăng ký dùng thử' : 'Đã đóng đăng ký dùng thử').waitFor();
      await expect.poll(isOffered).toBe(isOn);
    }
    const name = operator.getByRole('button', { name: /Demo|demo/ }).first();
    await name.click();
    await operator.getByLabel('Số chỗ').fill('55');
    await operator.getByRole('button', { name: 'Lưu', exact: true }).click();
    await operator.getByText(/\/ 55$/).waitFor();
    // Somebody tries a token that is none.
    const authorization = 'Bearer khong-phai-ma';
    expect((await fetch(`${here().address}/api/demo/branchs`, { headers: { authorization } })).status).toBe(401);
    await operator.getByRole('link', { name: 'Việc bị từ chối' }).click();
    const refused = operator.getByRole('row').filter({ hasText: 'GET /api/:ma_dn/branchs' });
    await refused.getByText('Chưa đăng nhập').waitFor();
    await refused.getByText('Mã, khoá, liên kết sai').waitFor();
    await operator.context().close();
    await open('/accounts');
    await page.getByText(/trên 55 chỗ/).waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Vận hành' }).count()).toBe(0);
  });

  /** Somebody's server that takes what it is told. */
  async function listener() {
    const ids: string[] = [];
    const server = createServer((request, response) => {
      void json(request).then((body) => {
        ids.push(webhookBody.parse(body).id);
        response.end();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return { address: `http://127.0.0.1:${port}/alo`, ids, close: async () => void server.close() };
  }

  /** The command as somebody types it beside the running product; the password that it shows once. */
  async function operatorMade(): Promise<string> {
    const root = join(import.meta.dirname, '../../..');
    const command = ['apps/server/src/operator/alo.ts', 'operator', 'create', '--email', 'hanh@nha.vn', '--generate'];
    const env = { ...process.env, ALO_DATA_DIR: here().product.dataFolder };
    const typed = spawn(process.execPath, command, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    typed.stdout.on('data', (part: Buffer) => {
      said += part.toString();
    });
    await once(typed, 'close');
    return /\(chỉ hiện một lần\): (\S+)/.exec(said)?.[1] ?? '';
  }
}
