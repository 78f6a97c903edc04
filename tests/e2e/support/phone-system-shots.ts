import {
  allInbound,
  allProfileStatus,
  announcements,
  callQueues,
  codeQuestions,
  customerConditions,
  draftHeader,
  greetings,
  historiesCall,
  inbounds,
  renewCodeSecret,
  ringGroups,
  routingDraft,
  speakAudio,
  startBotCall,
  timeGroups,
} from '@alo/contract';
import type { Page } from 'playwright-core';

import { isClosed, mainNumberAndCustomer, signInByApi } from './api.ts';
import type { Shot } from './shot.ts';
import { until } from './until.ts';

const words = 'Cảm ơn quý khách đã gọi đến. Bấm phím một để gặp bộ phận bán hàng, phím hai để được hỗ trợ.';

/** A greeting that a machine speaks, where there is none yet. */
async function aGreeting(page: Page, address: string): Promise<void> {
  const admin = await signInByApi(address, 'admin');
  const { total } = await admin.call(greetings.list, { query: {} });
  if (total === 0) {
    const { id } = await admin.call(speakAudio, { body: { text: words, voice: 'north' } });
    await admin.call(greetings.create, { body: { name: 'Chào khách', audio_id: id } });
  }
  await page.getByText('Chào khách').first().waitFor();
}

/** Something in the draft, so that there is a difference to be seen. */
async function aDraft(page: Page, address: string): Promise<void> {
  const admin = await signInByApi(address, 'admin');
  const draft = await admin.call(routingDraft, {});
  if (draft.changes.length === 0) {
    const body = { name: 'Chăm sóc dịp Tết', strategy: 'ring-all', members: [], note: '' };
    await fetch(`${address}/telephony/partner/ring-group`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json', [draftHeader]: 'on' },
      body: JSON.stringify(body),
    });
    await page.reload();
  }
  await page.getByText('Chăm sóc dịp Tết').first().waitFor();
}

/** Something that was saved: the version behind it has a difference to show. */
async function aVersion(page: Page, address: string): Promise<void> {
  const admin = await signInByApi(address, 'admin');
  const [group] = (await admin.call(ringGroups.list, { query: { search: 'Kinh doanh' } })).data;
  if (group === undefined) throw new Error('the demo has a group');
  const body = { ...group, ring_seconds: group.ring_seconds === 20 ? 25 : 20, strategy: 'memory' } as const;
  await admin.call(ringGroups.update, { params: { id: group.id }, body });
  await page.reload();
  await page.getByText('Phiên bản 2').first().waitFor();
}

/** Calls of somebody whose rule leads to a queue that nobody is in, and puts a word before their name. */
async function brokenCall(page: Page, address: string): Promise<void> {
  const admin = await signInByApi(address, 'admin');
  const name = 'Khách của chiến dịch cũ';
  const from = '0912345678';
  const { data: rules } = await admin.call(allInbound, {});
  if (!rules.some((rule) => rule.name === name)) {
    const queue = await admin.call(callQueues.create, { body: { name: 'Chiến dịch cũ', strategy: 'ring-all' } });
    const destination = { type: 'queue', value: queue.id } as const;
    const rule = { name, priority: 0, caller_pattern: from, name_prefix: 'Ưu tiên', destination };
    await admin.call(inbounds.create, { body: rule });
    const { number: to } = await mainNumberAndCustomer(admin);
    const lan = await signInByApi(address, 'lan');
    await lan.call(startBotCall, { body: { from, to, script: { voice: 'khach-1', seconds: 1 } } });
    await until('the call has met what is broken', async () => {
      const { data } = await admin.call(historiesCall, { query: { broken: '1' } });
      return data.length > 0 && data.every(isClosed);
    });
    await page.reload();
  }
  await page.getByText('Chỗ hỏng').first().waitFor();
}

