import type { callWordsNow, ResultOf } from '@alo/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { Supervise } from '../src/features/monitor/supervise.tsx';
import { ConsoleAround } from './console-around.tsx';
import { personWith } from './me.ts';
import { playedServer } from './server.ts';
import { expectGoodLooks } from './testing/obstacles.ts';

type Now = ResultOf<typeof callWordsNow>;

const id = '00000000-0000-4000-8000-0000000000c1';
const rights = ['monitor.view', 'monitor.listen', 'call-history.view', 'call-history.listen'];

const said: Now['lines'] = [
  { side: 'left', from: 12, to: 15, text: 'Anh muốn đổi cái máy lọc nước mua hôm thứ bảy' },
  { side: 'right', from: 16, to: 18, text: 'Dạ máy của mình bị làm sao ạ' },
];

async function show(tells: () => Partial<Now>, permissions: readonly string[] = rights) {
  const server = playedServer({
    'GET /me': () => ({
      ...personWith(permissions),
      features: [{ feature_name_data: ['supervision'], date_expired: '2099-01-01T00:00:00Z' }],
    }),
    [`GET /histories-call/${id}/words-now`]: () => ({
      state: 'listening',
      direction: 'inbound',
      because: '',
      lines: [],
      ...tells(),
    }),
  });
  const Page = () => <Supervise callId={id} extension="102" name="Nguyễn Thị Lan" mode={undefined} queues={[]} />;
  await render(<ConsoleAround server={server} at="/" pages={{ '/': Page }} />);
  await page.getByRole('button', { name: 'Giám sát cuộc gọi của Nguyễn Thị Lan' }).click();
}

const entry = () => page.getByRole('menuitem', { name: 'Đọc lời đang nói' });
const dialog = () => page.getByRole('dialog');

test('who reads along sees what is said, whose it is and at which second, and more as it comes', async () => {
  let heard = said.slice(0, 1);
  await show(() => ({ lines: heard }));
  await entry().click();
  await expect.element(dialog().getByText('00:12 · Khách')).toBeVisible();
  heard = said;
  await expect.element(dialog().getByText('00:16 · Nguyễn Thị Lan')).toBeVisible();
  await expect.element(dialog().getByText('Dạ máy của mình bị làm sao ạ')).toBeVisible();
  await expectGoodLooks();
});

test.each<[Now['state'], string]>([
  ['off', 'Công ty chưa bật chép lời.'],
  ['not-recorded', 'Cuộc gọi không được ghi âm vào lúc này, nên không lời nào được chép.'],
  ['unheard', 'Máy chép lời trả lời 503'],
])('a call whose words are %s says so: “%s”', async (state, words) => {
  await show(() => ({ state, because: state === 'unheard' ? words : '' }));
  await entry().click();
  await expect.element(dialog().getByText(words)).toBeVisible();
});

test('who may not hear recordings, though they may listen in, has no such way', async () => {
  await show(() => ({}), ['monitor.view', 'monitor.listen']);
  await expect.element(page.getByRole('menuitem', { name: 'Nghe cùng' })).toBeVisible();
  await expect.element(entry()).not.toBeInTheDocument();
});
