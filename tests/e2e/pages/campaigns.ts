import {
  allAccount,
  allExtension,
  allProfileStatus,
  callQueues,
  campaigns,
  customerCampaigns,
  customers,
  getCampaignDialling,
  type Permission,
  type RequestOf,
  roles,
} from '@alo/contract';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { type PersonApi, signInByApi } from '../support/api.ts';
import { type BrowserPhone, phoneOf } from '../support/browser-phone.ts';
import { type Stage, tellOfFailure } from '../support/stage.ts';
import { until } from '../support/until.ts';

/** Somebody calls the customers of a campaign, and not everything goes as it should. */
export function campaignStories(here: () => Stage): void {
  const called = 'Gọi thử ba khách';
  let admin: PersonApi;
  let page: Page;
  let phone: BrowserPhone;
  let campaign: string;

  beforeAll(async () => {
    admin = await signInByApi(here().address, 'admin');
    page = await here().signedIn('lan');
    phone = phoneOf(here().browser, page, () => page.context().close());
    campaign = await campaignOf([1, 2, 3], { name: called });
  });
  afterEach((context) => tellOfFailure(context.task, here(), [page]));
  afterAll(() => phone?.close());

  /** A queue that one person may join. */
  async function queueOf(named: string, person: string): Promise<string> {
    const extension = (await admin.call(allExtension, {})).data.find((one) => one.name === person);
    const members = [{ extension_id: extension?.id ?? '', penalty: 0, weight: 1, skills: {} }];
    const { id } = await admin.call(callQueues.create, { body: { name: named, joining: 'by-request', members } });
    return id;
  }

  /** A campaign that calls at any time, with customers of its own. */
  async function campaignOf(
    people: readonly number[],
    given: Pick<
      RequestOf<typeof campaigns.create>['body'],
      'name' | 'outcome_required' | 'mode' | 'queue_id' | 'wait_seconds'
    >,
  ) {
    const { id } = await admin.call(campaigns.create, {
      body: { kind: 'care', status: 'running', calls_from: '00:00', calls_to: '24:00', ...given },
    });
    const status = (await admin.call(allProfileStatus, {})).data[0]?.id ?? '';
    const ids: string[] = [];
    for (const n of people) {
      const body = { name: `Khách Chờ ${n}`, phone: `098770115${n}`, status };
      ids.push((await admin.call(customers.create, { body })).id);
    }
    if (customers.putAll === undefined) throw new Error('Customers are put on campaigns.');
    await admin.call(customers.putAll, { body: { list: 'campaign', id, off: false, wanted: { ids } } });
    await until('they are in the campaign', async () => {
      const { contacts } = await admin.call(campaigns.get, { params: { id } });
      return contacts === ids.length;
    });
    return id;
  }

  const main = () => page.getByRole('main');
  const name = () => main().getByRole('heading', { level: 2, name: /^Khách Chờ/ });
  const button = (label: string) => main().getByRole('button', { name: label, exact: true });

  /** What agents of the demo may do besides, until what is answered is called. */
  async function agentsWithout(permission: Permission): Promise<() => Promise<void>> {
    const { data } = await admin.call(roles.list, { query: { search: 'Nhân viên' } });
    const role = data.find((one) => one.name === 'Nhân viên');
    if (role === undefined) throw new Error('The demo has no agents.');
    const may = async (permissions: typeof role.permissions) => {
      const now = await admin.call(roles.get, { params: { id: role.id } });
      await admin.call(roles.update, { params: { id: role.id }, body: { ...now, permissions } });
    };
    await may(role.permissions.filter((one) => one !== permission));
    return () => may(role.permissions);
  }

  test('whoever leaves the page in the middle of a call has the customer when they are back; who may not say what came of it goes on', async () => {
    await page.goto(`${here().address}/marketings/campaign/call/${campaign}`);
    await phone.registered();
    await button('Lấy khách tiếp theo').click();
    const first = (await name().textContent()) ?? '';
    await button('Gọi').click();
    await phone.says(first);

    // Left of the pop-up and the call window, which lie over what is at the right.
    await page
      .getByRole('navigation', { name: 'Điều hướng chính' })
      .getByRole('link', { name: 'Chiến dịch gọi ra' })
      .click();
    await main()
      .getByRole('heading', { level: 1, name: /^Chiến dịch gọi ra/ })
      .waitFor();
    const read = page.waitForResponse(/\/calling$/);
    await page.goBack();
    await read;
    await name().waitFor();
    await expect.poll(() => name().textContent()).toBe(first);
    const [its] = (await admin.call(customers.list, { query: { search: first } })).data;
    const { data } = await admin.call(customerCampaigns, { params: { id: its?.id ?? '' } });
    expect(data).toMatchObject([{ name: called, state: 'calling', attempts: 1 }]);

    await phone.hangUp();
    await phone.isIdle();
    await main().getByRole('form', { name: 'Kết quả cuộc gọi' }).waitFor();
    const again = await agentsWithout('customer.update');
    try {
      await main().getByText('Bạn không có quyền ghi kết quả cuộc gọi.').waitFor();
      await button('Khách tiếp theo').click();
      await expect.poll(() => name().textContent()).not.toBe(first);
    } finally {
      await again();
    }
  });

  test('where a campaign asks what came of each call, whoever lost the customer is led to that call before they are given another', async () => {
    const asking = await campaignOf([4, 5], { name: 'Bắt buộc ghi', outcome_required: true });
    const other = await campaignOf([6], { name: 'Việc khác' });
    const at = (id: string) => page.goto(`${here().address}/marketings/campaign/call/${id}`);
    await at(asking);
    await phone.registered();
    await button('Lấy khách tiếp theo').click();
    const first = (await name().textContent()) ?? '';
    await button('Gọi').click();
    await phone.says(first);
    await phone.hangUp();
    await phone.isIdle();
    await main().getByText('Chiến dịch này bắt buộc ghi kết quả trước khi lấy khách tiếp theo.').waitFor();

    // Whoever takes somebody of another campaign gives this one's back.
    await at(other);
    await button('Lấy khách tiếp theo').click();
    await name().waitFor();
    await button('Bỏ qua').click();
    await at(asking);
    await main().getByRole('heading', { level: 2, name: first }).waitFor();
    await main()
      .getByText(/^Chiến dịch này bắt buộc ghi kết quả. Hãy ghi kết quả cuộc gọi lúc/)
      .waitFor();
    await expect.poll(() => button('Lấy khách tiếp theo').count()).toBe(0);
    await main().getByRole('radio', { name: 'Quan tâm', exact: true }).check();
    await button('Lưu & khách tiếp theo').click();
    await expect.poll(() => name().textContent()).not.toBe(first);
    await button('Gọi').waitFor();
    await page.goto(`${here().address}/marketings/campaign/call/${campaign}`);
    await button('Lấy khách tiếp theo').click();
    await name().waitFor();
  });

  test('nobody is called from a phone that is off: no try is counted', async () => {
    const say = async (entry: string) => {
      await page.getByRole('button', { name: /^Trạng thái làm việc/ }).click();
      await page.getByRole('menuitemradio', { name: entry, exact: true }).click();
    };
    await say('Ngoại tuyến, tắt điện thoại');
    await main().getByText('Chưa gọi được: Bạn đang ngoại tuyến nên điện thoại đã tắt.').waitFor();
    await expect.poll(() => button('Gọi').isDisabled()).toBe(true);
    await say('Sẵn sàng nhận cuộc gọi');
    await expect.poll(() => button('Gọi').isEnabled()).toBe(true);
  });

  test('whoever is taken off a campaign, or asks for one that is not there, is told so and is offered no vain way', async () => {
    const others = (await admin.call(allAccount, {})).data.filter((one) => one.name !== 'Nguyễn Thị Lan');
    const row = await admin.call(campaigns.get, { params: { id: campaign } });
    const member_ids = others.slice(0, 1).map(({ id }) => id);
    await admin.call(campaigns.update, { params: { id: campaign }, body: { ...row, member_ids } });
    await main().getByText('Bạn không xem được phần này').waitFor();
    await expect.poll(() => name().count()).toBe(0);
    await page.goto(`${here().address}/marketings/campaign/call/${crypto.randomUUID()}`);
    await main().getByText('Không tìm thấy', { exact: true }).waitFor();
    await expect.poll(() => button('Thử lại').count()).toBe(0);
  });

  test('whoever waits for somebody to call sees by themselves that there is one', async () => {
    const { id } = await admin.call(campaigns.create, {
      body: { name: 'Chưa có ai', kind: 'care', status: 'running' },
    });
    const waiting = await here().signedIn('hoa');
    await waiting.clock.install();
    await waiting.goto(`${here().address}/marketings/campaign/call/${id}`);
    await waiting.getByText('Lúc này chưa có ai để gọi').waitFor();
    const again = waiting.waitForRequest(/\/calling$/);
    await waiting.clock.fastForward(61_000);
    expect((await again).method()).toBe('GET');
    await waiting.context().close();
  });

  test('the customers of a campaign that has ended are looked at by its name', async () => {
    const row = await admin.call(campaigns.get, { params: { id: campaign } });
    await admin.call(campaigns.update, { params: { id: campaign }, body: { ...row, status: 'ended' } });
    await page.goto(`${here().address}/customer?campaign_id=${campaign}`);
    await main().getByRole('row').filter({ hasText: 'Khách Chờ 1' }).waitFor();
    await expect.poll(() => main().getByText(called).count()).toBeGreaterThan(0);
  });

  test('a campaign that calls by itself leads whoever picks up to who takes part, whose customer they are; the next one follows once it is said what came of it', async () => {
    const queue = await queueOf('Gọi thay', 'Nguyễn Thị Lan');
    const mode = { mode: 'progressive', queue_id: queue, wait_seconds: 30 } as const;
    const calling = await campaignOf([7, 8], { name: 'Tự gọi', ...mode });
    await page.goto(`${here().address}/marketings/campaign/call/${calling}`);
    await phone.registered();
    await main().getByText('Bạn chưa tham gia', { exact: true }).waitFor();
    // Nobody is called before somebody takes part.
    await main()
      .getByText(/^chưa gọi: không ai rảnh/)
      .waitFor();
    await button('Tham gia gọi').click();

    const called: string[] = [];
    for (let n = 0; n < 2; n += 1) {
      await name().waitFor();
      await expect.poll(() => name().textContent()).not.toBe(called[0]);
      called.push((await name().textContent()) ?? '');
      await phone.says(called[n] ?? '');
      await phone.hangUp();
      const form = page.getByRole('form', { name: 'Kết quả cuộc gọi' });
      await form.getByRole('radio', { name: 'Quan tâm', exact: true }).check();
      await page.getByRole('button', { name: /^Lưu/ }).first().click();
    }
    expect(called.toSorted()).toEqual(['Khách Chờ 7', 'Khách Chờ 8']);
    await until('both are done', async () => {
      const { finished } = await admin.call(campaigns.get, { params: { id: calling } });
      return finished === 2;
    });
    // The history is written a moment later.
    await until('both count as reached', async () => {
      const { reached } = await admin.call(getCampaignDialling, { params: { id: calling } });
      return reached.n === 2 && reached.of === 2;
    });
    await button('Rời chiến dịch').click();
    await main().getByText('Bạn chưa tham gia', { exact: true }).waitFor();
  });
}
