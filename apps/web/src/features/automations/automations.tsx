import {
  type AutomationActionInput,
  type AutomationActionKind,
  actionsAtMost,
  allAccount,
  allCallOutcome,
  allCampaign,
  allCustomerField,
  allDataSource,
  allMessageTemplate,
  allProfileStatus,
  allProject,
  allTeam,
  automationActions,
  automationDirections,
  automationHours,
  automationTriggers,
  callersKnown,
  automations as contract,
  customersOwned,
  customersTasks,
  isAtTime,
  isLevel,
  ownComparisons,
  queueAll,
  taskTakers,
} from '@alo/contract';
import { Status } from '@alo/ui';

import { count } from '../../kit/format/numbers.ts';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { oneOf, onOff } from '../../resource/fields/choices.tsx';
import { only } from '../../resource/fields/filters.tsx';
import { number } from '../../resource/fields/numbers.tsx';
import { reference } from '../../resource/fields/references.tsx';
import { rows } from '../../resource/fields/rows.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';
import { time } from '../../resource/fields/times.tsx';
import { AutomationLog } from './log.tsx';
import { Presets } from './presets.tsx';
import { Rehearsal } from './rehearsal.tsx';

type Draft = Readonly<Record<string, unknown>>;

const hasTime = ({ trigger }: Draft) => isAtTime(String(trigger));
const isOfLevel = ({ trigger }: Draft) => isLevel(String(trigger));
const lasts = ({ trigger }: Draft) => isLevel(String(trigger)) || ['trunk.down', 'disk.full'].includes(String(trigger));
const isOfCall = ({ trigger }: Draft) => String(trigger).startsWith('call.');
const isOfCustomer = ({ trigger }: Draft) => /^(call|outcome|consent|customer)\./.test(String(trigger));
const hasQueue = ({ trigger }: Draft) => /^(call|queue)\./.test(String(trigger));

/** What matters of an action, by its kind. */
const partsOf: Readonly<Record<AutomationActionKind, readonly string[]>> = {
  message: ['template_id'],
  task: ['text', 'minutes', 'taker', 'account_id'],
  owner: ['account_id'],
  status: ['to_status_id'],
  campaign: ['campaign_id'],
  bell: ['text'],
  mail: ['account_id', 'text'],
  event: ['text'],
};

const atWork = { on: 'Đang chạy', off: 'Đang tắt' };

