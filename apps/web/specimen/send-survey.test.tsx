import { lazy, Suspense } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { useMay } from '../src/kit/me/me.ts';
import { ConsoleAround } from './console-around.tsx';
import { personWith } from './me.ts';
import { playedServer, Refusal } from './server.ts';
import { expectGoodLooks } from './testing/obstacles.ts';

const SendMessage = lazy(() => import('../src/domain/messages/send-message.tsx'));
const SendSurvey = lazy(() => import('../src/domain/messages/send-survey.tsx'));

const customerId = '00000000-0000-4000-8000-0000000000c1';
const template = (n: number, name: string, asks: boolean) => ({
  id: `00000000-0000-4000-8000-00000000000${n}`,
  name,
  channel: 'sms',
  purpose: 'care',
  asks,
});
const survey = template(2, 'Khảo sát sau cuộc gọi', true);
const before = 'Đã gửi khảo sát này cho khách lúc 10:05 ngày 01/12/2026, Nguyễn Thị Lan gửi';

async function show({
  permissions = ['customer.view', 'messages.create'],
  templates = [template(1, 'Cảm ơn', false), survey],
  refuses = false,
}: {
  permissions?: readonly string[];
  templates?: readonly ReturnType<typeof template>[];
  /** A colleague is faster. */
  refuses?: boolean;
} = {}) {
  const sent: unknown[] = [];
  const server = playedServer({
    'GET /me': () => personWith(permissions),
    'GET /all-message-template': () => ({ data: templates }),
    [`POST /customer/${customerId}/message/preview`]: () => ({
      text: 'Mời chị đánh giá: https://alo.example/khao-sat#vi-du',
      recipient: '0901234567',
      sandbox: false,
      refused: sent.length > 0 ? before : null,
    }),
    [`POST /customer/${customerId}/message`]: ({ body }) => {
      if (refuses) {
        const fields = { template_id: before };
        return new Refusal(422, { code: 'invalid_input', message: 'Dữ liệu không hợp lệ', request_id: 'x', fields });
      }
      sent.push(body);
      return messageOf;
    },
  });
  const Page = () => (
    <>
      <h1>Khách</h1>
      <Suspense fallback={null}>
        <SendMessage customerId={customerId} source="card" />
        <SendSurvey customerId={customerId} />
        <Known />
      </Suspense>
    </>
  );
  await render(<ConsoleAround server={server} at="/" pages={{ '/': Page }} />);
  await expect.element(page.getByRole('heading', { name: 'Khách' })).toBeVisible();
  return { sent };
}

/** Says who looks, once it is known. */
function Known() {
  return useMay()('customer.delete') ? null : <p>Nhân viên</p>;
}

const messageOf = {
  id: '00000000-0000-4000-8000-0000000000d1',
  customer_id: customerId,
  customer_name: 'Chị Hoa',
  recipient: '0901234567',
  channel: 'sms',
  purpose: 'care',
  template_name: survey.name,
  provider_name: 'Nhà mạng',
  sandbox: false,
  title: '',
  text: 'Mời chị đánh giá',
  state: 'waiting',
  answer: '',
  attempts: 0,
  cost: null,
  source: 'card',
  by_name: 'Nguyễn Thị Lan',
  created_at: '2026-12-01T03:05:00Z',
  sent_at: null,
  delivered_at: null,
  next_at: null,
};

const button = () => page.getByRole('button', { name: 'Gửi khảo sát', exact: true });
const dialog = () => page.getByRole('dialog', { name: 'Gửi khảo sát cho khách' });

test('the survey’s own message is read and sent; pressed again it says when that was', async () => {
  const { sent } = await show();
  await button().click();
  await expect.element(dialog().getByText('Mời chị đánh giá: https://alo.example/khao-sat#vi-du')).toBeVisible();
  await expectGoodLooks();
  await dialog().getByRole('button', { name: 'Gửi', exact: true }).click();
  await expect.element(page.getByText('Đã xếp hàng tin nhắn')).toBeVisible();
  expect(sent).toEqual([{ template_id: survey.id, source: 'card' }]);
  await expect.poll(() => dialog().query()).toBeNull();
  await button().click();
  await expect.element(dialog().getByRole('alert')).toHaveTextContent(before);
  await expect.element(dialog().getByRole('button', { name: 'Gửi', exact: true })).toBeDisabled();
});

test('whoever is second is told who was first', async () => {
  await show({ refuses: true });
  await button().click();
  await dialog().getByRole('button', { name: 'Gửi', exact: true }).click();
  await expect.element(page.getByText(before)).toBeVisible();
});

test('nothing stands there where no message brings a survey that is open', async () => {
  await show({ templates: [template(1, 'Cảm ơn', false)] });
  await expect.element(page.getByRole('button', { name: 'Nhắn tin' })).toBeVisible();
  expect(button().query()).toBeNull();
});

test('whoever may send no messages has no button', async () => {
  await show({ permissions: ['customer.view'] });
  await expect.element(page.getByText('Nhân viên', { exact: true })).toBeVisible();
  await expect.poll(() => button().query()).toBeNull();
});
