import { z } from 'zod';

import { endpoint } from '../lib/endpoint.ts';
import { listQuery } from '../lib/list.ts';
import { messages } from '../lib/messages.ts';
import { type Screen, screens } from '../lib/permission.ts';

/** Where a call can be sent next: the types of the specification (§9), by the customer or a code of theirs, to a survey, and the end of the call. */
export const destinationLabels = {
  direct: 'Máy nhánh',
  group: 'Nhóm đổ chuông',
  queue: 'Hàng đợi',
  ivr: 'Cây IVR',
  time: 'Điều kiện thời gian',
  customer: 'Điều kiện khách hàng',
  code: 'Nhập mã, hỏi hệ thống',
  survey: 'Khảo sát',
  msg: 'Thông báo',
  voicemail: 'Hộp thư thoại',
  lastcall: 'Gọi lại người cũ',
  fw: 'Chuyển ra ngoài',
  'hang-up': 'Kết thúc cuộc gọi',
} as const;

export type DestinationType = keyof typeof destinationLabels;

const typed = ['fw', 'hang-up'] as const satisfies readonly DestinationType[];
export type TypedDestination = (typeof typed)[number];
const chosen = [
  ...(['direct', 'group', 'queue', 'ivr', 'time', 'customer', 'code', 'survey'] as const),
  ...(['msg', 'voicemail', 'lastcall'] as const),
] as const;

export const destinationType = z.enum(['hang-up', 'fw', ...chosen]);

/** In the value of a forward: the number outside is shown the customer's number, where its carrier takes that. */
export const showsCustomer = 'customer/';
const outsideNumber = /^(customer\/)?\+?[0-9][0-9 .()-]{2,24}$/;

/** After a number outside comes no other one. */
const afterForward = z.enum(['hang-up', ...chosen]);
const worth = z.string().trim().max(64);

/**
 * Where a call goes: a type, and which of them: an extension's number, a number outside, or the id of a row. The end of a call
 * needs no value. Of a number outside `otherwise` is where the call goes that does not get through there; else it ends.
 */
export const destination = z
  .object(
    {
      type: destinationType,
      value: worth,
      otherwise: z
        .object({ type: afterForward, value: worth })
        .refine(({ type, value }) => isTyped(type) || value !== '', { path: ['value'], error: 'Chọn điểm đến' })
        .nullable()
        .optional(),
    },
    { error: messages.required },
  )
  .overwrite(({ type, value, otherwise }) => ({
    type,
    value: type === 'hang-up' ? '' : value,
    ...(type === 'fw' && otherwise && otherwise.type !== 'hang-up' && { otherwise }),
  }))
  .refine(({ type, value }) => type !== 'fw' || outsideNumber.test(value), { path: ['value'], error: messages.phone })
  .refine(({ type, value }) => isTyped(type) || value !== '', { path: ['value'], error: 'Chọn điểm đến' });

/** As it is read: what was stored before a rule was there is shown all the same. */
export const storedDestination = z.object({
  type: destinationType,
  value: z.string(),
  otherwise: z.object({ type: afterForward, value: z.string() }).nullable().optional(),
});

export type DestinationValue = z.output<typeof destination>;

/** Whether its value is written, and no choice among what there is. */
export const isTyped = (type: DestinationType): type is TypedDestination => typed.some((one) => one === type);

/** Which screen a type's choices are made on; what they are called changes there. */
const madeOn: readonly string[] = [
  'subscribers',
  'accounts',
  'ringgroup',
  'queue',
  'ivr-details',
  'conditions',
  'customer-conditions',
  'code-questions',
  'survey-campaign',
  'notifications',
  'voicemail-boxes',
  'last-calls',
];

/** One choice (specification §3), with the type that it is of. */
export const destinationOption = z.object({ name: z.string(), value: z.string(), type: destinationType });

/** How many of a type are answered at most: whoever has more looks for them by words. */
export const destinationsAtMost = 1000;

export const destinationOptions = endpoint({
  base: 'telephony',
  method: 'GET',
  path: '/partner/destinations',
  tenantIn: { part: 'query', name: 'CodeCompany' },
  rowsOf: (Object.keys(screens) as Screen[]).filter((screen) => madeOn.includes(screen)),
  access: 'general',
  summary: 'What calls can be sent to: of every type, or of one; by words, or the one of a value',
  query: z.object({
    type: destinationType.optional(),
    search: listQuery.shape.search,
    value: z.string().max(64).optional(),
    limit: z.coerce.number().int().min(1).max(destinationsAtMost).default(destinationsAtMost).describe('Of each type'),
  }),
  result: z.object({ data: z.array(destinationOption) }),
});