export default adminResource({
  contract,
  noun: 'tự động hoá',
  purpose:
    'Khi có việc xảy ra (khách nhỡ, hàng đợi quá đông, đường truyền mất…), tổng đài tự nhắn tin, giao việc, rung chuông. Mỗi tự động hoá diễn tập được trên 30 ngày qua trước khi bật.',
  Notice: Presets,
  landing: ({ id }) => ({ id }),
  Aside: ({ row }) => <AutomationLog key={row.id} row={row} />,
  columns: {
    name: 'Tên',
    trigger: { label: 'Khi', render: (trigger) => automationTriggers[trigger] },
    actions: {
      label: 'Thì',
      sortable: false,
      render: (all) => (all ?? []).map(({ kind }) => automationActions[kind]).join(', ') || '–',
    },
    active: {
      label: 'Trạng thái',
      render: (on) => <Status tone={on ? 'ready' : 'offline'}>{on ? atWork.on : atWork.off}</Status>,
    },
    ran: { label: 'Đã chạy, 7 ngày', numeric: true, sortable: false, render: (n) => count(n) },
    not_run: { label: 'Không chạy', numeric: true, sortable: false, render: (n) => count(n) },
  },
  fields: {
    name: text('Tên', { placeholder: 'Khách nhỡ chưa ai gọi lại' }),
    active: onOff('Trạng thái', atWork),
    trigger: oneOf('Khi', automationTriggers),
    level: number('Mức', { hint: 'Số khách đang chờ, số giây chờ, hoặc % mức phục vụ.' }),
    for_minutes: number('Kéo dài', { unit: 'phút', blank: 0, hint: 'Báo một lần, và báo lại sau khi đã hết.' }),
    at_time: time('Lúc'),
    direction: oneOf('Chiều gọi', automationDirections),
    queue_id: reference('Hàng đợi', queueAll, { hint: 'Để trống: mọi hàng đợi.' }),
    outcome_id: reference('Kết quả cuộc gọi', allCallOutcome),
    least_seconds: number('Nói chuyện từ', { unit: 'giây' }),
    most_seconds: number('đến', { unit: 'giây' }),
    hours: oneOf('Giờ', automationHours),
    hours_from: time('Từ'),
    hours_to: time('Đến'),
    known: oneOf('Danh sách khách', callersKnown),
    status_id: reference('Trạng thái hồ sơ', allProfileStatus),
    owner: oneOf('Người phụ trách', customersOwned),
    team_id: reference('Nhóm của người phụ trách', allTeam),
    project_id: reference('Dự án', allProject),
    data_source_id: reference('Nguồn dữ liệu', allDataSource),
    task: oneOf('Việc cần làm', customersTasks),
    field_id: reference('Trường riêng', allCustomerField),
    field_is: oneOf('So sánh', ownComparisons),
    field_value: text('Giá trị'),
    wait_minutes: number('Chờ rồi xem lại', { unit: 'phút', blank: 0, hint: '0: làm ngay.' }),
    unless_reached: onOff('Sau khi chờ', { on: 'Chỉ khi vẫn chưa ai nói chuyện với khách', off: 'Luôn làm tiếp' }),
    actions: rows<AutomationActionInput>(
      'Việc cần làm',
      {
        kind: oneOf('Thì', automationActions),
        template_id: reference('Mẫu tin', allMessageTemplate),
        text: text('Nội dung', { placeholder: 'Gọi lại khách nhỡ' }),
        minutes: number('Hạn sau', { unit: 'phút', blank: 60 }),
        taker: oneOf('Giao cho', taskTakers, { blank: 'owner' }),
        account_id: reference('Người', allAccount, {
          hint: 'Với giao việc: nhận thay khi khách chưa có người phụ trách.',
        }),
        to_status_id: reference('Trạng thái hồ sơ', allProfileStatus),
        campaign_id: reference('Chiến dịch', allCampaign),
      },
      {
        noun: 'việc',
        most: actionsAtMost,
        shows: ({ kind }, part) => part === 'kind' || (kind in partsOf && partsOf[kind].includes(part)),
      },
    ),
    quiet_from: time('Không nhắn khách từ', { hint: 'Tin trong giờ này chờ đến hết giờ.' }),
    quiet_to: time('đến'),
    most_per_day: number('Mỗi ngày nhiều nhất', { unit: 'lần', blank: 200 }),
    customer_hours: number('Mỗi khách một lần trong', { unit: 'giờ', blank: 24, hint: '0: mỗi lần xảy ra.' }),
    note: textarea('Ghi chú'),
  },
  sections: [
    {
      title: 'Khi',
      fields: ['trigger', ['level', 'for_minutes'], 'at_time', 'queue_id'],
      only: {
        level: isOfLevel,
        for_minutes: lasts,
        at_time: hasTime,
        queue_id: hasQueue,
      },
    },
    {
      title: 'Nếu',
      help: 'Điền bao nhiêu ô thì phải khớp bấy nhiêu; ô trống không xét.',
      when: isOfCustomer,
      fields: [
        'direction',
        ['least_seconds', 'most_seconds'],
        'outcome_id',
        'hours',
        ['hours_from', 'hours_to'],
        ['known', 'status_id'],
        ['owner', 'team_id'],
        ['project_id', 'data_source_id'],
        'task',
        'field_id',
        ['field_is', 'field_value'],
        ['wait_minutes', 'unless_reached'],
      ],
      only: {
        direction: isOfCall,
        least_seconds: isOfCall,
        most_seconds: isOfCall,
        hours_from: ({ hours }) => Boolean(hours),
        hours_to: ({ hours }) => Boolean(hours),
        field_is: ({ field_id: field }) => Boolean(field),
        field_value: ({ field_id: field }) => Boolean(field),
        unless_reached: ({ wait_minutes: minutes }) => Number(minutes) > 0,
      },
    },
    { title: 'Thì', fields: ['actions'], Preview: Rehearsal },
    {
      title: 'Giới hạn',
      help: 'Tin quảng cáo còn theo luật: 08:00–17:00, một lần trong 24 giờ, không gửi khách từ chối.',
      fields: [
        ['quiet_from', 'quiet_to'],
        ['most_per_day', 'customer_hours'],
      ],
      only: { quiet_from: isOfCustomer, quiet_to: isOfCustomer, customer_hours: isOfCustomer },
    },
    { title: 'Khác', fields: ['note'] },
  ],
  filters: [only('trigger', oneOf('Khi', automationTriggers))],
});
