import { type ExtensionPlan, emptyPlan, queueMember, queuePlan, type RoutingPlan } from '@alo/call-core';
import { expect, test } from 'vitest';

import { faultsOf } from './plan-faults.ts';

const id = (nth: number) => `00000000-0000-7000-8000-${String(nth).padStart(12, '0')}`;
const [menu, group, queue, message, day, box] = [1, 2, 3, 4, 5, 6].map(id) as [
  ...[string, string, string],
  ...[string, string, string],
];
const lan: ExtensionPlan = {
  extension: '101',
  name: 'Lan',
  ringSeconds: 20,
  otherwise: null,
  seesMaskedNumbers: false,
  callWaiting: false,
  supervises: 'nobody',
  pickUpGroup: null,
};
const now = Date.parse('2026-11-20T10:00:00+07:00');
const noForwards = { always: null, busy: null, noAnswer: null, offline: null };
const toBox = { kind: 'voicemail', box } as const;

/** A hotline at which nothing is wrong. */
const sound: RoutingPlan = {
  ...emptyPlan,
  extensions: { '101': lan },
  menus: {
    [menu]: {
      name: 'Chào',
      prompt: ['a.wav'],
      invalidPrompt: [],
      timeoutPrompt: [],
      directDialling: false,
      digitSeconds: 3,
      waitSeconds: 5,
      tries: 3,
      invalid: toBox,
      timeout: toBox,
      keys: { '1': { kind: 'group', group }, '2': { kind: 'queue', queue } },
    },
  },
  groups: { [group]: { name: 'Kho', strategy: 'ring-all', members: ['101'], ringSeconds: 20, otherwise: toBox } },
  queues: { [queue]: queuePlan({ name: 'Bán', strategy: 'linear', members: [queueMember('101')] }) },
  announcements: { [message]: { name: 'Nghỉ', file: 'b.wav', skipKey: null, then: toBox } },
  timeConditions: {
    [day]: {
      name: 'Ngày đêm',
      override: 'match',
      group: { name: '', slots: [] },
      match: { kind: 'ivr', menu },
      otherwise: { kind: 'msg', announcement: message },
    },
  },
  voicemailBoxes: { [box]: { name: 'Thư', greeting: 'c.wav', maxSeconds: 60, maxSilenceSeconds: 5 } },
  internalNumbers: { '600': { kind: 'time', condition: day } },
};

const change = <Part extends 'menus' | 'groups' | 'queues' | 'announcements' | 'timeConditions'>(
  part: Part,
  key: string,
  by: Partial<RoutingPlan[Part][string]>,
): RoutingPlan => ({ ...sound, [part]: { ...sound[part], [key]: { ...sound[part][key], ...by } } });
const words = (plan: RoutingPlan, key: string) => faultsOf(plan, now).find((fault) => fault.key === key)?.words;

test('a hotline at which nothing is wrong is let alone', () => {
  expect(faultsOf(sound, now)).toEqual([]);
});

test.each([
  ['an empty group', change('groups', group, { members: [] }), group, 'Chưa có thành viên: không máy nào reo'],
  [
    'a member who is rung when it is too late',
    change('groups', group, { times: { 101: { delaySeconds: 20, ringSeconds: null } } }),
    group,
    'Máy nhánh 101 trễ hơn thời gian đổ chuông của nhóm: có thể không bao giờ reo',
  ],
  [
    'a key that nobody will be asked for',
    change('groups', group, { confirms: true }),
    group,
    'Xác nhận nhấn 1 nhưng chưa thành viên nào luôn chuyển tiếp ra số ngoài',
  ],
  ['a dead end', change('groups', group, { otherwise: null }), group, 'Không ai nghe thì cuộc gọi kết thúc'],
  [
    'a queue by skills that nobody has',
    change('queues', queue, { strategy: 'skills', members: [queueMember('101', { skills: { vi: 0 } })] }),
    queue,
    'Chia theo kỹ năng nhưng chưa thành viên nào có kỹ năng',
  ],
  [
    'a skill that callers need and nobody has',
    change('queues', queue, {
      members: [queueMember('101', { skills: { Anh: 50 } })],
      needs: [{ skill: 'Anh', level: 80, untilSeconds: 20 }],
    }),
    queue,
    'Chưa thành viên nào có kỹ năng Anh từ 80: khách chờ vô ích 20 giây',
  ],
  [
    'a skill that certain callers need for ever and nobody has',
    change('queues', queue, {
      members: [queueMember('101', { skills: { Anh: 50 } })],
      callers: [
        {
          name: 'VIP',
          callerPattern: '090*',
          number: null,
          priority: 1,
          needs: [{ skill: 'vip', level: 1, untilSeconds: null }],
        },
      ],
    }),
    queue,
    'Chưa thành viên nào có kỹ năng vip từ 1: khách chờ mãi',
  ],
  [
    'a queue that nobody serves',
    change('queues', queue, { members: [] }),
    queue,
    'Chưa có thành viên: không ai phục vụ được, người gọi nghe báo chưa có ai nghe máy',
  ],
  ['a menu in silence', change('menus', menu, { prompt: [] }), menu, 'Chưa có lời chào: người gọi không biết bấm gì'],
  ['a menu without keys', change('menus', menu, { keys: {} }), menu, 'Chưa có phím nào'],
  [
    'an announcement in silence',
    change('announcements', message, { file: '' }),
    message,
    'Chưa có âm thanh: người gọi không nghe gì',
  ],
  [
    'hours that never come',
    change('timeConditions', day, { override: null }),
    day,
    'Nhóm thời gian trống: không bao giờ khớp',
  ],
  [
    'what is not there',
    change('groups', group, { otherwise: { kind: 'direct', extension: '199' } }),
    group,
    'Dẫn tới một nơi không còn, người gọi nghe báo chưa có ai nghe máy',
  ],
  ['what nothing leads to', { ...sound, internalNumbers: {} }, day, 'Chưa có đường nào dẫn tới đây'],
  [
    'a circle in which nobody does anything',
    change('announcements', message, { then: { kind: 'time', condition: day } }),
    message,
    'Có thể đi vòng mãi: Nghỉ → Ngày đêm → Nghỉ',
  ],
  [
    'a circle through an extension that forwards',
    {
      ...change('groups', group, { otherwise: { kind: 'direct', extension: '101' } }),
      extensions: { 101: { ...lan, otherwise: { kind: 'group', group } } },
    },
    group,
    'Có thể đi vòng mãi: Kho → 101 Lan → Kho',
  ],
  [
    'a circle through a number outside that does not answer',
    change('groups', group, {
      otherwise: { kind: 'fw', number: '0901234567', showing: 'own', otherwise: { kind: 'group', group } },
    }),
    group,
    'Có thể đi vòng mãi: Kho → Kho',
  ],
  [
    'what is not there behind a number outside',
    change('announcements', message, {
      then: { kind: 'fw', number: '0901234567', showing: 'own', otherwise: { kind: 'queue', queue: box } },
    }),
    message,
    'Dẫn tới một nơi không còn, người gọi nghe báo chưa có ai nghe máy',
  ],
  [
    'two extensions that forward to each other',
    {
      ...sound,
      extensions: {
        101: { ...lan, forwards: { ...noForwards, always: { kind: 'direct', extension: '102' } } },
        102: {
          ...lan,
          extension: '102',
          name: 'Minh',
          forwards: { ...noForwards, noAnswer: { kind: 'direct', extension: '101' } },
        },
      },
    },
    '101',
    'Có thể đi vòng mãi: 101 Lan → 102 Minh → 101 Lan',
  ],
] as const)('%s is told', (_, plan, key, expected) => {
  expect(words(plan, key)).toEqual([expected]);
});

