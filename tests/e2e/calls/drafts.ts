import { ivrMenus } from '@alo/contract';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { detailOf, menuNumber, theCallSince } from '../support/api.ts';
import { type BrowserPhone, launch, openPage, signIn } from '../support/browser-phone.ts';
import { customerCalls } from '../support/customer.ts';
import type { Company } from '../support/office.ts';
import { recognise } from '../support/recognise.ts';
import { until } from '../support/until.ts';
import { tones } from '../support/voices.ts';

const welcome = 'system/vi/welcome.wav';
const tenMinutes = 600_000;

/** What a company sets up, seen at its administrator's screen. */
export function draftStories(company: () => Company): void {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await launch();
    page = await openPage(browser);
    await signIn(page, company().product.address, 'admin');
    await page.getByRole('navigation', { name: 'Điều hướng chính' }).waitFor();
  });
  afterAll(() => browser.close());

  const open = (path: string) => page.goto(`${company().product.address}${path}`);
  const says = (text: string | RegExp) => page.getByText(text).first().waitFor();
  const press = (name: string | RegExp, within: Page | Locator = page) =>
    within
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .click();
  const pick = async (within: Page | Locator, label: string, choice: string) => {
    const box = within.getByRole('combobox', { name: label, exact: true }).first();
    await box.click();
    // Few choices are not searched.
    if (await box.isEditable()) await box.fill(choice);
    await page.getByRole('option', { name: choice }).first().click();
  };
  const leadTo = async (within: Page | Locator, type: string, name: string) => {
    await pick(within, 'Loại điểm đến', type);
    await pick(within, type, name);
  };

  /** A customer comes to the demo's menu, and has heard what it says. */
  async function inMenu(from: string) {
    const { product, admin } = company();
    const call = await customerCalls(product, { from, to: await menuNumber(admin), hertz: tones.customer });
    await call.until('talking');
    await until('the menu speaks', async () => (await recognise(call.audio.samples, [welcome])).length > 0);
    return call;
  }

  /** Where the last call was led by the key that was pressed. */
  async function ledTo(since: number): Promise<readonly string[]> {
    const { admin } = company();
    const { trace } = await detailOf(admin, (await theCallSince(admin, since)).id);
    const texts = trace.map(({ text }) => text);
    return texts.slice(texts.indexOf('Người gọi bấm 1') + 1);
  }

  test('a key is led elsewhere in the picture, as a draft: calls go the old way until it is published, then the new one, and then back', async () => {
    const { lan, minh, admin } = company();
    await open('/routing-versions');
    await press('Soạn nháp');
    await says('Đang soạn nháp');
    await open('/call-flow');
    await pick(page, 'Đầu số', 'Chăm sóc khách hàng (bấm phím)');
    await press(/^Phím 1, từ/);
    const dialog = page.getByRole('dialog');
    await leadTo(dialog, 'Máy nhánh', '101');
    await press('Lưu', dialog);
    await says('Đã đổi nơi đến');
    // Nothing holds yet.
    const [menu] = (await admin.call(ivrMenus.list, { query: { search: 'Menu chính' } })).data;
    expect(menu?.keys?.find(({ keys }) => keys === '1')?.to.type).toBe('group');

    let since = Date.now();
    const before = await inMenu('0912345690');
    before.audio.press('1');
    await Promise.all([lan.shows('Cuộc gọi đến'), minh.shows('Cuộc gọi đến')]);
    await before.hangUp();
    expect((await ledTo(since)).join()).toContain('Kinh doanh');

    await open('/routing-versions');
    await says('Sửa cây IVR “Menu chính”');
    await press('Công bố');
    await page.getByLabel('Ghi chú').fill('Phím 1 gặp Lan');
    await Promise.all([lan.isIdle(), minh.isIdle()]);
    // Who stands in the menu by then heard the old words: the key means what they say.
    since = Date.now();
    const standing = await inMenu('0912345693');
    // The page is loaded anew, and nobody stands in a menu for so long.
    const published = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/publish'),
    );
    await press('Công bố', page.getByRole('dialog'));
    await published;
    standing.audio.press('1');
    await Promise.all([lan.shows('Cuộc gọi đến'), minh.shows('Cuộc gọi đến')]);
    await standing.hangUp();
    expect((await ledTo(since)).join()).toContain('Kinh doanh');
    await says(/Đã công bố phiên bản/);
    await Promise.all([lan.isIdle(), minh.isIdle()]);
    since = Date.now();
    const after = await inMenu('0912345691');
    after.audio.press('1');
    await lan.shows('Cuộc gọi đến');
    await after.hangUp();
    expect((await ledTo(since)).join()).not.toContain('Kinh doanh');

    await page
      .getByRole('button', { name: /^Quay lại bản này: phiên bản/ })
      .first()
      .click();
    const back = page.getByRole('dialog');
    await back.getByText('Sửa cây IVR “Menu chính”').waitFor();
    await press('Quay lại bản này', back);
    await says(/Đã quay lại, thành phiên bản/);
    const [again] = (await admin.call(ivrMenus.list, { query: { search: 'Menu chính' } })).data;
    expect(again?.keys).toEqual(menu?.keys);
    // What was published ended the drafting, too.
    await page.getByRole('button', { name: 'Soạn nháp', exact: true }).waitFor();
  });

  async function addNumber(number: string, name: string): Promise<void> {
    await open('/number/add');
    await page.getByLabel('Đầu số').first().fill(number);
    await page.getByLabel('Tên hiển thị').fill(name);
    await page.getByRole('combobox', { name: 'Đường truyền' }).click();
    await page.getByRole('option').first().click();
    await press(/^Lưu đầu số/);
    await says('Đã thêm đầu số');
  }

  async function fillGroup(within: Page | Locator, name: string, member: string): Promise<void> {
    await within.getByLabel('Tên nhóm').fill(name);
    await press('Thêm thành viên', within);
    await pick(within, 'Máy nhánh', member);
    await press(/^Lưu nhóm/, within);
  }

  /** A customer's call comes there: one that begins in the moment of the save goes by what stood before, and they call again. */
  const ringsAt = ({ shows }: BrowserPhone, from: string, to: string) =>
    until(
      `${to} rings`,
      async () => {
        const call = await customerCalls(company().product, { from, to, hertz: tones.customer });
        const rung = await shows('Cuộc gọi đến', 5_000).then(
          () => true,
          () => false,
        );
        await call.leave();
        return rung;
      },
      60_000,
    );

  test('a hotline is there within ten minutes from nothing, by forms', async () => {
    const { lan } = company();
    const began = Date.now();
    await addNumber('02871000181', 'Hotline mới');
    await open('/ringgroup/add');
    await fillGroup(page, 'Đội mới', '101');
    await says(/Đã thêm nhóm/);
    await open('/inbounds/add');
    await page.getByLabel('Tên quy tắc').fill('Khách gọi hotline mới');
    await page.getByLabel('Thứ tự').fill('1');
    await pick(page, 'Đầu số', 'Hotline mới');
    await leadTo(page, 'Nhóm đổ chuông', 'Đội mới');
    await press(/^Lưu quy tắc/);
    await says('Đã thêm quy tắc gọi vào');
    await ringsAt(lan, '0912345692', '02871000181');
    expect(Date.now() - began).toBeLessThan(tenMinutes);
  });

  test('and by the picture: what a way leads to is added from the way', async () => {
    const { minh } = company();
    const began = Date.now();
    await addNumber('02871000182', 'Hotline vẽ');
    await open('/call-flow');
    await pick(page, 'Đầu số', 'Hotline vẽ');
    await press('Thêm quy tắc gọi vào');
    const panel = page.getByRole('dialog');
    await panel.getByLabel('Tên quy tắc').fill('Khách gọi hotline vẽ');
    await panel.getByLabel('Thứ tự').fill('1');
    await pick(panel, 'Đầu số', 'Hotline vẽ');
    await pick(panel, 'Loại điểm đến', 'Kết thúc cuộc gọi');
    await press(/^Lưu quy tắc/, panel);
    await says('Đã thêm quy tắc gọi vào');
    await press(/^Khớp, từ .*Khách gọi hotline vẽ/);
    await press('Thêm mới và dẫn tới đó', page.getByRole('dialog'));
    await page.getByRole('menuitem', { name: 'Nhóm đổ chuông' }).click();
    await fillGroup(page.getByRole('dialog'), 'Đội vẽ', '102');
    const drawn = page.getByRole('button', { name: /^Nhóm đổ chuông.*Đội vẽ/ }).first();
    await drawn.waitFor();
    // On a phone all of it is in view, too.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => isInPicture(drawn)).toBe(true);
    await page.setViewportSize({ width: 1280, height: 800 });
    await ringsAt(minh, '0912345693', '02871000182');
    expect(Date.now() - began).toBeLessThan(tenMinutes);
  });
}

const isInPicture = (drawn: Locator): Promise<boolean> =>
  drawn.evaluate((node) => {
    const [inner, outer] = [node, node.closest('.react-flow') ?? node].map((each) => each.getBoundingClientRect());
    if (inner === undefined || outer === undefined) return false;
    return (
      inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom
    );
  });
