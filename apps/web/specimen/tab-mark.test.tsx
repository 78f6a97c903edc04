import { afterEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';

import { markTab } from '../src/kit/browser/tab-mark.ts';

const icon = () => document.querySelector('link[rel="icon"]')?.getAttribute('href');
const Page = ({ title }: { title: string }) => <title key={title}>{title}</title>;
const link = Object.assign(document.createElement('link'), { rel: 'icon', href: '/mark.svg' });

afterEach(() => link.remove());

test('a call stands before the title of whichever page is shown, and leaves both title and icon as they were', async () => {
  document.querySelector('link[rel="icon"]')?.remove();
  for (const old of document.querySelectorAll('title')) old.remove();
  document.head.append(link);
  const page = await render(<Page title="Khách hàng · Alô" />);
  const unmark = markTab({ words: '📞 Phạm Thu Hà ·', icon: '/mark-in-call.svg' });
  await expect.poll(() => [document.title, icon()]).toEqual(['📞 Phạm Thu Hà · Khách hàng · Alô', '/mark-in-call.svg']);
  await page.rerender(<Page title="Lịch sử cuộc gọi · Alô" />);
  await expect.poll(() => document.title).toBe('📞 Phạm Thu Hà · Lịch sử cuộc gọi · Alô');
  unmark();
  await expect.poll(() => [document.title, icon()]).toEqual(['Lịch sử cuộc gọi · Alô', '/mark.svg']);
  await page.rerender(<Page title="Trang chủ · Alô" />);
  await expect.poll(() => document.title).toBe('Trang chủ · Alô');
});
