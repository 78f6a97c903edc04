import type {
  CrudContract,
  callQueues,
  conditions,
  DestinationValue,
  greetings,
  inbounds,
  ivrMenus,
  lastCallRules,
  ringGroups,
  SetUpAsked,
  SetUpTemplate,
  timeGroups,
  voicemailBoxes,
} from '@alo/contract';
import type { z } from 'zod';

import type { Resource } from '../../resource/resource.ts';
import { groupMember, queueMember, waitOf } from './hotline-parts.ts';

/** What set-ups are made of. */
export interface SetUpResources {
  readonly greeting: Resource<typeof greetings>;
  readonly hours: Resource<typeof timeGroups>;
  readonly condition: Resource<typeof conditions>;
  readonly box: Resource<typeof voicemailBoxes>;
  readonly group: Resource<typeof ringGroups>;
  readonly queue: Resource<typeof callQueues>;
  readonly menu: Resource<typeof ivrMenus>;
  readonly lastCall: Resource<typeof lastCallRules>;
  readonly rule: Resource<typeof inbounds>;
}

/** Makes a row, or changes the one that was made before; answers its id. */
export type PutRow = <K extends keyof SetUpResources>(
  /** What it is in the template: a second time it is found by this. */
  part: string,
  kind: K,
  given: SetUpResources[K]['contract'] extends CrudContract ? z.input<SetUpResources[K]['contract']['input']> : never,
) => Promise<string>;

/** What is there before a template is laid out: its greeting, where callers leave a message, and the way of the hours. */
interface Ground {
  readonly welcome: string;
  readonly message: DestinationValue;
  /** There within the hours; outside of them callers leave a message. */
  readonly inHours: (to: DestinationValue) => Promise<DestinationValue>;
}

interface Template {
  /** What callers hear, with the hours in words. */
  readonly said: (name: string, hours: string) => { readonly welcome: string; readonly closed: string };
  readonly recording: 'default' | 'always';
  /** Makes its own rows, and answers where the number's calls go. */
  readonly lead: (put: PutRow, asked: SetUpAsked, ground: Ground) => Promise<DestinationValue>;
}

const leaveMessage = 'Xin quý khách để lại lời nhắn sau tiếng bíp, chúng tôi sẽ gọi lại.';
const to = (type: DestinationValue['type'], value: string): DestinationValue => ({ type, value });
const pressed = (keys: string, where: DestinationValue, note: string) => ({ keys, to: where, note });

