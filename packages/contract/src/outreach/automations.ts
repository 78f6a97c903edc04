import { z } from 'zod';

import { crud } from '../lib/crud.ts';
import { endpoint } from '../lib/endpoint.ts';
import { listQuery, pageOf } from '../lib/list.ts';
import { messages } from '../lib/messages.ts';
import { oneOf } from '../lib/one-of.ts';
import { asSeen, id, note, required, timestamp } from '../lib/values.ts';
import { callersKnown, customersOwned, customersTasks, ownComparisons } from '../phone-system/customer-conditions.ts';

/** What an automation begins with. */
export const automationTriggers = {
  'call.missed': 'Khách gọi mà chưa được phục vụ',
  'call.abandoned': 'Khách dập máy khi đang chờ',
  'call.ended': 'Cuộc gọi kết thúc',
  'call.voicemail': 'Khách để lại tin nhắn thoại',
  'outcome.kept': 'Nhân viên ghi kết quả cuộc gọi',
  'consent.changed': 'Khách đồng ý hoặc rút lại đồng ý',
  'customer.status': 'Trạng thái hồ sơ khách thay đổi',
  'customer.added': 'Có khách mới: nhập tay, bảng tính, chương trình',
  'queue.waiting': 'Quá nhiều khách chờ trong hàng đợi',
  'queue.longest': 'Có khách chờ quá lâu',
  'queue.level': 'Mức phục vụ trong ngày xuống thấp',
  'trunk.down': 'Đường truyền mất kết nối',
  'disk.full': 'Đĩa máy chủ sắp đầy',
  'kpi.behind': 'Có chỉ tiêu KPI chậm tiến độ',
  clock: 'Đến giờ',
} as const;
export type AutomationTrigger = keyof typeof automationTriggers;

/** Those that are about a call or a customer: the company's numbered events tell of them. */
export const aboutCustomer: readonly AutomationTrigger[] = [
  ...(['call.missed', 'call.abandoned', 'call.ended', 'call.voicemail'] as const),
  ...(['outcome.kept', 'consent.changed', 'customer.status', 'customer.added'] as const),
];
/** Those that are looked at once a day, at a time that is chosen. */
export const isAtTime = (trigger: string): boolean => trigger === 'clock' || trigger === 'kpi.behind';
/** Those that are looked at each minute; one that holds for so many minutes is told of once, until it holds no more. */
export const levelUnits = {
  'queue.waiting': 'khách',
  'queue.longest': 'giây',
  'queue.level': '%',
} as const satisfies Partial<Record<AutomationTrigger, string>>;
export const isLevel = (trigger: string): trigger is keyof typeof levelUnits => trigger in levelUnits;

/** What it does. */
export const automationActions = {
  bell: 'Rung chuông',
  message: 'Nhắn tin cho khách',
  task: 'Giao việc',
  owner: 'Đổi người phụ trách',
  status: 'Đổi trạng thái hồ sơ',
  campaign: 'Đưa vào chiến dịch',
  mail: 'Gửi email cho một người',
  event: 'Báo webhook và chương trình',
} as const;
export type AutomationActionKind = keyof typeof automationActions;

/** For whom a task is. */
export const taskTakers = { owner: 'Người phụ trách khách', person: 'Người được chọn' } as const;

export const automationDirections = { inbound: 'Gọi vào', outbound: 'Gọi ra' } as const;
export const automationHours = { in: 'Trong khung giờ', out: 'Ngoài khung giờ' } as const;

/** So deep they may set each other off. */
export const automationDepth = 3;
export const actionsAtMost = 10;

const clockTime = z
  .string()
  .regex(/^(([01]\d|2[0-3]):[0-5]\d)?$/, 'Giờ có dạng 08:30')
  .meta({ examples: ['08:30'] })
  .default('');
const aChoice = id.nullable().default(null);
const whole = (from: number, to: number, unit = '') => {
  const wrong = `Từ ${from} đến ${to.toLocaleString('vi')}${unit && ` ${unit}`}`;
  return z.int(wrong).min(from, wrong).max(to, wrong);
};

const action = z
  .object({
    kind: oneOf(automationActions, { error: messages.required }),
    /** Of a task, a bell, a mail, an event: what is said. */
    text: z.string().trim().max(500).default(''),
    /** Of a task: so many minutes until it is due. */
    minutes: whole(0, 43_200, 'phút').default(60),
    /** Of a task: who has it, and who where the customer has nobody. */
    taker: oneOf(taskTakers).default('owner'),
    account_id: aChoice,
    to_status_id: aChoice,
    campaign_id: aChoice,
    template_id: aChoice,
  })
  .superRefine((it, context) => {
    const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    const asks = { owner: 'account_id', mail: 'account_id', status: 'to_status_id', campaign: 'campaign_id' } as const;
    const needed = it.kind === 'message' ? 'template_id' : it.kind in asks ? asks[it.kind as keyof typeof asks] : null;
    if (needed !== null && it[needed] === null) wrong(needed, messages.required);
    if (it.kind === 'task' && it.taker === 'person' && it.account_id === null) wrong('account_id', messages.required);
    if (['task', 'bell', 'mail'].includes(it.kind) && it.text === '') wrong('text', messages.required);
  });
export type AutomationAction = z.output<typeof action>;
export type AutomationActionInput = z.input<typeof action>;