/** A queue that asks for skills and lets some callers go first. */
async function aQueueOfImportantCallers(page: Page, address: string): Promise<void> {
  const admin = await signInByApi(address, 'admin');
  const name = 'Khách lớn';
  const { total } = await admin.call(callQueues.list, { query: { search: name } });
  if (total === 0) {
    const vip = { name: 'VIP', caller_pattern: '0901234567', service_number_id: null, priority: 2 };
    const needs = [{ skill: 'tiếng Anh', level: 60, until_seconds: 20 }];
    const callers = [{ ...vip, skills: { vip: 50 }, until_seconds: 30 }];
    await admin.call(callQueues.create, { body: { name, needs, callers, priority_is_worth_seconds: 60 } });
    await page.reload();
  }
  await editing(name, 'Tên hàng đợi')(page, address);
  await page.getByLabel('Nhóm khách').first().waitFor();
}

/** A condition that tells kinds of customers apart. */
async function kindsOfCustomers(page: Page, address: string): Promise<void> {
  const admin = await signInByApi(address, 'admin');
  const name = 'Khách là ai';
  const { total } = await admin.call(customerConditions.list, { query: { search: name } });
  if (total === 0) {
    const [{ data: statuses }, { data: queues }] = [
      await admin.call(allProfileStatus, {}),
      await admin.call(callQueues.list, { query: {} }),
    ];
    const to = { type: 'queue', value: queues[0]?.id ?? '' } as const;
    const vip = { label: 'VIP', status_id: statuses[0]?.id ?? null, owner: 'somebody', to, priority: 5 } as const;
    const late = { label: 'Đang chờ việc', task: 'overdue', to, priority: 2 } as const;
    const kinds = [vip, late, { label: 'Khách mới', known: 'unknown', to } as const];
    await admin.call(customerConditions.create, { body: { name, kinds, otherwise: to } });
    await page.reload();
  }
  await page.getByText(name).first().waitFor();
}

/** A step that asks the company's system about a code. */
async function aCodeQuestion(page: Page, address: string): Promise<void> {
  const admin = await signInByApi(address, 'admin');
  const name = 'Mã đơn hàng';
  const { total } = await admin.call(codeQuestions.list, { query: { search: name } });
  if (total === 0) {
    const { data: queues } = await admin.call(callQueues.list, { query: {} });
    const to = { type: 'queue', value: queues[0]?.id ?? '' } as const;
    const answers = ['vip', 'bao-hanh'].map((answer) => ({ answer, to }));
    const body = { name, url: 'https://crm.congty.vn/alo/ma', answers, otherwise: to };
    const { id } = await admin.call(codeQuestions.create, { body });
    await admin.call(renewCodeSecret, { params: { id } });
    await page.reload();
  }
  await page.getByText(name).first().waitFor();
}

/** Opens the first row of the list for editing. */
const editing = (first: string, field: string) => async (page: Page, address: string) => {
  await (first === 'Chào khách' ? aGreeting(page, address) : page.getByText(first).first().waitFor());
  await page
    .getByRole('link', { name: `Sửa ${first}` })
    .first()
    .click();
  await page.getByLabel(field).first().waitFor();
};

const filled = (field: string) => (page: Page) => page.getByLabel(field).first().waitFor();

/** Two parts of a queue are a line each. */
async function folded(page: Page, address: string): Promise<void> {
  await editing('Chăm sóc khách hàng', 'Tên hàng đợi')(page, address);
  for (const part of ['Thành viên', 'Trong lúc chờ']) {
    await page.getByRole('main').getByRole('heading').getByRole('button', { name: part }).click();
    await page.getByRole('heading').getByRole('button', { name: part, expanded: false }).waitFor();
  }
}

/** A rule leads to an announcement, of which there is none: it is made in a drawer over the rule. */
async function missingMade(page: Page): Promise<void> {
  await page.route('**/partner/destinations?*', (route) => route.fulfill({ json: { data: [] } }));
  await page.getByRole('combobox', { name: 'Loại điểm đến' }).first().click();
  await page.getByRole('option', { name: 'Thông báo' }).click();
  await page.getByRole('button', { name: 'Tạo thông báo' }).click();
  await page.getByRole('dialog').getByLabel('Tên thông báo').waitFor();
}

/** A clinic as its template would make it. */
async function setUpShown(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /^Phòng khám/ }).check();
  await page.getByRole('button', { name: 'Xem trước' }).click();
  await page.getByRole('heading', { name: 'Sẽ có trong bản nháp' }).waitFor();
  const way = page.getByRole('region', { name: 'Đường đi của cuộc gọi' });
  await way.getByText('Phím 1').first().waitFor();
}

