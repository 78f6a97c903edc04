import { branches, departments, teams } from '@alo/contract';
import { inDepth } from '@alo/testing/in-depth';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type PersonApi, signInByApi } from '../support/api.ts';
import { type BrowserState, openPage } from '../support/browser-phone.ts';
import type { Stage } from '../support/stage.ts';

export function resourceStories(here: () => Stage): void {
  let api: PersonApi;
  let context: BrowserContext;
  let page: Page;
  let began: string;
  /** She has signed in once, and opens a new browser for each story. */
  let kept: BrowserState;

  beforeAll(async () => {
    const first = (await here().signedIn('admin')).context();
    kept = await first.storageState();
    await first.close();
    began = new Date().toISOString();
    api = await signInByApi(here().address, 'admin');
    for (let n = 1; n <= 12; n += 1) await add(`Phòng số ${String(n).padStart(2, '0')}`);
  });

  // The company is as it was for whoever comes next.
  afterAll(async () => {
    const query = { per_page: 1_000 };
    for (const row of (await api.call(teams.list, { query })).data)
      if (row.created_at >= began) await api.call(teams.remove, { params: { id: row.id } });
    for (const row of (await api.call(departments.list, { query })).data)
      if (row.created_at >= began) await api.call(departments.remove, { params: { id: row.id } });
  });

  beforeEach(async () => {
    page = await openPage(here().browser, kept);
    context = page.context();
  });

  afterEach(() => context.close());

  const add = (name: string) => api.call(departments.create, { body: { name, code: '', branch_id: null, note: '' } });
  const open = (path: string) => page.goto(`${here().address}${path}`);
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  const search = () => new URL(page.url()).search;

  test('a list keeps its state in the address: search without accents, sorting, page, and Back', async () => {
    await open('/departments');
    await page.getByRole('searchbox').fill('phong so');
    await page.getByText('1–10 / 12').waitFor();
    await expect.poll(search).toBe('?search=phong+so');
    await page.getByRole('button', { name: 'Tên phòng ban' }).click();
    await row('Phòng số 01').waitFor();
    await page.getByRole('button', { name: 'Trang sau' }).click();
    await row('Phòng số 12').waitFor();
    await expect.poll(search).toBe('?page=2&search=phong+so&sort=name');
    await page.reload();
    await row('Phòng số 12').waitFor();
    await page.goBack();
    await row('Phòng số 01').waitFor();
  });

  inDepth('a list on a phone shows eight rows, whole and above the bar at the bottom', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open('/departments');
    const rows = page.locator('li[data-row]');
    await rows.nth(9).waitFor();
    const bar = await page.getByRole('navigation', { name: 'Điều hướng chính' }).boundingBox();
    const bottoms = await rows.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
    expect(bottoms.filter((bottom) => bottom <= (bar?.y ?? 0)).length).toBeGreaterThanOrEqual(8);
  });

  inDepth('the headings of a list stay while its rows go by, in a table that is wider than its place too', async () => {
    const heading = page.locator('thead th').first();
    const topOf = async (what: typeof heading) => Math.round((await what.boundingBox())?.y ?? Number.NaN);
    const main = page.getByRole('main');
    await page.setViewportSize({ width: 1360, height: 480 });
    await open('/departments?per_page=50');
    await row('Phòng số 12').waitFor();
    await main.evaluate((it) => it.scrollTo(0, 300));
    await expect.poll(() => topOf(heading)).toBe(await topOf(main));

    await page.setViewportSize({ width: 1200, height: 480 });
    await open('/call-history?per_page=50');
    const place = page.locator('div[data-wide]');
    await place.waitFor();
    await place.evaluate((it) => it.scrollTo(100, 200));
    await expect.poll(() => place.evaluate((it) => [it.scrollLeft, it.scrollTop])).toEqual([100, 200]);
    await expect.poll(() => topOf(heading)).toBe(await topOf(place));
  });

  inDepth('what matches nothing says so, and one press clears it', async () => {
    await open('/departments?search=khongcophongnaythe');
    await page.getByText('Không có dòng nào khớp').waitFor();
    await page.getByRole('button', { name: 'Xoá tìm kiếm và bộ lọc' }).click();
    await page.getByRole('table').waitFor();
    await expect.poll(search).toBe('');
  });

  test('a row is added: what must be filled in is said beside the field, Ctrl S saves', async () => {
    await open('/department/add');
    await page.getByRole('button', { name: 'Lưu phòng ban' }).click();
    await page.getByText('Thông tin không được để trống').waitFor();
    await expect.poll(() => page.getByLabel('Tên phòng ban').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Tên phòng ban').fill('Phòng mới mở');
    await page.keyboard.press('Control+s');
    await page.waitForURL('**/departments');
    await page.getByText('Đã thêm phòng ban').waitFor();
    await row('Phòng mới mở').waitFor();
  });

  inDepth('unsaved changes are not lost by a click elsewhere', async () => {
    await open('/department/add');
    await page.getByLabel('Tên phòng ban').fill('Đang viết dở');
    await page.getByRole('link', { name: 'Chi nhánh' }).click();
    await page.getByText('Bỏ những thay đổi chưa lưu?').waitFor();
    await page.getByRole('button', { name: 'Ở lại trang' }).click();
    await expect.poll(() => page.getByLabel('Tên phòng ban').inputValue()).toBe('Đang viết dở');
    await page.getByRole('link', { name: 'Chi nhánh' }).click();
    await page.getByRole('button', { name: 'Bỏ thay đổi' }).click();
    await page.waitForURL('**/branchs');
  });

  test('two people edit one row: the second sees both versions and keeps the best of each', async () => {
    const { id, version } = await add('Phòng hai người sửa');
    await open(`/department/edit/${id}`);
    await page.getByLabel('Ghi chú').fill('ghi chú của tôi');
    const theirs = { name: 'Phòng đã đổi tên', code: '', branch_id: null, note: '', version };
    await api.call(departments.update, { params: { id }, body: theirs });
    await page.getByRole('button', { name: 'Lưu phòng ban' }).click();
    await page.getByText('Dữ liệu vừa được người khác thay đổi').waitFor();
    await page.getByRole('button', { name: 'Lưu lựa chọn' }).click();
    await page.waitForURL('**/departments');
    expect(await api.call(departments.get, { params: { id } })).toMatchObject({
      name: 'Phòng đã đổi tên',
      note: 'ghi chú của tôi',
      version: version + 2,
    });
  });

  test('before rows are deleted it is said which of them stay and what refers to them; the focus is on the safe answer', async () => {
    await add('Phòng để xoá');
    await open('/departments?sort=name');
    const used = await api.call(departments.list, { query: { search: 'Kinh doanh' } });
    expect(used.data[0]?.team_count).toBeGreaterThan(0);
    await page.getByRole('checkbox', { name: 'Chọn Kinh doanh' }).check();
    await page.getByRole('checkbox', { name: 'Chọn Phòng để xoá' }).check();
    await page.getByRole('button', { name: 'Xoá', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Nhóm làm việc: Tư vấn').waitFor();
    const safe = dialog.getByRole('button', { name: 'Giữ lại' });
    await expect.poll(() => safe.evaluate((button) => button === document.activeElement)).toBe(true);
    await dialog.getByRole('button', { name: 'Xoá phòng ban' }).click();
    const told = page.getByRole('status').filter({ hasText: 'Đã xoá 1 phòng ban' });
    await told.waitFor();
    await row('Phòng để xoá').waitFor({ state: 'detached' });
    await row('Kinh doanh').waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);
    await told.getByRole('button', { name: 'Hoàn tác' }).click();
    await page.getByText('Xoá Phòng ban: Đã hoàn tác 1 dòng').waitFor();
    await row('Phòng để xoá').waitFor();
  });

  test('a list shows what somebody else adds, and a save reads only that list again', async () => {
    // The last things that a page reads when it opens: the phone's, which comes after everything, and what its cards will show.
    const settled = Promise.all(
      ['get-system-setting', 'running-surveys'].map((path) => page.waitForResponse(`**/${path}`)),
    );
    // And what happens before the page listens, it does not hear.
    const { promise: listens, resolve } = Promise.withResolvers<void>();
    page.on('websocket', (socket) => {
      if (socket.url().includes('/live')) socket.on('framesent', () => resolve());
    });
    await open('/teams');
    await page.getByRole('table').waitFor();
    await settled;
    await listens;
    const asked: string[] = [];
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname;
      if (path.startsWith('/api/')) asked.push(`${request.method()} ${path.replace('/api/demo', '')}`);
    });
    const [department] = (await api.call(departments.list, { query: { search: 'Kinh doanh' } })).data;
    await api.call(teams.create, { body: { name: 'Nhóm từ nơi khác', department_id: department?.id ?? '', note: '' } });
    await row('Nhóm từ nơi khác').waitFor();
    expect(asked).toEqual(['GET /teams']);
  });

  inDepth('a view of a list is saved by name, opened again, and deleted', async () => {
    await open('/departments?search=phong+so&sort=-name');
    await page.getByRole('button', { name: 'Chế độ xem' }).click();
    await page.getByLabel('Lưu danh sách đang xem thành').fill('Phòng đánh số');
    await page.getByRole('button', { name: 'Lưu chế độ xem' }).click();
    await page.getByText('Đã lưu chế độ xem “Phòng đánh số”').waitFor();
    await open('/departments');
    await page.getByRole('button', { name: 'Chế độ xem' }).click();
    await page.getByRole('link', { name: 'Phòng đánh số' }).click();
    await page.getByRole('link', { name: 'Phòng đánh số' }).waitFor({ state: 'detached' });
    await row('Phòng số 12').waitFor();
    await expect.poll(search).toBe('?search=phong+so&sort=-name');
    await page.getByRole('button', { name: 'Phòng đánh số', exact: true }).click();
    await page.getByRole('button', { name: 'Xoá chế độ xem Phòng đánh số' }).click();
    await page.getByRole('link', { name: 'Phòng đánh số' }).waitFor({ state: 'detached' });
  });

  inDepth('columns are put in another order by the keys, a page holds more rows, and a view keeps both', async () => {
    const headings = () =>
      page
        .getByRole('columnheader')
        .filter({ hasNot: page.getByRole('checkbox') })
        .allTextContents();
    await open('/departments?search=phong+so');
    await page.getByText('1–10 / 12').waitFor();
    const before = (await headings()).slice(0, 3);
    await page.getByRole('button', { name: 'Hiển thị' }).click();
    await page.getByRole('button', { name: /^Chuyển cột Chi nhánh/ }).focus();
    await page.keyboard.press('ArrowUp');
    await expect.poll(async () => (await headings()).slice(0, 3)).toEqual([before[0], before[2], before[1]]);
    await page.getByRole('radio', { name: '20', exact: true }).check();
    await page.getByText('1–12 / 12').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Chế độ xem' }).click();
    await page.getByLabel('Lưu danh sách đang xem thành').fill('Chi nhánh trước');
    await page.getByRole('button', { name: 'Lưu chế độ xem' }).click();
    await page.getByText('Đã lưu chế độ xem “Chi nhánh trước”').waitFor();
    // The person has the order by itself as well, until they put it back.
    await open('/departments');
    await expect.poll(async () => (await headings()).slice(0, 3)).toEqual([before[0], before[2], before[1]]);
    await page.getByRole('button', { name: 'Hiển thị' }).click();
    await page.getByRole('button', { name: 'Về mặc định' }).click();
    await expect.poll(async () => (await headings()).slice(0, 3)).toEqual(before);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Chế độ xem' }).click();
    await page.getByRole('link', { name: 'Chi nhánh trước' }).click();
    await page.getByText('1–12 / 12').waitFor();
    await expect.poll(async () => (await headings()).slice(0, 3)).toEqual([before[0], before[2], before[1]]);
  });

  inDepth('keys go through the rows, choose and edit one, and "?" shows them all', async () => {
    await open('/departments?search=phong+so&sort=name');
    await row('Phòng số 01').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await expect.poll(() => page.getByRole('checkbox', { name: 'Chọn Phòng số 02' }).isChecked()).toBe(true);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Phím tắt' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Phòng số 02', exact: true }).focus();
    await page.keyboard.press('e');
    await page.waitForURL('**/department/edit/*');
  });

  inDepth(
    'every result is chosen, on whatever page it stands, set in one go, deleted in the background, and fetched back',
    async () => {
      await open('/departments?search=phong+so');
      await page.getByRole('checkbox', { name: 'Chọn cả trang' }).check();
      await page.getByRole('button', { name: 'Chọn tất cả 12 kết quả' }).click();
      await page.getByText('Đã chọn tất cả 12').waitFor();
      await page.getByRole('button', { name: 'Trang sau' }).click();
      await page.getByText('11–12 / 12').waitFor();
      await expect.poll(() => page.getByRole('checkbox', { name: 'Chọn cả trang' }).isChecked()).toBe(true);

      const [branch] = (await api.call(branches.list, { query: {} })).data;
      await page.getByRole('button', { name: 'Đặt giá trị' }).click();
      await page.getByRole('menuitem', { name: 'Chi nhánh' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('combobox', { name: 'Chi nhánh' }).click();
      await page.getByRole('option', { name: branch?.name ?? '' }).click();
      await dialog.getByRole('button', { name: 'Đặt cho 12 phòng ban' }).click();
      await page.getByText('Sửa Phòng ban: Đã sửa 12 dòng').waitFor();
      await row('Phòng số 01')
        .getByText(branch?.name ?? '')
        .waitFor();

      await page.getByRole('checkbox', { name: 'Chọn cả trang' }).check();
      await page.getByRole('button', { name: 'Chọn tất cả 12 kết quả' }).click();
      await page.getByRole('button', { name: 'Xoá', exact: true }).click();
      await dialog.getByText('khớp với tìm kiếm và bộ lọc').waitFor();
      await dialog.getByRole('button', { name: 'Xoá 12 phòng ban' }).click();
      await page.getByText('Xoá Phòng ban: Đã xoá 12 dòng').waitFor();
      await row('Phòng số 01').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Việc đang chạy' }).click();
      await page.getByRole('button', { name: 'Hoàn tác' }).first().click();
      await row('Phòng số 01').waitFor();
    },
  );

  inDepth('a name that is taken is said by name, beside its field', async () => {
    await open('/department/add');
    await page.getByLabel('Tên phòng ban').fill('Kinh doanh');
    await page.getByRole('button', { name: 'Lưu phòng ban' }).click();
    await page.getByText('“Kinh doanh” đã có ở một phòng ban khác').waitFor();
    await expect
      .poll(() => page.getByLabel('Tên phòng ban').evaluate((input) => input === document.activeElement))
      .toBe(true);
  });

  inDepth(
    'a project has members, numbers and a period; an end before its start is refused beside the field',
    async () => {
      await open('/project/add');
      await page.getByLabel('Tên dự án').fill('Tết 2027');
      await page.getByLabel('Ngày bắt đầu', { exact: true }).fill('10/1/2027');
      await page.getByLabel('Ngày kết thúc', { exact: true }).fill('9/1/2027');
      await page.getByRole('combobox', { name: 'Thành viên' }).fill('minh');
      await page.getByRole('option', { name: 'Trần Văn Minh' }).click();
      await page.getByRole('button', { name: 'Lưu dự án' }).click();
      await page.getByText('Ngày kết thúc không được trước ngày bắt đầu').waitFor();
      await page.getByLabel('Ngày kết thúc', { exact: true }).fill('9/2/2027');
      await page.getByRole('button', { name: 'Lưu dự án' }).click();
      await page.waitForURL('**/projects');
      await row('Tết 2027').getByText('10/01/2027').waitFor();
      await expect.poll(() => row('Tết 2027').textContent()).toContain('Trần Văn Minh');
    },
  );

  inDepth('offline is said over every screen, and a list is read again when the network is back', async () => {
    await open('/departments');
    await page.getByRole('table').waitFor();
    await context.setOffline(true);
    await page.getByText(/^Mất mạng/).waitFor();
    await context.setOffline(false);
    await page.getByText(/^Mất mạng/).waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('table').isVisible()).toBe(true);
  });

  inDepth('a console that did not come as a whole says so, and comes when it is asked for again', async () => {
    let away = true;
    await page.route(/\/mount-console-[^/]*\.js$/, (route) => (away ? route.abort() : route.continue()));
    await open('/departments');
    await page.getByText('Chưa kết nối được máy chủ').waitFor();
    away = false;
    await page.getByRole('button', { name: 'Thử lại' }).click();
    await page.getByRole('heading', { level: 1, name: /Phòng ban/ }).waitFor();
    await expect.poll(() => page.getByText('Chưa kết nối được máy chủ').count()).toBe(0);
  });

  inDepth('a row opens beside its list, arrow keys go to its neighbours, Escape closes it', async () => {
    await open('/departments?search=phong+so&sort=name');
    await page.getByRole('button', { name: 'Phòng số 01', exact: true }).click();
    await page.getByRole('dialog').getByText('Tạo lúc').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('heading', { name: 'Phòng số 02' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(search).toBe('?search=phong+so&sort=name');
  });

  for (const path of ['/call-history', '/activity-user-tenant'])
    inDepth(`what is open beside ${path} steps to its neighbours too`, async () => {
      await open(path);
      await page.locator('[data-row-open]').first().click();
      await page.getByRole('dialog').waitFor();
      const opened = search();
      await page.keyboard.press('ArrowDown');
      await expect.poll(search).not.toBe(opened);
      await page.keyboard.press('ArrowUp');
      await expect.poll(search).toBe(opened);
    });

  inDepth('G and a letter lead to a screen, and Ctrl K changes the own status', async () => {
    await open('/departments');
    await page.getByRole('table').waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await page.waitForURL('**/call-history');
    const status = page.getByRole('button', { name: /^Trạng thái làm việc/ });
    const choose = async (words: string) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill(words);
      await page
        .getByRole('option', { name: /^Chuyển sang/ })
        .first()
        .click();
    };
    await choose('nghi trua');
    await expect.poll(() => status.innerText()).toContain('Nghỉ trưa');
    await choose('chuyen sang san sang');
    await expect.poll(() => status.innerText()).toContain('Sẵn sàng');
  });

  test('what the list shows is exported', async () => {
    await open('/departments?search=phong+so');
    await page.getByText('1–10 / 12').waitFor();
    await page.getByRole('button', { name: 'Xuất' }).click();
    const entry = (name: string) => page.getByRole('menuitem', { name });
    // Excel takes a number of digits for a number, and its first nought for nothing.
    await entry('Excel (.xlsx)').getByText('Để mở và sửa bằng Excel').waitFor();
    await entry('CSV (.csv)').getByText('Cho phần mềm khác: Excel làm mất số 0 ở đầu').waitFor();
    const download = page.waitForEvent('download');
    await entry('CSV (.csv)').click();
    const chunks: Buffer[] = [];
    for await (const chunk of await (await download).createReadStream()) chunks.push(chunk as Buffer);
    expect(
      Buffer.concat(chunks)
        .toString('utf8')
        .match(/Phòng số \d\d/g),
    ).toHaveLength(12);
  });

  test('Ctrl K finds a screen by its name without accents, and the focus comes to its title', async () => {
    await open('/departments');
    await page.getByRole('table').waitFor();
    // Somebody types faster than what finds screens comes.
    const comes = Promise.withResolvers<void>();
    await page.route(/\/palette-[^/]*\.js$/, async (route) => {
      await comes.promise;
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('lich su');
    await page.keyboard.press('Enter');
    comes.resolve();
    await page.waitForURL('**/call-history');
    const title = page.getByRole('heading', { level: 1, name: /Lịch sử cuộc gọi/ });
    await title.waitFor();
    await expect.poll(() => title.evaluate((heading) => heading === document.activeElement)).toBe(true);
    await expect.poll(() => page.title()).toBe('Lịch sử cuộc gọi · Alô');
  });

  inDepth('what is typed after Ctrl K stands in its field, also where the field comes later', async () => {
    await open('/departments');
    // Nothing that lies over the page was needed yet.
    await page.reload();
    await page.getByRole('table').waitFor();
    const comes = Promise.withResolvers<void>();
    await page.route(/\/floating-[^/]*\.js$/, async (route) => {
      await comes.promise;
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('lich su');
    comes.resolve();
    const field = page.getByRole('combobox', { name: /^Tìm khách hàng, số/ });
    await field.waitFor();
    await expect.poll(() => field.inputValue()).toBe('lich su');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/call-history');
  });
}