/** When something happens, if it is so, then this is done. */
export const automations = crud({
  collection: '/automations',
  item: '/automation',
  screen: 'automations',
  input: z
    .object({
      name: required,
      active: z.boolean().default(false),
      trigger: oneOf(automationTriggers, { error: messages.required }),
      /** Customers waiting, seconds, or percent; of levels alone. */
      level: whole(0, 100_000).nullable().default(null),
      for_minutes: whole(0, 240, 'phút').default(0),
      at_time: clockTime,
      /** What has to be so: what is empty is not asked. */
      direction: oneOf(automationDirections).nullable().default(null),
      queue_id: aChoice,
      outcome_id: aChoice,
      least_seconds: whole(0, 86_400, 'giây').nullable().default(null),
      most_seconds: whole(0, 86_400, 'giây').nullable().default(null),
      hours: oneOf(automationHours).nullable().default(null),
      hours_from: clockTime,
      hours_to: clockTime,
      known: oneOf(callersKnown).nullable().default(null),
      status_id: aChoice,
      owner: oneOf(customersOwned).nullable().default(null),
      team_id: aChoice,
      project_id: aChoice,
      data_source_id: aChoice,
      task: oneOf(customersTasks).nullable().default(null),
      field_id: aChoice,
      field_is: oneOf(ownComparisons).nullable().default(null),
      field_value: z.string().overwrite(asSeen).max(200).default(''),
      /** Waits, and goes on only while nobody has talked with the customer. */
      wait_minutes: whole(0, 1_440, 'phút').default(0),
      unless_reached: z.boolean().default(false),
      actions: z.array(action).max(actionsAtMost, `Nhiều nhất ${actionsAtMost} việc`).default([]),
      /** Customers are written to outside of these hours. */
      quiet_from: clockTime,
      quiet_to: clockTime,
      most_per_day: whole(1, 5_000, 'lần').default(200),
      /** One customer at most once in so many hours; 0 is as often as it happens. */
      customer_hours: whole(0, 720, 'giờ').default(24),
      note,
    })
    .superRefine((it, context) => {
      const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
      if (it.actions.length === 0) wrong('actions', 'Thêm ít nhất một việc để làm');
      if (isLevel(it.trigger) && it.level === null) wrong('level', messages.required);
      if (isAtTime(it.trigger) && it.at_time === '') wrong('at_time', messages.required);
      if (it.hours !== null && (it.hours_from === '' || it.hours_to === '')) wrong('hours_from', messages.required);
      if ((it.quiet_from === '') !== (it.quiet_to === '')) wrong('quiet_to', 'Điền cả hai giờ, hoặc để trống cả hai');
      if (it.field_id !== null && it.field_value === '') wrong('field_value', messages.required);
      if (aboutCustomer.includes(it.trigger)) return;
      const of = it.actions.findIndex(({ kind }) => !['bell', 'mail', 'event'].includes(kind));
      if (of >= 0) wrong(`actions`, 'Khi không có khách thì chỉ rung chuông, gửi email hoặc báo webhook được');
      if (it.wait_minutes > 0) wrong('wait_minutes', 'Chỉ chờ được khi có khách');
    }),
  row: z.object({
    /** How often it ran, and how often not, in the last seven days. */
    ran: z.int(),
    not_run: z.int(),
    last_at: timestamp.nullable(),
  }),
  filters: z.object({ trigger: oneOf(automationTriggers).optional() }),
  bulk: ['active'],
});
export type Automation = z.output<typeof automations.row>;

export const automationStates = { waiting: 'Đang chờ', ran: 'Đã chạy', not: 'Không chạy' } as const;

const oneOfThem = { base: 'tenant', params: z.object({ id }) } as const;

/** What an automation did, or why it did not. */
export const automationLog = endpoint({
  ...oneOfThem,
  method: 'GET',
  path: '/automation/:id/log',
  rowsOf: ['automations'],
  access: 'automations.view',
  summary: 'When an automation ran, and when not and why, newest first; kept for sixty days',
  query: listQuery.pick({ page: true, per_page: true }).extend({ state: oneOf(automationStates).optional() }),
  result: pageOf(
    z.object({
      id,
      at: timestamp,
      state: oneOf(automationStates),
      /** Why it did not run, or until when it waits. */
      why: z.string(),
      due_at: timestamp.nullable(),
      call_id: id.nullable(),
      customer_id: id.nullable(),
      customer_name: z.string(),
      /** What was done, and what came of it, in words. */
      done: z.array(z.string()),
    }),
  ),
});

/** The last thirty days through it, as it stands; nothing is sent. */
export const rehearseAutomation = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/automations/rehearse',
  access: 'automations.view',
  summary:
    'What an automation would have done in the last thirty days, with the customers as they are now; nothing is done',
  body: automations.input,
  result: z.object({
    /** Why nothing can be said of it; null where it can. */
    impossible: z.string().nullable(),
    days: z.int(),
    happened: z.int(),
    runs: z.int(),
    messages: z.int(),
    /** Messages that the law, or the customer, is in the way of. */
    refused: z.int(),
    reasons: z.array(z.object({ why: z.string(), n: z.int() })),
    examples: z.array(
      z.object({ at: timestamp, call_id: id.nullable(), customer_name: z.string(), words: z.string() }),
    ),
  }),
});
