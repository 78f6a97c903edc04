import { type DestinationValue, overrides, queueStrategies, ringStrategies, storedDestination } from '@alo/contract';
import { z } from 'zod';

import type { Database } from '../../db/tables.ts';

type Type = DestinationValue['type'] | 'rule';
type Row = Readonly<Record<string, unknown>>;

/** A way on from a row, and where in it that is said. */
export interface Way {
  readonly to: DestinationValue;
  readonly label: string;
  readonly field: string;
}

/** Where rows of a type are kept; undefined for what is no row. */
export function tableOfType(type: DestinationValue['type']): keyof Database | undefined {
  switch (type) {
    case 'direct':
      return 'extension';
    case 'group':
      return 'ring_group';
    case 'queue':
      return 'queue';
    case 'ivr':
      return 'ivr_menu';
    case 'time':
      return 'time_condition';
    case 'customer':
      return 'customer_condition';
    case 'code':
      return 'code_question';
    case 'survey':
      return 'survey_campaign';
    case 'msg':
      return 'announcement';
    case 'voicemail':
      return 'voicemail_box';
    case 'lastcall':
      return 'last_call_rule';
    case 'fw':
    case 'hang-up':
      return undefined;
    default:
      return type satisfies never;
  }
}

/** Fields that lead on, as the edge is called. */
const leading: Readonly<Partial<Record<Type, Readonly<Record<string, string>>>>> = {
  rule: { destination: 'Khớp', after_talk: 'Sau đàm thoại' },
  direct: {
    forward_always: 'Luôn chuyển',
    forward_busy: 'Bận',
    forward_no_answer: 'Không nghe',
    forward_offline: 'Ngoại tuyến',
    otherwise: 'Còn lại',
  },
  group: { otherwise: 'Không ai nghe' },
  queue: { timeout: 'Hết giờ chờ', full: 'Hàng đầy', empty: 'Không ai phục vụ', after_talk: 'Sau đàm thoại' },
  ivr: { invalid: 'Bấm sai', timeout: 'Không bấm' },
  time: { match: 'Khớp', otherwise: 'Không khớp' },
  customer: { otherwise: 'Khách khác' },
  code: { otherwise: 'Còn lại' },
  msg: { then: 'Nghe xong' },
  lastcall: { otherwise: 'Không gặp' },
};

const keyed = z.array(
  z.looseObject({
    to: storedDestination,
    keys: z.string().optional(),
    key: z.string().optional(),
    label: z.string().optional(),
    answer: z.string().optional(),
  }),
);

/** Rows of which each leads somewhere: keys that are pressed, kinds of customers, answers. */
const several: Readonly<Partial<Record<Type, string>>> = {
  ivr: 'keys',
  queue: 'exits',
  customer: 'kinds',
  code: 'answers',
};

export function waysOf(type: Type, row: Row): Way[] {
  const field = several[type];
  const keys = field === undefined ? [] : (keyed.safeParse(row[field]).data ?? []);
  return [
    ...keys.map(({ to, keys: pressed, key, label, answer }, index) => ({
      to,
      label: label ?? answer ?? `Phím ${pressed ?? key ?? ''}`,
      field: `${field}.${index}.to`,
    })),
    ...Object.entries(leading[type] ?? {}).flatMap(([name, label]) => {
      const to = storedDestination.safeParse(row[name]).data;
      return to === undefined ? [] : [{ to, label, field: name }];
    }),
  ];
}

const text = z.string().catch('');
export const nameIn = (row: Row): string => text.parse(row['name']);

const texts = z.array(z.string()).catch([]);
const facts = z.object({
  caller_pattern: text,
  time_group_name: text,
  strategy: text,
  member_names: texts,
  greeting_name: text,
  override: text,
  confirms: z.boolean().catch(false),
});

/** What is said of a row in the picture besides its name. */
export function factsOf(type: Type, row: Row): string[] {
  const { caller_pattern: pattern, time_group_name: hours, strategy, ...its } = facts.parse(row);
  const { member_names: members, greeting_name: greeting, override, confirms } = its;
  const strategies: Readonly<Record<string, string>> = { ...queueStrategies, ...ringStrategies };
  const words: Readonly<Record<string, string>> = overrides;
  const said: Readonly<Partial<Record<Type, readonly string[]>>> = {
    rule: [pattern === '' ? 'Mọi số gọi đến' : `Số gọi đến ${pattern}`, hours === '' ? 'Mọi lúc' : hours],
    group: [strategies[strategy] ?? '', `${members.length} thành viên`, greeting, confirms ? 'Xác nhận nhấn 1' : ''],
    queue: [strategies[strategy] ?? '', `${members.length} thành viên`],
    ivr: [greeting],
    msg: [greeting],
    code: [greeting],
    time: [hours, override === 'none' ? '' : (words[override] ?? '')],
  };
  return (said[type] ?? []).filter((word) => word !== '');
}
