import { z } from 'zod';

import { crud } from '../lib/crud.ts';
import { telephonyListQuery } from '../lib/list.ts';
import { timestamp } from '../lib/values.ts';
import { yesOrNo } from './inbounds.ts';

export const blockKinds = { number: 'Một số', pattern: 'Theo mẫu số', anonymous: 'Số ẩn' } as const;
export const blockOutKinds = { number: blockKinds.number, pattern: blockKinds.pattern } as const;

const expires = timestamp.nullable().default(null);
const reason = z.string().trim().max(200).default('');

const misfit = 'Nhập số điện thoại, ví dụ 0901234567, hoặc mẫu như 0901*';
const value = z
  .string()
  .trim()
  .max(40)
  .regex(/^[0-9xX+ .()*-]*$/, misfit)
  .default('')
  .meta({ examples: ['0901234567'] });
const fits = ({ kind, value: text }: { kind: keyof typeof blockKinds; value: string }) => {
  if (kind === 'anonymous') return text === '';
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

/** Callers who are refused. */
export const blockedIn = crud({
  ...common,
  collection: '/partner/blocked-incoming-numbers',
  item: '/partner/blocked-incoming-number',
  screen: 'list-of-blocked-incoming-numbers',
  called,
  input: z
    .object({ reason, kind: z.enum(['number', 'pattern', 'anonymous']).default('number'), value, expires_at: expires })
    // What has no number has none to be written.
    .overwrite((input) => (input.kind === 'anonymous' ? { ...input, value: '' } : input))
    .refine(fits, { path: ['value'], error: misfit }),
});

/** Numbers that nobody may call. */
export const blockedOut = crud({
  ...common,
  collection: '/partner/blocked-out-numbers',
  item: '/partner/blocked-out-number',
  screen: 'list-of-blocked-out-numbers',
  called,
  input: z
    .object({ reason, kind: z.enum(['number', 'pattern']).default('number'), value, expires_at: expires })
    .refine(fits, { path: ['value'], error: misfit }),
});