export const templates: Readonly<Record<SetUpTemplate, Template>> = {
  shop: {
    said: (name, hours) => ({
      welcome: `Xin chào quý khách, cảm ơn quý khách đã gọi đến ${name}. Nhân viên sẽ nghe máy ngay.`,
      closed: `${name} hiện đã đóng cửa. Giờ mở cửa: ${hours}. ${leaveMessage}`,
    }),
    recording: 'default',
    async lead(put, { name, member_ids: members }, { welcome, message, inHours }) {
      const team = await put('team', 'group', {
        name: `Nhân viên ${name}`,
        members: members.map(groupMember),
        greeting_id: welcome,
        otherwise: message,
      });
      return await inHours(to('group', team));
    },
  },

  clinic: {
    said: (name, hours) => ({
      welcome: `Xin chào, ${name} xin nghe. Để đặt lịch khám, bấm phím 1. Để hỏi kết quả khám, bấm phím 2. Để gặp lễ tân, bấm phím 0 hoặc giữ máy.`,
      closed: `${name} hiện đã hết giờ khám. Giờ khám bệnh: ${hours}. Nếu cần cấp cứu, xin gọi 1 1 5. ${leaveMessage}`,
    }),
    recording: 'default',
    async lead(put, { name, member_ids: members }, { welcome, message, inHours }) {
      const booking = await put('booking', 'queue', {
        name: `Đặt lịch ${name}`,
        members: members.map(queueMember),
        ...waitOf(message),
      });
      const desk = await put('desk', 'group', {
        name: `Lễ tân ${name}`,
        members: members.map(groupMember),
        otherwise: message,
      });
      const menu = await put('menu', 'menu', {
        name: `Chào khách ${name}`,
        greeting_id: welcome,
        keys: [
          pressed('1', to('queue', booking), 'Đặt lịch khám'),
          pressed('2', to('group', desk), 'Hỏi kết quả khám'),
          pressed('0', to('group', desk), 'Gặp lễ tân'),
        ],
        timeout: to('group', desk),
      });
      return await inHours(to('ivr', menu));
    },
  },

  bank: {
    said: (name, hours) => ({
      welcome: `Xin chào, ${name} xin nghe. Cuộc gọi này được ghi âm. Để khoá thẻ khẩn cấp, bấm phím 1. Để được tư vấn, bấm phím 2 hoặc giữ máy.`,
      closed: `${name} tư vấn trong giờ làm việc: ${hours}. ${leaveMessage}`,
    }),
    recording: 'always',
    async lead(put, { name, member_ids: members }, { welcome, message, inHours }) {
      // A stolen card does not wait for the morning, nor behind those who want advice.
      const urgent = await put('urgent', 'queue', {
        name: `Khoá thẻ ${name}`,
        strategy: 'ring-all',
        weight: 10,
        members: members.map(queueMember),
      });
      const advice = await put('advice', 'queue', {
        name: `Tư vấn ${name}`,
        members: members.map(queueMember),
        ...waitOf(message),
      });
      const advised = await inHours(to('queue', advice));
      const menu = await put('menu', 'menu', {
        name: `Chào khách ${name}`,
        greeting_id: welcome,
        keys: [pressed('1', to('queue', urgent), 'Khoá thẻ khẩn cấp'), pressed('2', advised, 'Tư vấn')],
        timeout: advised,
      });
      return to('ivr', menu);
    },
  },

  telesales: {
    said: (name, hours) => ({
      welcome: `Xin chào quý khách, ${name} xin nghe. Xin giữ máy để gặp tư vấn viên của quý khách.`,
      closed: `${name} làm việc: ${hours}. ${leaveMessage}`,
    }),
    recording: 'always',
    async lead(put, { name, member_ids: members }, { welcome, message, inHours }) {
      const team = await put('team', 'queue', {
        name: `Telesales ${name}`,
        members: members.map(queueMember),
        prefers_owner: true,
        greeting_id: welcome,
        ...waitOf(message),
      });
      // Whoever calls back wants the person who called them.
      const again = await put('again', 'lastCall', { name: `Gọi lại ${name}`, otherwise: to('queue', team) });
      return await inHours(to('lastcall', again));
    },
  },
};

const dayNames = ['thứ hai', 'thứ ba', 'thứ tư', 'thứ năm', 'thứ sáu', 'thứ bảy', 'chủ nhật'];

/** “từ 8 giờ đến 17 giờ 30, thứ hai đến thứ bảy”, as a voice says it. */
export function hoursSaid({ from_time: from, to_time: until, weekdays }: SetUpAsked): string {
  const hours = from === until ? 'cả ngày đêm' : `từ ${timeSaid(from)} đến ${timeSaid(until)}`;
  return `${hours}, ${daysSaid(weekdays)}`;
}

function timeSaid(time: string): string {
  const [hour, minute] = time.split(':').map(Number);
  return `${hour} giờ${minute === 0 ? '' : ` ${minute}`}`;
}

function daysSaid(weekdays: readonly number[]): string {
  if (weekdays.length === 0 || weekdays.length === dayNames.length) return 'tất cả các ngày trong tuần';
  const names = weekdays.map((day) => dayNames[day - 1] ?? '');
  const [first, last] = [weekdays[0] ?? 0, weekdays.at(-1) ?? 0];
  const inOneStretch = weekdays.length > 2 && last - first === weekdays.length - 1;
  return inOneStretch ? `${names[0]} đến ${names.at(-1)}` : names.join(', ');
}
