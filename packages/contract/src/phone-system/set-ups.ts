import { z } from 'zod';

import { all } from '../lib/access.ts';
import { endpoint } from '../lib/endpoint.ts';
import { messages } from '../lib/messages.ts';
import { oneOf } from '../lib/one-of.ts';
import { ids, requiredId, requiredUpTo } from '../lib/values.ts';
import { callFlow } from './call-flow.ts';
import { timeOfDay } from './opening-hours.ts';
import { voice } from './sound.ts';

/** Whole ways of a number's calls, as companies of a kind have them. */
export const setUpTemplates = {
  shop: 'Cửa hàng',
  clinic: 'Phòng khám',
  bank: 'Quầy ngân hàng',
  telesales: 'Telesales',
} as const;
export type SetUpTemplate = keyof typeof setUpTemplates;

/** The few things that a set-up cannot know. */
const asked = z
  .object({
    template: oneOf(setUpTemplates),
    number_id: requiredId,
    /** As callers hear it. */
    name: requiredUpTo(60, 'Tối đa 60 ký tự').meta({ examples: ['Nội thất Hoàng Gia'] }),
    /** Extensions that answer, in the order in which they are tried. */
    member_ids: ids,
    /** The same twice is all day. */
    from_time: timeOfDay.default('08:00'),
    to_time: timeOfDay.default('17:00'),
    /** 1 (Monday) to 7 (Sunday); none is every day. */
    weekdays: z
      .array(z.int().min(1).max(7))
      .max(7)
      .overwrite((days) => [...new Set(days)].toSorted((one, other) => one - other))
      .default([1, 2, 3, 4, 5, 6]),
    voice: voice.default('north'),
  })
  .refine(({ member_ids: members }) => members.length > 0, { path: ['member_ids'], error: messages.required });
export type SetUpAsked = z.output<typeof asked>;

/** What becomes of a row of it. */
export const setUpChanges = { new: 'Thêm mới', changed: 'Sửa', same: 'Giữ nguyên' } as const;

const part = z.object({
  /** Where it is looked after. */
  screen: z.string(),
  id: z.string(),
  name: z.string(),
  /** What is said in it; empty where nothing is. */
  words: z.string(),
  change: oneOf(setUpChanges),
});

/** It adds rows of all these kinds, to the draft of the phone system. */
const access = all(
  'routing-versions.update',
  'call-flow.view',
  'inbounds.create',
  'ringgroup.create',
  'queue.create',
  'ivr-details.create',
  'time-groups.create',
  'conditions.create',
  'greeting.create',
  'voicemail-boxes.create',
  'last-calls.create',
);

export const previewSetUp = endpoint({
  base: 'telephony',
  method: 'POST',
  path: '/partner/set-up/preview',
  access,
  summary: 'What a template of a whole set-up would make for a number, and the way of its calls then; nothing is made',
  body: asked,
  result: z.object({ parts: z.array(part), flow: callFlow.result }),
});

export const makeSetUp = endpoint({
  base: 'telephony',
  method: 'POST',
  path: '/partner/set-up',
  access,
  summary:
    'Put all that a template makes for a number into the draft of the phone system; a second time changes the same rows',
  body: asked,
  result: z.object({ parts: z.array(part) }),
});
