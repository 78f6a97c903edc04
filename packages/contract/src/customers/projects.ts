import { z } from 'zod';

import { crud } from '../lib/crud.ts';
import { code, day, id, ids, note, required } from '../lib/values.ts';

export const projectStatuses = {
  planned: 'Chuẩn bị',
  running: 'Đang chạy',
  paused: 'Tạm dừng',
  ended: 'Kết thúc',
} as const;
export const projectStatus = z.enum(['planned', 'running', 'paused', 'ended']);

const aDay = day.nullable().default(null);

export const projects = crud({
  collection: '/projects',
  item: '/project',
  screen: 'projects',
  input: z
    .object({
      name: required,
      code,
      status: projectStatus.default('planned'),
      starts_on: aDay,
      ends_on: aDay,
      /** Who works on it, and the service numbers that it calls from and is called at while it is running. */
      member_ids: ids,
      number_ids: ids,
      /** Nobody but its members calls out with these numbers while it is running. */
      members_only: z.boolean().default(false),
      note,
    })
    .refine(({ starts_on: start, ends_on: end }) => start === null || end === null || start <= end, {
      path: ['ends_on'],
      error: 'Ngày kết thúc không được trước ngày bắt đầu',
    }),
  row: z.object({ member_names: z.array(z.string()), number_names: z.array(z.string()) }),
  filters: z.object({ status: projectStatus.optional(), member_id: id.optional() }),
  bulk: ['status', 'starts_on', 'ends_on', 'member_ids', 'members_only'],
  shows: ['accounts', 'numbers'],
});
