import type { callFlow, ResultOf } from '@alo/contract';
import {
  type Icon,
  IconClipboardList,
  IconClock,
  IconDialpad,
  IconHistory,
  IconNote,
  IconPhoneIncoming,
  IconPhoneOff,
  IconPhoneOutgoing,
  IconRoute,
  IconUser,
  IconUserQuestion,
  IconUsers,
  IconUsersGroup,
  IconVolume,
  IconZoomQuestion,
} from '@alo/ui';

import { groupedPhone } from '../../kit/format/phone.ts';

export type Flow = ResultOf<typeof callFlow>;
export type FlowNode = Flow['nodes'][number];
export type FlowEdge = Flow['edges'][number];

/** What stands at a place, and how it is drawn. */
export const kinds: Readonly<Record<FlowNode['type'], { readonly label: string; readonly icon: Icon }>> = {
  number: { label: 'Đầu số', icon: IconPhoneIncoming },
  rule: { label: 'Quy tắc gọi vào', icon: IconRoute },
  direct: { label: 'Máy nhánh', icon: IconUser },
  group: { label: 'Nhóm đổ chuông', icon: IconUsersGroup },
  queue: { label: 'Hàng đợi', icon: IconUsers },
  ivr: { label: 'Cây IVR', icon: IconDialpad },
  time: { label: 'Điều kiện thời gian', icon: IconClock },
  customer: { label: 'Điều kiện khách hàng', icon: IconUserQuestion },
  code: { label: 'Nhập mã, hỏi hệ thống', icon: IconZoomQuestion },
  survey: { label: 'Khảo sát', icon: IconClipboardList },
  msg: { label: 'Thông báo', icon: IconVolume },
  voicemail: { label: 'Hộp thư thoại', icon: IconNote },
  lastcall: { label: 'Gọi lại người cũ', icon: IconHistory },
  fw: { label: 'Chuyển ra ngoài', icon: IconPhoneOutgoing },
  'hang-up': { label: 'Kết thúc', icon: IconPhoneOff },
};

/** Types that can be added from an edge, with the screen of their form. */
export const addable = {
  ivr: 'ivr-details',
  queue: 'queue',
  group: 'ringgroup',
  time: 'conditions',
  customer: 'customer-conditions',
  code: 'code-questions',
  msg: 'notifications',
  voicemail: 'voicemail-boxes',
  lastcall: 'last-calls',
} as const;
export type Addable = keyof typeof addable;

/** “Cây IVR “Chính””. */
export const nodeTitleOf = ({ type, name }: Pick<FlowNode, 'type' | 'name'>): string =>
  type === 'hang-up' ? kinds[type].label : `${kinds[type].label} “${name}”`;

/** What is said of it besides its name. */
export const factsOf = ({ type, facts }: Pick<FlowNode, 'type' | 'facts'>): readonly string[] =>
  type === 'number' ? facts.map(groupedPhone) : facts;

export const edgeId = ({ from, to, field, label }: FlowEdge): string => [from, to, field, label].join(' ');
