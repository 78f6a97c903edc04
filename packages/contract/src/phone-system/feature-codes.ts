import { z } from 'zod';

import { endpoint } from '../lib/endpoint.ts';
import { missing } from '../lib/mistake-words.ts';

/**
 * What our people can have done by dialling a code, with the code that it has until a company says otherwise. `behind` is what
 * is dialled behind the code.
 */
export const features = {
  'pick-up': { label: 'Nhận thay cuộc gọi của nhóm', code: '*8', behind: '' },
  'pick-up-from': { label: 'Nhận thay một máy nhánh', code: '**', behind: 'số máy nhánh' },
  voicemail: { label: 'Nghe hộp thư thoại', code: '*98', behind: 'số máy nhánh khác, nếu nghe hộp thư của họ' },
  'do-not-disturb-on': { label: 'Bật không làm phiền', code: '*78', behind: '' },
  'do-not-disturb-off': { label: 'Tắt không làm phiền', code: '*79', behind: '' },
  'forward-always': { label: 'Luôn chuyển tiếp', code: '*72', behind: 'số nhận cuộc gọi' },
  'forward-always-off': { label: 'Thôi luôn chuyển tiếp', code: '*73', behind: '' },
  'forward-busy': { label: 'Chuyển tiếp khi bận', code: '*90', behind: 'số nhận cuộc gọi' },
  'forward-busy-off': { label: 'Thôi chuyển tiếp khi bận', code: '*91', behind: '' },
  'forward-no-answer': { label: 'Chuyển tiếp khi không nghe máy', code: '*52', behind: 'số nhận cuộc gọi' },
  'forward-no-answer-off': { label: 'Thôi chuyển tiếp khi không nghe máy', code: '*53', behind: '' },
  'queue-join': { label: 'Vào hàng đợi', code: '*45', behind: '' },
  'queue-leave': { label: 'Rời hàng đợi', code: '*44', behind: '' },
  'queue-pause': { label: 'Tạm dừng nhận cuộc gọi hàng đợi', code: '*46', behind: '' },
  'queue-resume': { label: 'Nhận lại cuộc gọi hàng đợi', code: '*47', behind: '' },
  'last-caller': { label: 'Gọi lại người gọi gần nhất', code: '*69', behind: '' },
  'echo-test': { label: 'Nghe thử đường truyền', code: '*43', behind: '' },
  clock: { label: 'Nghe giờ', code: '*60', behind: '' },
  'own-number': { label: 'Nghe số máy nhánh của mình', code: '*65', behind: '' },
} as const satisfies Record<string, { label: string; code: string; behind: string }>;

export type FeatureKey = keyof typeof features;

// Its keys.
export const featureKeys = Object.keys(features) as [FeatureKey, ...FeatureKey[]];

/** Begins with a star, so that it is no number of anybody's. */
export const codeText = z
  .string({ error: missing })
  .trim()
  .regex(/^\*[*\d]{1,5}$/, 'Dấu * rồi đến năm chữ số hay dấu *, ví dụ *98');

const featureCode = z.object({
  feature: z.enum(featureKeys),
  code: z.string(),
  enabled: z.boolean(),
});

/** Conditions that have a code of their own, and how they are set now. */
const turned = z.object({
  id: z.uuid(),
  name: z.string(),
  code: z.string(),
  override: z.enum(['none', 'match', 'otherwise']),
});

export const getFeatureCodes = endpoint({
  base: 'telephony',
  method: 'GET',
  path: '/partner/feature-codes',
  rowsOf: ['feature-codes', 'conditions'],
  access: 'feature-codes.view',
  summary: 'Codes that people dial to have something done, and those that turn time conditions',
  result: z.object({ data: z.array(featureCode), conditions: z.array(turned) }),
});

export const updateFeatureCode = endpoint({
  base: 'telephony',
  method: 'PUT',
  path: '/partner/feature-code',
  access: 'feature-codes.update',
  summary: 'Give a feature another code, or switch it off',
  body: z.object({
    feature: z.enum(featureKeys),
    code: codeText,
    enabled: z.boolean(),
    was: featureCode.omit({ feature: true }).optional().describe('Refuses what was changed since it was so'),
  }),
  result: featureCode,
});
