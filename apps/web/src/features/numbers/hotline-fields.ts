import {
  allExtension,
  allTrunk,
  greetingAll,
  holidayRules,
  hotlineGoals,
  hotlineHours,
  ruleRecordings,
  timeGroupAll,
} from '@alo/contract';

import { oneOf } from '../../resource/fields/choices.tsx';
import { destination } from '../../resource/fields/destinations.tsx';
import type { AnyFields } from '../../resource/fields/field.ts';
import { number } from '../../resource/fields/numbers.tsx';
import { reference, references } from '../../resource/fields/references.tsx';
import { text, textarea } from '../../resource/fields/text.tsx';
import { time, weekdays } from '../../resource/fields/times.tsx';
import type { Section } from '../../resource/model/resource.ts';
import { hotlineNumber } from './hotline-number.tsx';
import { HotlineWay } from './hotline-way.tsx';

/** Choices that take a right of their own are there for those who have it. */
const among = <Words extends Readonly<Record<string, string>>>(words: Words, keeps: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(words).filter(([name]) => keeps(name)));

/** What is asked for a hotline, by the names of `createHotline`. */
export const hotlineFields = (mayMake: (what: 'group' | 'queue' | 'condition' | 'new hours') => boolean) => {
  const goals = among(hotlineGoals, (name) => (name === 'group' || name === 'queue' ? mayMake(name) : true));
  const hours = among(hotlineHours, (name) => {
    if (name === 'always') return true;
    return mayMake('condition') && (name === 'existing' || mayMake('new hours'));
  });
  // Whatever the values, the form draws them alike.
  return {
    number: hotlineNumber,
    name: text('Tên hotline', { placeholder: 'Chăm sóc khách hàng' }),
    trunk_id: reference('Đường truyền', allTrunk),
    carrier: text('Nhà mạng', { hint: 'Ví dụ Viettel. Bỏ trống: theo đầu số.' }),
    max_calls: number('Số kênh đồng thời', { hint: 'Bỏ trống: theo đường truyền.' }),
    goes: oneOf('Cuộc gọi đến', goals, { blank: 'existing' }),
    destination: destination('Nơi nhận cuộc gọi'),
    team_name: text('Tên nhóm hoặc hàng đợi', { hint: 'Bỏ trống: như tên hotline.' }),
    member_ids: references('Người nhận cuộc gọi', allExtension),
    unanswered: destination('Khi không ai nghe', {
      hint: 'Để trống: kết thúc cuộc gọi, hoặc chờ tiếp trong hàng đợi.',
    }),
    hours: oneOf('Giờ nhận cuộc gọi', hours, { blank: 'always' }),
    time_group_id: reference('Nhóm thời gian', timeGroupAll),
    from_time: time('Từ', { blank: '08:00' }),
    to_time: time('Đến', { blank: '17:00' }),
    weekdays: { ...weekdays('Thứ'), blank: [1, 2, 3, 4, 5] },
    holidays: oneOf('Ngày lễ', holidayRules, { blank: 'except' }),
    outside: destination('Ngoài giờ thì đến', { hint: 'Thông báo, hộp thư thoại, số trực đêm…' }),
    greeting_id: reference('Lời chào', greetingAll, { hint: 'Khách nghe trước khi được chuyển đi.' }),
    recording: oneOf('Ghi âm', ruleRecordings, { blank: 'default' }),
    note: textarea('Ghi chú'),
  } as unknown as AnyFields;
};

type Draft = Readonly<Record<string, unknown>>;
const isNewTeam = ({ goes }: Draft) => goes === 'group' || goes === 'queue';

export const hotlineSections: readonly Section[] = [
  { title: '1. Đầu số', fields: ['number', 'name', ['trunk_id', 'carrier'], 'max_calls'] },
  { title: '2. Nơi nhận', help: 'Khách gọi vào sẽ gặp ai.', fields: ['goes'] },
  { title: 'Nơi đã có', fields: ['destination'], when: (draft) => !isNewTeam(draft) },
  { title: 'Người nhận', fields: ['team_name', 'member_ids', 'unanswered'], when: isNewTeam },
  { title: '3. Giờ làm việc', help: 'Ngoài giờ, khách được đưa đi nơi khác.', fields: ['hours'] },
  { title: 'Theo nhóm thời gian', fields: ['time_group_id'], when: ({ hours }) => hours === 'existing' },
  {
    title: 'Giờ mới',
    fields: [['from_time', 'to_time'], 'weekdays', 'holidays'],
    when: ({ hours }) => hours === 'new',
  },
  { title: 'Ngoài giờ', fields: ['outside'], when: ({ hours }) => hours === 'existing' || hours === 'new' },
  { title: '4. Lời chào và ghi âm', fields: [['greeting_id', 'recording'], 'note'] },
  { title: 'Cuộc gọi sẽ đi như thế này', fields: [], Preview: HotlineWay },
];
