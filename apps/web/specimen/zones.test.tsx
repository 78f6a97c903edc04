import { createToasts, Toaster, UiProvider } from '@alo/ui';
import { useState } from 'react';
import { beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { Bell } from '../src/app/frame/bell/bell.tsx';
import { PageFailed } from '../src/app/page-failed.tsx';
import { type PhoneDoor, PhoneDoorContext } from '../src/domain/phone-door/phone-door.ts';
import { GoneError } from '../src/kit/zone/gone-error.ts';
import { NoticeZone } from '../src/kit/zone/notice-zone.tsx';
import { Zone } from '../src/kit/zone/zone.tsx';
import { CallWindowFailed } from '../src/phone/phone-failed.tsx';
import { callStates } from './call-states.ts';
import { ConsoleAround } from './console-around.tsx';
import { playedServer } from './server.ts';
import { expectGoodLooks } from './testing/obstacles.ts';

/** Those made here are told as React tells them; there are no others. */
const mistake = new Error('made by the test');
let complaints: MockInstance;
beforeEach(() => {
  complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
const expectComplaint = (words: string) => {
  expect(complaints.mock.calls.length).toBeGreaterThan(0);
  for (const said of complaints.mock.calls) expect(said.map(String).join(' ')).toContain(words);
  complaints.mockClear();
};

/** Fails as long as it is told to. */
const broken = { by: null as Error | null };
function Fragile({ words }: { words: string }) {
  if (broken.by !== null) throw broken.by;
  return <p>{words}</p>;
}

test('a part that fails says so in its place, what stands beside it goes on, and it is tried again', async () => {
  broken.by = mistake;
  const Parts = () => (
    <>
      <Zone name="Chuông">
        <Fragile words="Ba thông báo" />
      </Zone>
      <p>Điện thoại</p>
    </>
  );
  await render(<ConsoleAround server={playedServer({})} at="/" pages={{ '/': Parts }} />);
  await expect.element(page.getByText('Chuông gặp lỗi')).toBeVisible();
  await expect.element(page.getByText('Điện thoại')).toBeVisible();
  await expectGoodLooks();
  broken.by = null;
  await page.getByRole('button', { name: 'Thử lại' }).click();
  await expect.element(page.getByText('Ba thông báo')).toBeVisible();
  expectComplaint('made by the test');
});

test('a part that the server has no more asks for the next version of the page', async () => {
  broken.by = new GoneError('/assets/old.js');
  await render(
    <Zone name="Tìm kiếm">
      <Fragile words="" />
    </Zone>,
  );
  await expect.element(page.getByRole('button', { name: 'Tải lại trang' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Thử lại' })).not.toBeInTheDocument();
  expectComplaint('/assets/old.js');
});

test('a notice of a newer server that cannot be read hides none of the others, and is asked for again', async () => {
  const notice = {
    kind: 'reminder',
    text: 'Gọi lại anh Nam',
    at: '2026-11-20T02:00:00Z',
    call_id: null,
    customer_id: null,
    call_back: null,
    read: true,
    on_screen: false,
  };
  let strange: object = { ...notice, id: 'strange', text: undefined };
  const server = playedServer({
    'GET /notifications': () => ({ unread: 0, data: [{ ...notice, id: 'known' }, strange] }),
  });
  await render(<ConsoleAround server={server} at="/" pages={{ '/': () => <Bell /> }} />);
  await page.getByRole('button', { name: 'Thông báo', exact: true }).click();
  const bell = page.getByRole('dialog');
  await expect.poll(() => bell.query()?.textContent).toContain('Gọi lại anh Nam');
  await expect.element(page.getByText('Thông báo này gặp lỗi')).toBeVisible();
  strange = { ...notice, id: 'strange', text: 'Đã đọc được' };
  await page.getByRole('button', { name: 'Thử lại' }).click();
  await expect.poll(() => bell.query()?.textContent).toContain('Đã đọc được');
  expectComplaint('undefined');
});

test('a word in the corner that cannot be drawn hides none of the others, and is closed', async () => {
  const toasts = createToasts();
  const Corner = () => (
    <UiProvider>
      <main>
        <h1>Trang</h1>
      </main>
      <Toaster toasts={toasts} around={(card, close) => <NoticeZone onClose={close}>{card}</NoticeZone>} />
    </UiProvider>
  );
  await render(<Corner />);
  // As an answer of a newer server may have it.
  const text: string = JSON.parse('{"vi":"Xin chào"}');
  toasts.show({ key: 'strange', kind: 'error', text });
  toasts.show({ kind: 'error', text: 'Mất kết nối tới tổng đài' });
  await expect.element(page.getByText('Mất kết nối tới tổng đài')).toBeVisible();
  await expect.element(page.getByText('Thông báo gặp lỗi')).toBeVisible();
  await expectGoodLooks();
  await page.getByRole('alert').getByRole('button', { name: 'Đóng thông báo' }).last().click();
  await expect.element(page.getByText('Thông báo gặp lỗi')).not.toBeInTheDocument();
  await expect.element(page.getByText('Mất kết nối tới tổng đài')).toBeVisible();
  expectComplaint('Objects are not valid');
});

const door: PhoneDoor = {
  dial: () => undefined,
  open: () => undefined,
  whyNot: null,
  holdsCall: () => true,
  cardShown: false,
  isDocked: false,
  asksOutcome: () => () => undefined,
  showSettings: () => undefined,
};

test('a page that failed says that the call goes on, and begins anew', async () => {
  const onReset = vi.fn<() => void>();
  const Failed = () => <PageFailed error={mistake} reset={onReset} />;
  await render(<ConsoleAround server={playedServer({})} at="/" pages={{ '/': Failed }} />);
  await expect.element(page.getByText('Điện thoại và cuộc gọi của bạn không bị ảnh hưởng.')).toBeVisible();
  await expectGoodLooks();
  await page.getByRole('button', { name: 'Thử lại' }).click();
  await expect.poll(() => onReset.mock.calls.length).toBe(1);
});

test('in a call, and behind it, a page of an old version is not loaded anew by itself', async () => {
  const gone = new GoneError('/assets/old.js');
  const Failed = () => {
    const [isOver, setIsOver] = useState(false);
    return (
      <PhoneDoorContext value={isOver ? { ...door, holdsCall: () => false } : door}>
        <PageFailed error={gone} reset={() => undefined} />
        <button type="button" onClick={() => setIsOver(true)}>
          {isOver ? 'Đã gác máy' : 'Gác máy'}
        </button>
      </PhoneDoorContext>
    );
  };
  await render(<ConsoleAround server={playedServer({})} at="/" pages={{ '/': Failed }} />);
  await expect.element(page.getByText('Alô vừa được nâng cấp')).toBeVisible();
  await page.getByRole('button', { name: 'Gác máy' }).click();
  await expect.element(page.getByRole('button', { name: 'Đã gác máy' })).toBeVisible();
  expect(sessionStorage.getItem('reloaded_for:/assets/old.js')).toBeNull();
});

test('behind a call window that failed the call goes on, is muted and ended', async () => {
  const state = callStates.find(({ name }) => name === 'talking');
  if (state === undefined) throw new Error('there is no talk');
  const onDo = vi.fn<(event: object) => void>();
  const phone = {
    subscribe: () => () => undefined,
    snapshot: () => state.snapshot,
    do: onDo,
    dial: () => undefined,
    takeOver: () => undefined,
  };
  await render(
    <ConsoleAround
      server={playedServer({})}
      at="/"
      pages={{ '/': () => <CallWindowFailed phone={phone} onRetry={() => undefined} /> }}
    />,
  );
  await expect.element(page.getByText('Cuộc gọi vẫn tiếp tục.')).toBeVisible();
  await expectGoodLooks();
  await page.getByRole('button', { name: 'Tắt tiếng' }).click();
  await page.getByRole('button', { name: 'Kết thúc' }).click();
  expect(onDo.mock.calls).toEqual([[{ type: 'mute', on: true }], [{ type: 'hang-up' }]]);
});
