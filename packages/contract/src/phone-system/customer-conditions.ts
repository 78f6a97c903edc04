import { z } from 'zod';

import { crud } from '../lib/crud.ts';
import { telephonyListQuery } from '../lib/list.ts';
import { messages } from '../lib/messages.ts';
import { oneOf } from '../lib/one-of.ts';
import { id, note, required } from '../lib/values.ts';
import { destination } from './destinations.ts';

/** Whether the company knows whoever calls. */
export const callersKnown = { known: 'Đã có trong danh sách', unknown: 'Chưa có trong danh sách' } as const;
/** Whether somebody looks after the customer. */
export const customersOwned = { somebody: 'Có người phụ trách', nobody: 'Chưa có người phụ trách' } as const;
/** What is still to be done for the customer. */
export const customersTasks = {
  open: 'Còn việc chưa xong',
  overdue: 'Có việc quá hạn',
  none: 'Không còn việc nào',
} as const;
/** How a field of the company's own is compared. */
export const ownComparisons = {
  is: 'Bằng',
  more: 'Lớn hơn, sau ngày',
  less: 'Nhỏ hơn, trước ngày',
  contains: 'Có chứa',
} as const;

/** How many kinds of customers one condition tells apart. */
export const customerKindsAtMost = 50;

const aChoice = id.nullable().default(null);

/** A kind of customer: all that is said of it has to hold. */
const kind = z
  .object({
    label: required,
    known: oneOf(callersKnown).nullable().default(null),
    status_id: aChoice,
    owner: oneOf(customersOwned).nullable().default(null),
    /** Of the owner. */
    team_id: aChoice,
    project_id: aChoice,
    data_source_id: aChoice,
    /** What came of the conversation that was written up last. */
    outcome_id: aChoice,
    task: oneOf(customersTasks).nullable().default(null),
    /** A field of the company's own, and what stands in it. */
    field_id: aChoice,
    field_is: oneOf(ownComparisons).nullable().default(null),
    field_value: z.string().trim().max(200).default(''),
    to: destination,
    /** In queues that they come to from here on; as it was where it is null. */
    priority: z.int('Số từ 0 đến 100').min(0, 'Số từ 0 đến 100').max(100, 'Số từ 0 đến 100').nullable().default(null),
  })
  .superRefine((it, context) => {
    const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    const ofCustomers = [it.status_id, it.owner, it.team_id, it.project_id, it.data_source_id];
    const asks = [...ofCustomers, it.outcome_id, it.task, it.field_id].some((one) => one !== null);
    if (it.known === null && !asks) wrong('known', 'Chọn ít nhất một điều để nhận ra nhóm khách này');
    if (it.known === 'unknown' && asks) wrong('known', 'Khách chưa có trong danh sách thì không có gì khác để xét');
    if (it.owner === 'nobody' && it.team_id !== null) wrong('team_id', 'Chưa có người phụ trách thì không có nhóm');
    if (it.field_id === null) {
      if (it.field_value !== '') wrong('field_id', messages.required);
      return;
    }
    if (it.field_value === '') wrong('field_value', messages.required);
    else if ((it.field_is === 'more' || it.field_is === 'less') && !isComparable(it.field_value)) {
      wrong('field_value', 'Nhập một số, hoặc một ngày như 2026-12-31');
    }
  });

/** A kind of customer of a condition, as it is kept. */
export type CustomerKind = z.output<typeof kind>;
/** The same as a form sends it: what is left out is not asked. */
export type CustomerKindInput = z.input<typeof kind>;

const isComparable = (text: string): boolean =>
  z.iso.date().safeParse(text).success || (text.trim() !== '' && Number.isFinite(Number(text)));

/** Sends calls by what the company knows of the customer: the first kind that fits. */
export const customerConditions = crud({
  base: 'telephony',
  collection: '/partner/customer-conditions',
  item: '/partner/customer-condition',
  screen: 'customer-conditions',
  query: telephonyListQuery,
  input: z.object({
    name: required,
    kinds: z.array(kind).max(customerKindsAtMost, `Nhiều nhất ${customerKindsAtMost} nhóm khách`).default([]),
    /** Where no kind fits, or nothing is known in time. */
    otherwise: destination,
    note,
  }),
  row: z.object({ otherwise_name: z.string() }),
});
