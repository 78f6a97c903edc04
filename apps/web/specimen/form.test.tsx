import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { answer } from './answers.ts';
import { ConsoleAround } from './console-around.tsx';
import { screen, specimen } from './specimen.tsx';
import { expectGoodLooks } from './testing/obstacles.ts';

const List = () => <specimen.List screen={screen} />;
const Form = () => <specimen.Form screen={screen} />;
const pages = { '/departments': List, '/department/add': Form, '/department/edit/$id': Form };

async function open(at: string, server: typeof fetch = answer) {
  await render(<ConsoleAround server={server} at={at} pages={pages} />);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
}
const add = () => open('/department/add');
async function edit() {
  await open('/department/edit/00000000-0000-4000-8000-000000000000');
  // Pickers come after the rest of the form.
  await expect.element(page.getByRole('combobox', { name: 'Khách hàng' })).toBeVisible();
}
const field = (name: string) => page.getByLabelText(name, { exact: true });
const nameInput = () => page.getByRole('textbox', { name: /^Tên\b/ }).first();
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const save = () => button('Lưu mẫu').click();
const member = (n: number) => page.getByRole('group', { name: `thành viên ${n}`, exact: true });
const memberNames = () =>
  page
    .getByRole('group', { name: /^thành viên \d$/ })
    .elements()
    .map((row) => row.querySelector('input')?.value);
const pick = async (combobox: ReturnType<typeof field>, option: string) => {
  await combobox.click();
  await page.getByRole('option', { name: option }).click();
};

test.each(['/departments', '/department/add', '/department/edit/00000000-0000-4000-8000-000000000000'])(
  '%s: every kind of field lets everybody through, light and dark, wide and on a phone',
  async (at) => {
    await open(at);
    await expect
      .element(
        at === '/departments'
          ? page.getByText('Nhóm mẫu 1', { exact: true }).first()
          : page.getByRole('combobox', { name: 'Khách hàng' }),
      )
      .toBeVisible();
    await expectGoodLooks();
  },
);

test('a form begins in its first field, and a save that is refused leads to the first mistake, inside a list too', async () => {
  await add();
  await expect.element(nameInput()).toHaveFocus();
  await nameInput().fill('Nhóm A');
  await page.getByRole('combobox', { name: 'Kênh' }).fill('zalo');
  await userEvent.keyboard('{Enter}');
  await page.getByRole('checkbox', { name: 'T2, Thứ hai' }).click();
  await page.getByRole('radio', { name: 'Lần lượt' }).click();
  await button('Thêm thành viên').click();
  await button('Thêm thành viên').click();
  await pick(member(1).getByRole('combobox'), 'Trần Văn Minh');
  await member(2).getByLabelText('Điểm phạt').fill('-4');
  await save();
  await expect.element(member(2).getByText('Thông tin không được để trống')).toBeVisible();
  await expect.element(member(2).getByText('Không được âm')).toBeVisible();
  await expect.element(member(2).getByRole('combobox')).toHaveFocus();
});

test('what is said once can be filled in where a row is added', async () => {
  await add();
  await expect.element(field('Điện thoại')).toBeEnabled();
});

test('what is said once can only be read where the row is edited', async () => {
  await edit();
  await expect.element(field('Điện thoại')).toBeDisabled();
  await expect.element(nameInput()).toBeEnabled();
});

test('a mistake that only the server knows stands in its row and has the focus', async () => {
  await edit();
  await member(1).getByLabelText('Điểm phạt').fill('77');
  await save();
  await expect.element(member(2).getByText('Nhân viên này đã nghỉ việc')).toBeVisible();
  await expect.element(member(2).getByRole('combobox')).toHaveFocus();
});

