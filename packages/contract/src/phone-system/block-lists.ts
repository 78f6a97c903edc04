import { z } from 'zod';
import { crud } from '../lib/crud.ts';
import { telephonyListQuery } from '../lib/list.ts';
import { id, timestamp } from '../lib/values.ts';
import { destination, storedDestination } from './destinations.ts';
import { yesOrNo } from './inbound-rules.ts';

export const blockKinds = { number: 'Một số', pattern: 'Theo mẫu số', anonymous: 'Số ẩn' } as const;
export const blockOutKinds = { number: blockKinds.number, pattern: blockKinds.pattern } as const;

/** People write a moment; rows that are changed by the hundred have the date that they were read as. */
const expires = z
  .union([z.iso.datetime({ offset: true }), timestamp], { error: 'Thời điểm không hợp lệ' })
  .nullable()
  .default(null);
const reason = z.string().trim().max(200).default('');

const misfit = 'Nhập số điện thoại, ví dụ 0901234567, hoặc mẫu như 0901*';
const value = z
  .string()
  .trim()
  .max(40)
  .regex(/^[0-9xX+ .()*-]*$/, misfit)
  .default('')
  .meta({ examples: ['0901234567'] });
/** A number as whoever may not see it in full was shown it, and sends it back: it stays the one that it was. */
const hidden = /^\d+\*+\d*$/;
const fits = ({ kind, value: text }: { kind: keyof typeof blockKinds; value: string }) => {
  if (kind === 'anonymous') return text === '';
  if (hidden.test(text)) return true;
  if (kind === 'pattern') return /^[01xX][0-9xX .-]*\*?$/.test(text);
  return /^\+?[0-9][0-9 .()-]{2,24}$/.test(text);
};

const row = z.object({
  value: z.string(),
  /** Over already: it blocks nobody any more. */
  expired: z.boolean(),
  created_by_name: z.string().nullable(),
});
const filters = z.object({ expired: yesOrNo.optional() });
const common = { base: 'telephony', query: telephonyListQuery, row, filters, bulk: ['reason', 'expires_at'] } as const;
const called = ({ kind, value: text }: Readonly<Record<string, unknown>>) =>
  kind === 'anonymous' ? 'Số ẩn' : String(text);

/** What a blocked caller gets: a refusal, the busy tone, or an announcement or voicemail box of the company's. */
export const blockActions = {
  reject: 'Từ chối',
  busy: 'Báo bận',
  lead: 'Phát thông báo hoặc nhận lời nhắn',
} as const;

/** Callers who are refused. */
export const blockedIn = crud({
  ...common,
  row: row.extend({
    then: storedDestination.nullable(),
    then_name: z.string(),
    number_name: z.string().nullable(),
    /** How many calls it turned away, and when the last one came. */
    calls: z.int(),
    last_call_at: timestamp.nullable(),
  }),
  filters: filters.extend({
    action: z.enum(['reject', 'busy', 'lead']).optional(),
    service_number_id: id.optional(),
  }),
  shows: ['accounts', 'numbers', 'notifications', 'voicemail-boxes'],
  bulk: ['reason', 'expires_at', 'service_number_id'],
  collection: '/partner/blocked-incoming-numbers',
  item: '/partner/blocked-incoming-number',
  screen: 'list-of-blocked-incoming-numbers',
  called,
  input: z
    .object({
      reason,
      kind: z.enum(['number', 'pattern', 'anonymous']).default('number'),
      value,
      expires_at: expires,
      /** Where it holds; all of the company's numbers where it names none. */
      service_number_id: id.nullable().default(null),
      action: z.enum(['reject', 'busy', 'lead']).default('reject'),
      /** An announcement, after which the call ends, or a voicemail box. */
      then: destination.nullable().default(null),
    })
    // What has no number has none to be written, and whoever is refused is led nowhere.
    .overwrite((input) => ({
      ...input,
      ...(input.kind === 'anonymous' && { value: '' }),
      ...(input.action !== 'lead' && { then: null }),
    }))
    .refine(fits, { path: ['value'], error: misfit })
    .refine(({ action, then }) => action !== 'lead' || then?.type === 'msg' || then?.type === 'voicemail', {
      path: ['then'],
      error: 'Chọn thông báo hoặc hộp thư thoại',
    }),
});

/** Numbers that nobody may call. */
export const blockedOut = crud({
  ...common,
  shows: ['accounts'],
  collection: '/partner/blocked-out-numbers',
  item: '/partner/blocked-out-number',
  screen: 'list-of-blocked-out-numbers',
  called,
  input: z
    .object({ reason, kind: z.enum(['number', 'pattern']).default('number'), value, expires_at: expires })
    .refine(fits, { path: ['value'], error: misfit }),
});
