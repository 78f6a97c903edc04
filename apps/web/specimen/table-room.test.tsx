import { type Column, DataTable } from '@alo/ui';
import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';

const names = ['Khách hàng', 'Số điện thoại', 'Bắt đầu', 'Trạng thái', 'Nhân viên', 'Đàm thoại'];
const columns: readonly Column<string>[] = names.map((label) => ({ id: label, label, width: 160, cell: (row) => row }));

const List = ({ width }: { width: number }) => (
  <div style={{ width }}>
    <DataTable caption="Cuộc gọi" columns={columns} rows={['Lan', 'Minh']} rowId={(row) => row} />
  </div>
);

test('beside a card the last columns of a list give way, and are back with the room', async () => {
  const screen = await render(<List width={700} />);
  const headings = () => screen.container.querySelectorAll('th').length;
  const place = () => screen.container.querySelector('table')?.parentElement;
  await expect.poll(headings).toBe(4);
  await expect.poll(() => place()?.scrollWidth).toBe(place()?.clientWidth);

  await screen.rerender(<List width={1_200} />);
  await expect.poll(headings).toBe(names.length);

  // In a wide place whoever chose so many pushes them to and fro.
  await screen.rerender(<List width={940} />);
  await expect.poll(() => place()?.hasAttribute('data-wide')).toBe(true);
  await expect.poll(headings).toBe(names.length);
});
