import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { answer } from './answers.ts';
import { ConsoleAround } from './console-around.tsx';
import { expectGoodLooks } from './testing/obstacles.ts';
import { UiParts } from './ui-parts.tsx';

beforeEach(async () => {
  await render(<ConsoleAround server={answer} at="/" pages={{ '/': UiParts }} />);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const output = (name: string) => page.getByRole('status', { name, exact: true });

test('every part of the kit lets everybody through, light and dark, wide and on a phone', async () => {
  await expectGoodLooks();
});

test('a dialog has the focus, leaves by Escape, and gives it back to what opened it', async () => {
  await button('Mở hộp thoại').click();
  const dialog = page.getByRole('dialog', { name: 'Xoá nhóm mẫu?' });
  await expect.element(dialog).toBeVisible();
  await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button('Mở hộp thoại')).toHaveFocus();
});

test('a drawer shows its row and gives the focus back', async () => {
  await button('Mở ngăn kéo').click();
  await expect.element(page.getByRole('dialog', { name: 'Một dòng' }).getByText('Nội dung của dòng')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(button('Mở ngăn kéo')).toHaveFocus();
});

test('a panel under a button keeps the focus inside, and its own button closes it', async () => {
  await button('Mở bảng nhỏ').click();
  await expect.element(page.getByRole('dialog', { name: 'Bảng nhỏ' })).toBeVisible();
  await button('Đóng bảng nhỏ').click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('a hint is shown to whoever comes by the keys', async () => {
  await button('Mở bảng nhỏ').click();
  await userEvent.keyboard('{Escape}');
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('tooltip')).toHaveTextContent('Gọi điện cho khách');
});

test('rows of a table are chosen one by one and all at once, and opened by their names', async () => {
  const all = page.getByRole('checkbox', { name: 'Chọn cả trang' });
  await page.getByRole('checkbox', { name: 'Chọn Nguyễn Thị Lan' }).click();
  await expect.poll(() => (all.element() as HTMLInputElement).indeterminate).toBe(true);
  await all.click();
  await expect.element(page.getByRole('checkbox', { name: 'Chọn Trần Văn Minh' })).toBeChecked();
  await page.getByRole('button', { name: 'Trần Văn Minh', exact: true }).click();
  await expect.element(output('Đang mở')).toHaveTextContent('b');
});

test('a pager says where one is, and goes no further than there is', async () => {
  await expect.element(page.getByText('1–10 / 1.255')).toBeVisible();
  await expect.element(button('Trang trước')).toBeDisabled();
  await button('Trang sau').click();
  await expect.element(page.getByText('11–20 / 1.255')).toBeVisible();
});

test('whoever knows the page goes there by its number, and no further than there is', async () => {
  const number = page.getByRole('textbox', { name: /^Trang/ });
  await expect.element(number).toHaveValue('1');
  await number.fill('40');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('391–400 / 1.255')).toBeVisible();
  await number.fill('900');
  await userEvent.keyboard('{Enter}');
  await expect.element(number).toHaveValue('126');
  await expect.element(page.getByText('1.251–1.260 / 1.255')).toBeVisible();
  await number.fill('');
  await userEvent.keyboard('{Enter}');
  await expect.element(number).toHaveValue('126');
});

test('a chip says its value once it has one, and takes it back', async () => {
  await button('Hoạt động').click();
  await page.getByRole('radio', { name: 'Có' }).click();
  await expect.element(page.getByRole('button', { name: /^Hoạt động\s*1/ })).toBeVisible();
});

test('a search waits for the end of a word, and Enter does not wait', async () => {
  await page.getByRole('searchbox', { name: 'Tìm người' }).fill('lan');
  await expect.element(output('Đang tìm')).toHaveTextContent('lan');
});

test('a password is shown to whoever asks to see it', async () => {
  const field = page.getByLabelText('Mật khẩu', { exact: true });
  await field.fill('hoa-no');
  await expect.element(field).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: /^Hiện/ }).click();
  await expect.element(field).toHaveAttribute('type', 'text');
});

test('a busy button takes no further press', async () => {
  await expect.element(button('Đang lưu')).toHaveAttribute('aria-busy', 'true');
  await expect.element(button('Không được')).toBeDisabled();
});
