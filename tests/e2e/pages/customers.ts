import { once } from 'node:events';
import { createServer } from 'node:http';
import {
  allCustomerField,
  allProfileStatus,
  customers,
  jobFile,
  jobs,
  roles,
  updateSystemSetting,
} from '@alo/contract';
import { inDepth } from '@alo/testing/in-depth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PersonApi, signInByApi } from '../support/api.ts';
import { openPage, signIn } from '../support/browser-phone.ts';
import { people } from '../support/people.ts';
import type { Stage } from '../support/stage.ts';

/** In place of Google: one sheet, which holds what a story writes there. */
export interface Sheets {
  readonly url: string;
  text: string;
  close(): void;
}

export async function openSheets(): Promise<Sheets> {
  const server = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' }).end(sheets.text),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : '';
  const sheets: Sheets = { url: `http://127.0.0.1:${port}`, text: '', close: () => server.close() };
  return sheets;
}

/** A day with customers' data: fields of the company's own, files and sheets, two people at one card, and somebody who sees no number. */
export function customerStories(here: () => Stage, sheets: () => Sheets): void {
  let page: Page;
  let api: PersonApi;

  beforeAll(async () => {
    api = await signInByApi(here().address, 'admin');
    page = await here().signedIn('admin');
  });

  afterAll(() => page?.context().close());

  const open = (path: string) => page.goto(`${here().address}${path}`);
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  async function add(name: string, phone: string, given: object = {}) {
    const { data } = await api.call(allProfileStatus, {});
    return api.call(customers.create, { body: { name, phone, status: data[0]?.id ?? '', ...given } });
  }

  test('an administrator adds a field, and everybody fills it in, sees it in the list and narrows the list down by it', async () => {
    await open('/customer-field/add');
    await page.getByLabel('Tên trường').fill('Hạng thẻ');
    await page.getByRole('radio', { name: 'Chọn một' }).check();
    await page.getByLabel('Các lựa chọn').fill('Bạc\nVàng');
    await page.getByRole('switch', { name: 'Là cột của danh sách khách hàng' }).check();
    await press('Lưu trường riêng');
    await page.waitForURL('**/customer-fields');
    await row('Hạng thẻ').getByText('Bạc, Vàng').waitFor();

    await open('/customer/add');
    await page.getByLabel('Tên khách hàng').fill('Ngô Thẻ Vàng');
    await page.getByLabel('Số điện thoại').fill('0987400001');
    await page.getByRole('combobox', { name: 'Tình trạng hồ sơ' }).click();
    await page.getByRole('option').first().click();
    await page.getByRole('region', { name: 'Thông tin riêng' }).getByLabel('Hạng thẻ').click();
    await page.getByRole('option', { name: 'Vàng' }).click();
    await press('Lưu khách hàng');
    await page.waitForURL('**/customer');
    await row('Ngô Thẻ Vàng').getByText('Vàng', { exact: true }).waitFor();
    await press('Thêm bộ lọc');
    await press('Hạng thẻ');
    await page.getByRole('radiogroup', { name: 'Hạng thẻ' }).getByRole('radio', { name: 'Bạc' }).click();
    await row('Ngô Thẻ Vàng').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Xoá lọc' }).click();
    await row('Ngô Thẻ Vàng').waitFor();
    const [kept] = (await api.call(customers.list, { query: { search: 'Ngô Thẻ Vàng' } })).data;
    expect(Object.values(kept?.own ?? {})).toEqual(['Vàng']);
  });

  inDepth('Ctrl S that is held down, or pressed again while a customer is being added, adds one', async () => {
    await open('/customer/add');
    await page.getByLabel('Tên khách hàng').fill('Võ Bấm Nhiều Lần');
    await page.getByLabel('Số điện thoại').fill('0987400031');
    await page.getByRole('combobox', { name: 'Tình trạng hồ sơ' }).click();
    await page.getByRole('option').first().click();
    const held = Promise.withResolvers<void>();
    let sent = 0;
    await page.route('**/customer', async (adding) => {
      if (adding.request().method() === 'POST') {
        sent += 1;
        await held.promise;
      }
      await adding.continue();
    });
    await page.keyboard.press('Control+s');
    await page.getByText('Đang lưu…').waitFor();
    await page.keyboard.press('Control+s');
    await page.keyboard.press('Control+s');
    held.resolve();
    await page.waitForURL('**/customer');
    await row('Võ Bấm Nhiều Lần').first().waitFor();
    await page.unroute('**/customer');
    expect(sent).toBe(1);
    expect((await api.call(customers.list, { query: { search: 'Võ Bấm Nhiều Lần' } })).data).toHaveLength(1);
  });

  inDepth(
    'a form opens with what is there now, also where its row was read before a colleague changed it',
    async () => {
      const { id } = await add('Hồ Đọc Lại', '0987400032');
      const name = page.getByLabel('Tên khách hàng');
      await open('/customer?search=Hồ+Đọc+Lại');
      await page.getByRole('link', { name: 'Sửa Hồ Đọc Lại' }).click();
      await expect.poll(() => name.inputValue()).toBe('Hồ Đọc Lại');
      await page.getByRole('link', { name: 'Khách hàng', exact: true }).click();
      await row('Hồ Đọc Lại').waitFor();
      const theirs = await api.call(customers.get, { params: { id } });
      await api.call(customers.update, { params: { id }, body: { ...theirs, name: 'Hồ Đọc Rồi' } });
      await page.getByRole('link', { name: 'Sửa Hồ Đọc Rồi' }).click();
      await expect.poll(() => name.inputValue()).toBe('Hồ Đọc Rồi');
      await page.getByLabel('Địa chỉ').fill('9 Hàng Bông');
      await press('Lưu khách hàng');
      await page.waitForURL('**/customer');
      const kept = await api.call(customers.get, { params: { id } });
      expect(kept).toMatchObject({ name: 'Hồ Đọc Rồi', address: '9 Hàng Bông' });
    },
  );

  test('two people edit one card: each sees what the other wrote, field by field, and nothing is lost', async () => {
    const { data } = await api.call(allCustomerField, {});
    const field = data.find(({ name }) => name === 'Hạng thẻ')?.id ?? '';
    const { id, version } = await add('Hai người sửa', '0987400002', { own: { [field]: 'Bạc' } });
    await open(`/customer/edit/${id}`);
    await page.getByLabel('Địa chỉ').fill('12 Lê Lợi');
    const theirs = await api.call(customers.get, { params: { id } });
    await api.call(customers.update, { params: { id }, body: { ...theirs, note: 'họ ghi', own: { [field]: 'Vàng' } } });
    await press('Lưu khách hàng');
    const dialog = page.getByRole('dialog', { name: 'Dữ liệu vừa được người khác thay đổi' });
    await dialog
      .getByRole('row', { name: /Hạng thẻ/ })
      .getByText('Vàng')
      .waitFor();
    await dialog
      .getByRole('row', { name: /Ghi chú/ })
      .getByText('họ ghi')
      .waitFor();
    await dialog.getByRole('button', { name: 'Lưu lựa chọn' }).click();
    await page.waitForURL('**/customer');
    expect(await api.call(customers.get, { params: { id } })).toMatchObject({
      address: '12 Lê Lợi',
      note: 'họ ghi',
      own: { [field]: 'Vàng' },
      version: version + 2,
    });
  });

  inDepth(
    'whoever types a number that somebody has is told whose it is, however it is written; two cards become one, and two again',
    async () => {
      const kept = await add('Trương Đã Có', '0381234567', { note: 'mua tháng ba' });
      const other = await add('Trương Đã Có', '0987400020', { address: '5 Hàng Bài' });
      await open('/customer/add');
      const number = page.getByLabel('Số điện thoại');
      const told = page.getByRole('status').filter({ hasText: 'Số này đã là của Trương Đã Có' });
      for (const spelt of [
        '0381 234 567',
        '0168 123 4567',
        '+84 381 234 567',
        '84381234567',
        '381234567',
        '０３８１２３４５６７',
      ]) {
        await number.fill(spelt);
        await told.waitFor();
        await number.fill('0381 234');
        await told.waitFor({ state: 'detached' });
      }
      await number.fill('0381234567');
      await told.getByRole('link').click();
      await press('Bỏ thay đổi');
      const drawer = page.getByRole('dialog');
      await drawer.getByRole('heading', { name: 'Trương Đã Có' }).waitFor();

      const merge = async () => {
        const alike = drawer.getByRole('region', { name: 'Có thể trùng' });
        await alike.getByText('0987 400 020').waitFor();
        await alike.getByRole('button', { name: 'Gộp vào đây' }).click();
        await page
          .getByRole('dialog', { name: 'Gộp Trương Đã Có vào Trương Đã Có?' })
          .getByRole('button', { name: 'Gộp', exact: true })
          .click();
        await page.getByText('Đã gộp Trương Đã Có vào Trương Đã Có').waitFor();
      };
      await merge();
      const namesakes = async () => (await api.call(customers.list, { query: { search: 'Trương Đã Có' } })).data;
      await expect
        .poll(namesakes)
        .toMatchObject([{ id: kept.id, phones: ['0987400020'], note: 'mua tháng ba', address: '5 Hàng Bài' }]);
      await press('Hoàn tác');
      await page.getByText('Đã tách lại thành hai khách hàng').waitFor();
      const both = new Set([kept.id, other.id]);
      expect(new Set((await namesakes()).map(({ id }) => id))).toEqual(both);

      // Once more: where the word in the corner has gone, the card itself leads back.
      await merge();
      const merged = drawer.getByRole('region', { name: 'Đã gộp' });
      await merged.getByText('Trương Đã Có đã gộp vào đây').waitFor();
      await merged.getByRole('button', { name: 'Tách lại' }).click();
      await merged.waitFor({ state: 'detached' });
      expect(new Set((await namesakes()).map(({ id }) => id))).toEqual(both);
    },
  );

  inDepth(
    'of ten thousand rows with mistakes the good ones are kept; the bad ones come back in a file, are mended and brought again',
    async () => {
      const wrong = (n: number) => n % 1_000 === 7;
      const lines = Array.from({ length: 10_000 }, (_, n) =>
        wrong(n) ? `Vạn khách ${n},12,` : `Vạn khách ${n},09${String(76_000_000 + n)},Bạc`,
      );
      await open('/customer');
      await press('Nhập');
      const dialog = page.getByRole('dialog');
      const bring = async (name: string, content: string) => {
        const file = { name, mimeType: 'text/csv', buffer: Buffer.from(content) };
        await dialog.locator('input[type=file]').setInputFiles(file);
        await dialog.getByRole('button', { name: 'Tiếp tục' }).click();
        await dialog.getByRole('button', { name: 'Kiểm tra thử' }).click();
      };
      await bring('khach.csv', `Tên khách hàng,Số điện thoại,Hạng thẻ\n${lines.join('\n')}`);
      await dialog.getByRole('button', { name: 'Nhập 9.990 dòng' }).click({ timeout: 120_000 });
      await dialog.getByText('Đã nhập xong').waitFor({ timeout: 120_000 });
      const download = page.waitForEvent('download');
      await dialog.getByRole('button', { name: 'Tải các dòng có lỗi' }).click();
      await (await download).path();
      const [job] = (await api.call(jobs, {})).data;
      const bad = await (await api.raw(jobFile, { params: { id: job?.id ?? '' } })).text();
      const rows = bad.trim().split(/\r?\n/);
      expect([rows.length, rows[1]]).toEqual([
        11,
        expect.stringMatching(/^Vạn khách 7,12,.*Định dạng số điện thoại sai/),
      ]);
      await dialog.getByRole('button', { name: 'Đóng' }).first().click();

      let mended = 0;
      const better = bad.replace(/,12,/g, () => `,09${String(75_000_000 + (mended += 1))},`);
      await press('Nhập');
      await bring('sua.csv', better);
      await dialog.getByRole('button', { name: 'Nhập 10 dòng' }).click();
      await dialog.getByText('Đã nhập xong').waitFor({ timeout: 60_000 });
      const { total, total_capped: more } = await api.call(customers.list, { query: { search: 'Vạn khách' } });
      expect([total, more]).toEqual([10_000, false]);
    },
    300_000,
  );

  inDepth('a Google Sheet is read at the press of a button: mapped once, tried out, and then by itself', async () => {
    sheets().text = 'Họ tên,Điện thoại\nTừ bảng tính,0987400010\nSai số,12\n';
    await open('/data-source/add');
    await page.getByLabel('Tên nguồn').fill('Bảng hội chợ');
    await page.getByRole('radio', { name: 'Google Sheet' }).check();
    await page.getByLabel('Mã Google Sheet').fill('1a-B_c');
    await page.getByLabel('Tên trang tính').fill('0');
    await page.getByRole('combobox', { name: 'Người nhận khách' }).click();
    await page.getByRole('option').first().click();
    await press('Lưu nguồn dữ liệu');
    await page.waitForURL('**/data-sources');
    await page.getByRole('button', { name: 'Bảng hội chợ', exact: true }).click();
    await press('Đồng bộ ngay');
    const dialog = page.getByRole('dialog', { name: 'Đồng bộ Bảng hội chợ' });
    await dialog.getByLabel('Tên khách hàng').click();
    await page.getByRole('option', { name: 'Họ tên' }).click();
    await dialog.getByLabel('Số điện thoại').click();
    await page.getByRole('option', { name: 'Điện thoại' }).click();
    await dialog.getByRole('button', { name: 'Kiểm tra thử' }).click();
    await dialog.getByRole('button', { name: 'Nhập 1 dòng' }).click();
    await dialog.getByText('Đã nhập xong').waitFor();
    await dialog.getByRole('button', { name: 'Đóng' }).first().click();
    const part = page.getByRole('region', { name: 'Đồng bộ Google Sheet' });
    await part.getByText('Đã đồng bộ').waitFor();
    await part.getByText(/thêm 1, cập nhật 0, giữ nguyên 0, lỗi 1/).waitFor();
    await part.getByLabel('Tự đồng bộ').click();
    await page.getByRole('option', { name: 'Mỗi giờ' }).click();
    await part.getByText(/Lần tới/).waitFor();
    const [kept] = (await api.call(customers.list, { query: { search: 'Từ bảng tính' } })).data;
    expect(kept).toMatchObject({ phone: '0987400010', is_datasource: 'Bảng hội chợ' });
  });

  inDepth(
    'somebody who sees no number works a day without receiving one: no answer, file or live event has it',
    async () => {
      const digits = '987400777';
      const { id } = await add('Đoàn Số Kín', `0${digits}`, { note: 'khách quý' });
      await api.call(updateSystemSetting, { body: { hidden_phone_customer: 1 } });
      const role = (await api.call(roles.list, { query: { search: 'Nhân viên' } })).data.find(
        ({ name }) => name === 'Nhân viên',
      );
      if (role === undefined) throw new Error('the demo has no agents');
      const permissions = role.permissions.filter((one) => one !== 'customer.full-phone');
      await api.call(roles.update, {
        params: { id: role.id },
        body: { ...role, permissions: [...permissions, 'customer.export'] },
      });
      const lan = await openPage(here().browser);
      const received: string[] = [];
      const keep = (from: string, text: string) => {
        if (text.replace(/(?<=\d)[ .-](?=\d)/g, '').includes(digits)) received.push(from);
      };
      lan.on('response', (response) => {
        void response.body().then(
          (body) => keep(response.url(), body.toString('latin1')),
          () => undefined,
        );
      });
      lan.on('websocket', (socket) => {
        socket.on('framereceived', ({ payload }) => keep(socket.url(), payload.toString()));
      });
      try {
        await signIn(lan, here().address, 'lan');
        await lan.waitForURL(`**${people.lan.home}`);
        await lan.goto(`${here().address}/customer?search=${encodeURIComponent('Đoàn Số Kín')}`);
        await lan.getByRole('button', { name: 'Đoàn Số Kín' }).first().click();
        await lan.getByRole('dialog').getByText('Tạo lúc').waitFor();
        await lan.getByRole('region', { name: 'Diễn biến' }).getByText('Thêm khách hàng').waitFor();
        await lan.keyboard.press('Escape');
        await lan.goto(`${here().address}/customer/edit/${id}`);
        await lan.getByLabel('Địa chỉ').fill('Huế');
        await lan.getByRole('button', { name: 'Lưu khách hàng' }).click();
        await lan.waitForURL('**/customer');
        await lan.keyboard.press('ControlOrMeta+k');
        await lan.getByRole('dialog').getByRole('combobox').fill('Đoàn Số Kín');
        await lan
          .getByRole('option', { name: /Đoàn Số Kín/ })
          .first()
          .waitFor();
        await lan.keyboard.press('Escape');
        // Somebody else changes the card while it is looked at: the event says that it changed, and the list reads it again.
        await lan.getByRole('row').filter({ hasText: 'Đoàn Số Kín' }).first().waitFor();
        const stored = await api.call(customers.get, { params: { id } });
        await api.call(customers.update, { params: { id }, body: { ...stored, name: 'Đoàn Số Rất Kín' } });
        await lan.getByRole('row').filter({ hasText: 'Đoàn Số Rất Kín' }).first().waitFor();
        await lan.goto(`${here().address}/call-history`);
        await lan.getByRole('heading', { level: 1 }).waitFor();
        const byApi = await signInByApi(here().address, 'lan');
        const file = await byApi.raw(customers.export, { query: { format: 'csv', search: 'Đoàn Số Rất Kín' } });
        const text = await file.text();
        expect(text).toContain('Đoàn Số Rất Kín');
        keep('export', text);
      } finally {
        await lan.context().close();
        await api.call(updateSystemSetting, { body: { hidden_phone_customer: 0 } });
      }
      expect(received).toEqual([]);
      // It was kept as it is by whoever sent it back as it was shown.
      expect(await api.call(customers.get, { params: { id } })).toMatchObject({ phone: `0${digits}`, address: 'Huế' });
    },
  );
}
