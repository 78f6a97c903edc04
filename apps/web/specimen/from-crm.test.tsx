import type { callerInCrm, getSystemSetting, ResultOf } from '@alo/contract';
import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { FromCrm } from '../src/phone/card/from-crm.tsx';
import { useCrm } from '../src/phone/card/use-crm.ts';
import { ConsoleAround } from './console-around.tsx';
import { personWith } from './me.ts';
import { playedServer } from './server.ts';
import { expectGoodLooks } from './testing/obstacles.ts';

/** What a company has that has never set anything, but for its CRM. */
const settings: ResultOf<typeof getSystemSetting> = {
  hidden_phone_customer: 0,
  position_hidden_phone_customer: 1,
  show_popup_customer: 1,
  voice_over_internet_protocol: 1,
  time_zone: 'Asia/Ho_Chi_Minh',
  work_days: [1, 2, 3, 4, 5],
  work_from: '08:00',
  work_to: '17:30',
  keep_recordings_days: 3650,
  keep_calls_days: 3650,
  keep_audit_days: 3650,
  after_hours: 'as-usual',
  recording_notice: false,
  recording_notice_outbound: false,
  recording_refusal_key: '',
  refused_recording: 'keep',
  records_inbound: true,
  records_outbound: true,
  records_internal: true,
  service_level_percent: 80,
  wrap_up_inbound: 'off',
  wrap_up_inbound_seconds: 30,
  wrap_up_outbound: 'off',
  wrap_up_outbound_seconds: 30,
  brand_name: '',
  brand_colour: '',
  second_factor: false,
  second_factor_from: null,
  phone_origins: [],
  crm_lookup_url: 'https://crm.example/alo',
  crm_page_url: 'https://crm.example/khach?ma={id}',
  crm_opens: 'answered',
  version: 1,
};

const hoa: ResultOf<typeof callerInCrm> = {
  found: { name: 'Chị Hoa', facts: [{ label: 'Hạng', value: 'Vàng' }] },
  because: '',
  page: 'https://crm.example/khach?ma=KH-77',
};

const open = vi.fn<typeof window.open>();
beforeEach(() => {
  sessionStorage.clear();
  open.mockReset();
  window.open = open;
});

async function show({
  said = hoa,
  setting = {},
  talks = true,
}: {
  said?: ResultOf<typeof callerInCrm>;
  setting?: Partial<typeof settings>;
  talks?: boolean;
} = {}) {
  const asked: string[] = [];
  const server = playedServer({
    'GET /me': () => personWith(),
    'GET /get-system-setting': () => ({ ...settings, ...setting }),
    'GET /caller-in-crm': ({ url }) => {
      asked.push(url.search);
      return said;
    },
  });
  const Card = () => (
    <FromCrm {...useCrm({ number: '0901234567', conversation: callId, customer: undefined, talks })} />
  );
  const Page = () => (
    <>
      <h1>Cuộc gọi</h1>
      <h2>Khách</h2>
      <Card />
    </>
  );
  const screen = await render(<ConsoleAround server={server} at="/" pages={{ '/': Page }} />);
  await expect.element(page.getByRole('heading', { name: 'Cuộc gọi' })).toBeVisible();
  return { asked, screen };
}

const callId = '00000000-0000-4000-8000-0000000000c1';
/** A window that was let be opened. */
const opened = () => window;

test('what the CRM says stands in the card, and its page is opened once as one begins to talk', async () => {
  open.mockImplementation(opened);
  const { asked, screen } = await show();
  await expect.element(page.getByText('Chị Hoa')).toBeVisible();
  await expect.element(page.getByText('Vàng')).toBeVisible();
  await expect.poll(() => open.mock.calls).toEqual([[hoa.page, '_blank']]);
  expect(asked).toEqual([`?phone=0901234567&call=${callId}`]);
  await expectGoodLooks();
  // The page is loaded again in the middle of the call.
  await screen.unmount();
  await show();
  await expect.element(page.getByText('Chị Hoa')).toBeVisible();
  await page.getByRole('button', { name: 'Mở trong CRM' }).click();
  expect(open.mock.calls).toHaveLength(2);
});

test('a browser that lets nothing be opened by itself is told of, and the way by hand stays', async () => {
  open.mockReturnValue(null);
  await show();
  await expect.element(page.getByText(/Trình duyệt đã chặn/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Mở trong CRM' })).toBeVisible();
});

test('while it rings, or where it is opened by hand, nothing is opened by itself', async () => {
  const { screen } = await show({ talks: false });
  await expect.element(page.getByRole('button', { name: 'Mở trong CRM' })).toBeVisible();
  await screen.unmount();
  await show({ setting: { crm_opens: 'by-hand' } });
  await expect.element(page.getByRole('button', { name: 'Mở trong CRM' })).toBeVisible();
  expect(open).not.toHaveBeenCalled();
});

test('why it says nothing is told; a company without a CRM is asked nothing', async () => {
  const { screen } = await show({ said: { found: null, because: 'Không gọi được CRM của công ty', page: null } });
  await expect.element(page.getByText('Không gọi được CRM của công ty')).toBeVisible();
  await screen.unmount();
  const { asked } = await show({ setting: { crm_lookup_url: '', crm_page_url: '' } });
  await expect.element(page.getByRole('heading', { name: 'Khách' })).toBeVisible();
  expect(asked).toEqual([]);
  expect(page.getByRole('region', { name: 'Trong CRM của công ty' }).query()).toBeNull();
});