test('an extension that always forwards leads nowhere else, and one that nothing leads to is no mistake', () => {
  const forwards = { ...noForwards, always: toBox };
  const leads = change('groups', group, { otherwise: { kind: 'direct', extension: '101' } });
  const plan = { ...leads, extensions: { 101: { ...lan, forwards, otherwise: { kind: 'group', group } as const } } };
  expect(faultsOf(plan, now)).toEqual([]);
});

test('a caller who chooses to come back goes in no circle', () => {
  const back = change('menus', menu, { keys: { '*': { kind: 'ivr', menu }, '1': { kind: 'group', group } } });
  expect(words({ ...back, queues: {} }, menu)).toBeUndefined();
});

test('where calls go that meet what does not work is told with it', () => {
  const fallback = {
    name: 'Lễ tân',
    number: null,
    callerPattern: null,
    timeGroup: null,
    afterTalk: null,
    destination: { kind: 'direct', extension: '101' },
  } as const;
  const broken = change('queues', queue, { members: [] });
  expect(words({ ...broken, fallbacks: [fallback] }, queue)).toEqual([
    'Chưa có thành viên: không ai phục vụ được, quy tắc dự phòng “Lễ tân” nhận cuộc gọi',
  ]);
});

test('hours that leave something out, or are there twice, are told at the condition that asks for them', () => {
  const slot = (from: string, to: string) => ({
    from,
    to,
    weekdays: [1, 2, 3, 4, 5],
    daysOfMonth: [],
    months: [],
    dates: [],
  });
  const group = { name: 'Ca', slots: [slot('08:00', '12:00'), slot('13:00', '17:00')] };
  expect(words(change('timeConditions', day, { group }), day)).toEqual([
    'Nhóm thời gian “Ca”: Hở 12:00–13:00 thứ hai, thứ ba, thứ tư, thứ năm, thứ sáu: không khung nào nhận',
  ]);
});

test('a condition on customers or a code that tells nobody apart, and one that leads back to itself, say so', () => {
  const [kinds, code] = [id(7), id(8)];
  const led = {
    ...sound,
    internalNumbers: { ...sound.internalNumbers, '607': { kind: 'customer', condition: kinds } },
  };
  const question = {
    name: 'Mã',
    wrongPrompt: [],
    minDigits: 1,
    maxDigits: 4,
    endKey: null,
    waitSeconds: 5,
    digitSeconds: 3,
    tries: 1,
    otherwise: toBox,
  } as const;
  const plan = (rows: RoutingPlan['customerConditions'][string]['rows'], prompt: string[], answers: object) =>
    ({
      ...led,
      customerConditions: { [kinds]: { name: 'Ai', rows, otherwise: { kind: 'code', question: code } } },
      codeQuestions: { [code]: { ...question, prompt, answers } },
    }) as RoutingPlan; // answers are destinations
  const nothing = plan([], [], {});
  expect(words(nothing, kinds)).toEqual(['Chưa có nhóm khách nào: mọi khách đi cùng một hướng']);
  expect(words(nothing, code)).toEqual([
    'Chưa có lời chào: người gọi không biết nhập gì',
    'Chưa có câu trả lời nào: hỏi xong vẫn đi cùng một hướng',
  ]);
  const again = { kind: 'customer', condition: kinds } as const;
  const row = { id: 'r', name: 'Quen', tests: [], to: again, priority: null };
  const circle = plan([row], ['a.wav'], { vip: toBox });
  expect(words(circle, kinds)).toEqual(['Có thể đi vòng mãi: Ai → Ai']);
  expect(words(circle, code)).toBeUndefined();
});
