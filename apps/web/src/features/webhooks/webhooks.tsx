import {
  type CompanyEventType,
  companyEvents,
  webhooks as contract,
  type RowOf,
  type Screen,
  screens,
  webhookEvents,
} from '@alo/contract';
import { Status } from '@alo/ui';
import { adminResource } from '../../resource/admin/admin-resource.tsx';
import { onOff, several } from '../../resource/fields/choices.tsx';
import { text } from '../../resource/fields/text.tsx';
import { deliveryStates, deliveryTones } from './delivery-words.ts';
import { NewWebhook } from './new-webhook.tsx';
import { WebhookActions } from './webhook-actions.tsx';

type Event = (typeof webhookEvents)[number];
type State = NonNullable<RowOf<typeof contract>['last_state']>;

/** Of each event that is taken, and of no other. */
const eventWords = Object.fromEntries(webhookEvents.map((event) => [event, wordsOf(event)])) as Record<Event, string>;

function wordsOf(event: Event): string {
  if (isOwn(event)) return companyEvents[event];
  // What is before the last dot is a screen, by the event's type.
  return `Thay đổi: ${screens[event.slice(0, -'.changed'.length) as Screen].label}`;
}

function isOwn(event: Event): event is CompanyEventType {
  return event in companyEvents;
}

export default adminResource({
  contract,
  noun: 'webhook',
  purpose: 'Webhook báo cho máy chủ của bạn mỗi khi một cuộc gọi đến, được nghe, kết thúc, hoặc dữ liệu thay đổi.',
  Made: NewWebhook,
  // Who made one tries it out.
  landing: ({ id }) => ({ id }),
  Aside: ({ row }) => <WebhookActions key={row.id} row={row} />,
  columns: {
    name: 'Tên',
    url: 'Địa chỉ',
    events: { label: 'Số sự kiện', numeric: true, sortable: false, render: (events) => events.length },
    active: 'Hoạt động',
    last_state: { label: 'Lần gửi cuối', render: (state) => <Last state={state} /> },
    has_secret: { label: 'Chữ ký', hidden: true, render: (has) => (has ? 'Có' : 'Chưa có') },
  },
  fields: {
    name: text('Tên'),
    url: text('Địa chỉ', { hint: 'Nhận POST dạng JSON. Phải trả lời 2xx trong 10 giây; nếu không sẽ được gửi lại.' }),
    events: several('Báo những sự kiện', eventWords),
    active: onOff('Hoạt động', { on: 'Đang gửi', off: 'Tạm dừng', blank: true }),
  },
});

const Last = ({ state }: { state: State | null }) =>
  state === null ? 'Chưa gửi' : <Status tone={deliveryTones[state]}>{deliveryStates[state]}</Status>;
