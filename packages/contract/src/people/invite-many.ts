import { z } from 'zod';

import { endpoint } from '../lib/endpoint.ts';
import { oneOf } from '../lib/one-of.ts';
import { id, requiredId } from '../lib/values.ts';

/** What comes of inviting each, or would: `check` only looks. */
export const inviteOutcomes = {
  new: 'Tạo tài khoản và mời',
  again: 'Mời lại',
  there: 'Đã có tài khoản',
  inactive: 'Tài khoản đang ngừng',
  twice: 'Trùng dòng trên',
  invalid: 'Email không hợp lệ',
  'no-seat': 'Hết chỗ',
  refused: 'Không tạo được',
} as const;
const outcome = oneOf(inviteOutcomes);

/** So many at once. */
export const invitedAtMost = 200;

/**
 * Invites many at once: those who are named, with one role and one place; or who waits for an invitation, as they are: first who was
 * never sent one, then whose was sent the longest ago.
 */
export const inviteMany = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/accounts/invite',
  access: { all: ['accounts.create', 'accounts.update'] },
  summary:
    'Make accounts for many e-mails and send each an invitation, or only look what would come of it; each line is reported',
  body: z.object({
    check: z.boolean().default(false),
    /** Empty for those who wait for an invitation. */
    people: z
      .array(z.object({ name: z.string().trim().max(200).default(''), email: z.string().trim().max(200) }))
      .max(invitedAtMost, `Nhiều nhất ${invitedAtMost} người một lần`),
    role_id: requiredId.nullable().default(null),
    department_id: id.nullable().default(null),
    team_id: id.nullable().default(null),
  }),
  result: z.object({
    data: z.array(
      z.object({
        name: z.string(),
        email: z.string(),
        outcome,
        /** Why not, where the outcome alone does not say it. */
        words: z.string(),
        /** The link, once, where no letter was taken for it. */
        url: z.string().nullable(),
        sent: z.boolean(),
        /** As with one: the letter lies in `outbox/` of the server. */
        kept: z.boolean().default(false),
      }),
    ),
    /** So many more wait for an invitation, and are next. */
    left: z.int().default(0),
  }),
});