test('rows change their order by keyboard and by dragging, and what is in them goes along', async () => {
  await edit();
  await expect.poll(memberNames).toEqual(['Nguyễn Thị Lan', 'Trần Văn Minh', 'Lê Hoàng Phúc']);
  const handle = (n: number) => button(new RegExp(`^Chuyển thành viên ${n}`));
  (handle(1).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(memberNames).toEqual(['Trần Văn Minh', 'Nguyễn Thị Lan', 'Lê Hoàng Phúc']);
  await expect.element(handle(2)).toHaveFocus();
  await userEvent.dragAndDrop(handle(3), member(1));
  await expect.poll(memberNames).toEqual(['Lê Hoàng Phúc', 'Trần Văn Minh', 'Nguyễn Thị Lan']);
  await button('Bỏ thành viên 2').click();
  await expect.poll(memberNames).toEqual(['Lê Hoàng Phúc', 'Nguyễn Thị Lan']);
});

test('a day is typed day first or picked from a calendar in Vietnamese, whatever the browser speaks', async () => {
  await add();
  const birthday = field('Ngày sinh');
  await birthday.fill('1/2/1990');
  await userEvent.keyboard('{Tab}');
  await expect.element(birthday).toHaveValue('01/02/1990');
  await button('Mở lịch chọn ngày sinh').click();
  await button('14/02/1990').click();
  await expect.element(birthday).toHaveValue('14/02/1990');
  await birthday.fill('31/02/1990');
  await save();
  await expect.element(page.getByText('Ngày không hợp lệ, ví dụ 21/11/2026').first()).toBeVisible();
});

test('an amount is grouped by thousands, and the number of a port is not', async () => {
  await edit();
  await expect.element(field('Giá')).toHaveValue('1.500.000');
  await expect.element(field('Cổng')).toHaveValue('5060');
  await field('Giá').fill('2500000');
  await field('Cổng').fill('15080');
  await nameInput().click();
  await expect.element(field('Giá')).toHaveValue('2.500.000');
  await expect.element(field('Cổng')).toHaveValue('15080');
});

test('one among a million is looked for at the server, and its name is shown', async () => {
  await edit();
  const customer = page.getByRole('combobox', { name: 'Khách hàng' });
  await expect.element(customer).toHaveValue('Phạm Thu Hà');
  await customer.fill('khánh');
  await page.getByRole('option', { name: 'Vũ Khánh Linh' }).click();
  await expect.element(customer).toHaveValue('Vũ Khánh Linh');
});

test('what something can be done about can be taken back from where it is told', async () => {
  await open('/departments');
  await button('Xoá Nhóm mẫu 1').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Xoá mẫu' }).click();
  await expect.element(page.getByRole('status').filter({ hasText: 'Đã xoá 1 mẫu' })).toBeVisible();
  await expect.element(button('Hoàn tác')).toBeVisible();
});

test('filters are chips in the same vocabulary, and the list is asked for by them', async () => {
  let asked = '';
  await open('/departments', (input, init) => {
    const url = String(input instanceof Request ? input.url : input);
    if (url.includes('/specimens?')) asked = new URL(url, location.href).search;
    return answer(input, init);
  });
  await button('Giá').first().click();
  await page.getByLabelText('Từ', { exact: true }).fill('1.500.000');
  await button('Lọc').click();
  await expect.element(page.getByText('từ 1.500.000 ₫')).toBeVisible();
  await button('Hoạt động').first().click();
  await page.getByRole('radio', { name: 'Không' }).click();
  await expect.poll(() => asked).toMatch(/min_price=1500000.*active=0|active=0.*min_price=1500000/);
});

test('many filters fold, and what is set among them stays to be seen', async () => {
  await open('/departments?channel=zalo');
  await expect.element(page.getByText('Zalo')).toBeVisible();
  await expect.element(button('Hoạt động').first()).toBeVisible();
  await expect.element(button('Số gọi')).not.toBeInTheDocument();
  await button('Thêm bộ lọc').click();
  await expect.element(button('Số gọi')).toBeVisible();
  await button('Bớt bộ lọc').click();
  await expect.element(button('Số gọi')).not.toBeInTheDocument();
});

test('a row’s drawer says in one line what is not filled in, and reads the rest', async () => {
  await open('/departments');
  await button('Nhóm mẫu 1').click();
  const drawer = page.getByRole('dialog');
  await expect.element(drawer.getByText('Trực từ 8 giờ')).toBeVisible();
  await expect.element(drawer.getByText('Mật khẩu SIP, Lời chào')).toBeVisible();
  await expect.element(drawer.getByText('Mật khẩu SIP', { exact: true })).not.toBeInTheDocument();
  const end = drawer.getByRole('link', { name: 'Sửa mẫu' });
  await expect.poll(() => window.innerHeight - end.element().getBoundingClientRect().bottom).toBeLessThan(60);
  await expectGoodLooks();
});

test('rows of few fields have the names of their fields once', async () => {
  await edit();
  const label = (n: number) => member(n).element().querySelector('label')?.getBoundingClientRect().width;
  await expect.poll(() => label(1)).toBeGreaterThan(10);
  await expect.poll(() => label(2)).toBeLessThan(2);
});

test('whoever asked for less motion sees the page in its other colours at once', async () => {
  await add();
  document.documentElement.dataset['mantineColorScheme'] = 'dark';
  expect(document.getAnimations().filter((animation) => animation instanceof CSSTransition)).toEqual([]);
  document.documentElement.dataset['mantineColorScheme'] = 'light';
});

test('destinations that cannot be read say with what number', async () => {
  await edit();
  await pick(page.getByRole('combobox', { name: 'Loại điểm đến' }), 'Thông báo');
  await expect.element(page.getByText('Error: Received status code 404', { exact: true })).toBeVisible();
});

test('offline a save waits visibly, can be called off, and goes out when the network is back', async () => {
  let sent = 0;
  await open('/department/edit/00000000-0000-4000-8000-000000000000', (input, init) => {
    if (init?.method === 'PUT') sent += 1;
    return navigator.onLine ? answer(input, init) : Promise.reject(new TypeError('Failed to fetch'));
  });
  await nameInput().fill('Tên mới');
  const network = (isThere: boolean) => {
    Object.defineProperty(navigator, 'onLine', { value: isThere, configurable: true });
    dispatchEvent(new Event(isThere ? 'online' : 'offline'));
  };
  network(false);
  try {
    await save();
    await expect.element(page.getByText(/Mất mạng. Sẽ lưu khi có mạng lại/)).toBeVisible();
    await button('Thôi chờ').click();
    await expect.element(page.getByText(/Chưa lưu vì mất mạng/)).toBeVisible();
    await expect.element(nameInput()).toHaveValue('Tên mới');
    await save();
    await expect.element(page.getByText(/Mất mạng. Sẽ lưu khi có mạng lại/)).toBeVisible();
    expect(sent).toBe(0);
  } finally {
    network(true);
  }
  await expect.element(page.getByText('Nhóm mẫu 2', { exact: true }).first()).toBeVisible();
  expect(sent).toBe(1);
});