/** What the phone system is set up with: each list, and each form. */
export const phoneSystemShots: readonly Shot[] = [
  { name: 'set-up', path: '/set-up', as: 'admin', prepare: filled('Tên khi chào khách') },
  { name: 'set-up-preview', path: '/set-up', as: 'admin', prepare: setUpShown },
  {
    name: 'time-groups',
    path: '/time-groups',
    as: 'admin',
    prepare: (page) =>
      page
        .getByText(/hớp, đến/)
        .first()
        .waitFor(),
  },
  {
    name: 'time-group-edit',
    path: '/time-groups',
    as: 'admin',
    prepare: async (page, address) => {
      const admin = await signInByApi(address, 'admin');
      const [group] = (await admin.call(timeGroups.list, { query: { search: 'hành chính' } })).data;
      await page.evaluate(
        (to) => history.pushState(null, '', to),
        `/time-groups/edit/${group?.id ?? ''}/${group?.details?.[1]?.id ?? ''}`,
      );
      await page.getByLabel('Giờ bắt đầu').waitFor();
      await page.getByRole('combobox', { name: 'Tháng', exact: true }).waitFor();
    },
  },
  {
    name: 'holidays',
    path: '/time-groups',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Lịch nghỉ lễ' }).click();
      await page.getByRole('dialog', { name: 'Lịch nghỉ lễ' }).getByText('Tính theo lịch Việt Nam').waitFor();
    },
  },
  {
    name: 'conditions',
    path: '/conditions',
    as: 'admin',
    prepare: (page) =>
      page
        .getByText(/hớp, đến/)
        .first()
        .waitFor(),
  },
  {
    name: 'condition-edit',
    path: '/conditions',
    as: 'admin',
    prepare: editing('Giờ làm việc', 'Tên điều kiện'),
  },
  {
    name: 'condition-drawer',
    path: '/conditions',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Giờ làm việc', exact: true }).click();
      const drawer = page.getByRole('dialog');
      await drawer.getByLabel('Mã PIN').waitFor();
      await drawer.getByText('Kinh doanh (600)').waitFor();
    },
  },
  { name: 'greeting', path: '/greeting', as: 'admin', prepare: aGreeting },
  {
    name: 'greeting-edit',
    path: '/greeting',
    as: 'admin',
    prepare: async (page, address) => {
      await editing('Chào khách', 'Tên lời chào')(page, address);
      await page.getByRole('button', { name: 'Nghe thử' }).waitFor();
      await page.getByRole('radio', { name: 'Đọc văn bản' }).check();
      await page.getByLabel('Lời đọc').fill(words);
    },
  },
  { name: 'music-on-holds', path: '/music-on-holds', as: 'admin' },
  {
    name: 'music-add',
    path: '/music-on-holds/add',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('radio', { name: 'Thu trực tiếp' }).check();
      await page.getByRole('button', { name: 'Bắt đầu thu' }).waitFor();
    },
  },
  {
    name: 'notifications',
    path: '/notifications',
    as: 'admin',
    prepare: async (page, address) => {
      const admin = await signInByApi(address, 'admin');
      const name = 'Khuyến mãi tháng này';
      const { total } = await admin.call(announcements.list, { query: { search: name } });
      if (total === 0) {
        await admin.call(announcements.create, { body: { name, then: { type: 'hang-up', value: '' } } });
      }
      await page.getByText('Chưa có âm thanh').first().waitFor();
    },
  },
  { name: 'notification-add', path: '/notifications/add', as: 'admin', prepare: filled('Tên thông báo') },
  { name: 'ringgroup', path: '/ringgroup', as: 'admin' },
  {
    name: 'ringgroup-edit',
    path: '/ringgroup',
    as: 'admin',
    prepare: async (page, address) => {
      await editing('Kinh doanh', 'Tên nhóm')(page, address);
      await page.getByLabel('Trễ').first().waitFor();
    },
  },
  { name: 'customer-conditions', path: '/customer-conditions', as: 'admin', prepare: kindsOfCustomers },
  {
    name: 'customer-conditions-edit',
    path: '/customer-conditions',
    as: 'admin',
    prepare: async (page, address) => {
      await kindsOfCustomers(page, address);
      await editing('Khách là ai', 'Tên điều kiện')(page, address);
      await page.getByLabel('Nhóm khách').first().waitFor();
    },
  },
  { name: 'code-questions', path: '/code-questions', as: 'admin', prepare: aCodeQuestion },
  {
    name: 'code-question-edit',
    path: '/code-questions',
    as: 'admin',
    prepare: async (page, address) => {
      await aCodeQuestion(page, address);
      await editing('Mã đơn hàng', 'Địa chỉ hệ thống')(page, address);
    },
  },
  { name: 'queue', path: '/queue', as: 'admin' },
  { name: 'queue-edit', path: '/queue', as: 'admin', prepare: aQueueOfImportantCallers },
  {
    name: 'missing-made',
    path: '/inbounds/add',
    as: 'admin',
    prepare: missingMade,
    tidy: async (page) => {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      // Nothing was filled in that asks whether it may go.
      await page.goto('/inbounds');
      await page.getByRole('heading', { level: 1, name: 'Định tuyến gọi vào' }).waitFor();
    },
  },
  { name: 'queue-folded', path: '/queue', as: 'admin', prepare: folded },
  { name: 'ivr-details', path: '/ivr-details', as: 'admin' },
  {
    name: 'ivr-drawer',
    path: '/ivr-details',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Menu chính', exact: true }).click();
      await page.getByRole('dialog').getByText('Gác máy tại đây').waitFor();
    },
  },
  { name: 'ivr-edit', path: '/ivr-details', as: 'admin', prepare: editing('Menu chính', 'Tên cây IVR') },
  { name: 'last-calls', path: '/last-calls', as: 'admin' },
  { name: 'last-call-add', path: '/last-calls/add', as: 'admin', prepare: filled('Trong vòng') },
  { name: 'voicemail-boxes', path: '/voicemail-boxes', as: 'admin' },
  {
    name: 'voicemail-box-edit',
    path: '/voicemail-boxes',
    as: 'admin',
    prepare: async (page, address) => {
      await editing('Hộp thư chung', 'Tên hộp thư')(page, address);
      await page.getByRole('combobox', { name: 'Lời chào khi bận' }).waitFor();
    },
  },
  {
    name: 'voicemail-box-drawer',
    path: '/voicemail-boxes',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Hộp thư chung', exact: true }).click();
      await page.getByRole('dialog').getByLabel('Mã PIN').waitFor();
    },
  },
  {
    name: 'feature-codes',
    path: '/feature-codes',
    as: 'admin',
    prepare: (page) => page.getByText('*98').first().waitFor(),
  },
  {
    name: 'feature-codes-to-call',
    path: '/feature-codes',
    as: 'hoa',
    prepare: (page) => page.getByRole('button', { name: /^Gọi \*98/ }).waitFor(),
  },
  {
    name: 'feature-code-edit',
    path: '/feature-codes',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Sửa mã Nghe hộp thư thoại' }).click();
      await page.getByRole('dialog').getByLabel('Mã').waitFor();
    },
  },
  {
    name: 'network-sayings',
    path: '/network-sayings',
    as: 'admin',
    prepare: (page) => page.getByText('Chưa có thông báo nào').waitFor(),
  },
  {
    name: 'system-prompts',
    path: '/system-prompts',
    as: 'admin',
    prepare: (page) => page.getByText('Số bạn vừa gọi không có').first().waitFor(),
  },
  {
    name: 'system-prompt-edit',
    path: '/system-prompts',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: /^Thay lời: Số bạn/ }).click();
      await page.getByRole('dialog').getByRole('radio', { name: 'Đọc văn bản' }).check();
    },
  },
  {
    name: 'company-voice',
    path: '/company-voice',
    as: 'admin',
    prepare: (page) => page.getByText('Chưa thu').first().waitFor(),
  },
  {
    name: 'company-voice-record',
    path: '/company-voice',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Thu lần lượt' }).click();
      await page
        .getByRole('dialog')
        .getByText(/lời \d+ trên/)
        .waitFor();
    },
  },
  {
    name: 'demo-carrier',
    path: '/trunks',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Nhà mạng dùng thử', exact: true }).click();
      await page.getByRole('dialog').getByText('không phải nhà mạng thật').waitFor();
    },
  },
  { name: 'inbounds', path: '/inbounds', as: 'admin' },
  { name: 'inbound-add', path: '/inbounds/add', as: 'admin', prepare: filled('Tên quy tắc') },
  {
    name: 'inbound-edit',
    path: '/inbounds',
    as: 'admin',
    prepare: async (page, address) => {
      await editing('Khi cấu hình hỏng', 'Tên quy tắc')(page, address);
      await page.getByRole('combobox', { name: 'Đầu số' }).waitFor();
      await page.getByText('Nhạc chờ', { exact: true }).first().scrollIntoViewIfNeeded();
    },
  },
  { name: 'subscribers', path: '/subscribers', as: 'admin' },
  { name: 'subscriber-edit', path: '/subscribers', as: 'admin', prepare: editing('101', 'Tên hiển thị') },
  { name: 'groups', path: '/groups', as: 'admin' },
  { name: 'outbound', path: '/outbound', as: 'admin' },
  { name: 'outbound-edit', path: '/outbound', as: 'admin', prepare: editing('Trong nước', 'Tên quy tắc') },
  { name: 'blocked-in', path: '/list-of-blocked-incoming-numbers', as: 'admin' },
  {
    name: 'blocked-in-add',
    path: '/list-of-blocked-incoming-numbers/add',
    as: 'admin',
    // With what is wrong in it: no number, and nowhere to lead to.
    prepare: async (page) => {
      await page.getByRole('radio', { name: /^Phát thông báo/ }).check();
      await page.getByText('Thông báo hoặc hộp thư').first().waitFor();
      await page.keyboard.press('Control+s');
      await page.getByText(/^Nhập số điện thoại/).waitFor();
    },
  },
  { name: 'blocked-out', path: '/list-of-blocked-out-numbers', as: 'admin' },
  { name: 'trunks', path: '/trunks', as: 'admin' },
  { name: 'devices', path: '/devices', as: 'admin' },
  {
    name: 'call-test',
    path: '/call-test',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Thử', exact: true }).click();
    },
  },
  {
    name: 'call-test-day',
    path: '/call-test',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Thử', exact: true }).click();
      await page.getByRole('slider').waitFor();
    },
  },
  {
    name: 'call-flow',
    path: '/call-flow',
    as: 'admin',
    prepare: async (page) => {
      const place = page.getByRole('button', { name: /^(Điều kiện thời gian|Nhóm đổ chuông|Quy tắc)/ });
      await place.first().waitFor();
    },
  },
  {
    name: 'call-flow-list',
    path: '/call-flow',
    as: 'admin',
    prepare: async (page) => {
      await page.getByRole('radio', { name: 'Danh sách' }).check();
      await page.getByRole('list', { name: 'Từng chặng của luồng' }).waitFor();
    },
  },
  { name: 'routing-versions', path: '/routing-versions', as: 'admin', prepare: aDraft },
  {
    name: 'routing-version',
    path: '/routing-versions',
    as: 'admin',
    prepare: async (page, address) => {
      await aVersion(page, address);
      await page
        .getByRole('button', { name: /^Xem thay đổi của phiên bản/ })
        .first()
        .click();
      await page.getByRole('dialog').getByRole('table').first().waitFor();
    },
  },
  {
    name: 'routing-way-back',
    path: '/routing-versions',
    as: 'admin',
    prepare: async (page, address) => {
      await aVersion(page, address);
      await page
        .getByRole('button', { name: /^Quay lại bản này/ })
        .last()
        .click();
      await page.getByRole('dialog').getByText('Ghi chú').waitFor();
    },
  },
  { name: 'call-broken', path: '/call-history?broken=1', as: 'admin', prepare: brokenCall },
  {
    name: 'call-broken-detail',
    path: '/call-history?broken=1',
    as: 'admin',
    prepare: async (page, address) => {
      await brokenCall(page, address);
      await page.locator('tbody tr button, ul[aria-label="Lịch sử cuộc gọi"] li button').first().click();
      await page.getByRole('dialog').getByText('Vì sao cuộc gọi đi như vậy').waitFor();
    },
  },
];
