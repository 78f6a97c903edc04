import { z } from 'zod';

import { crud } from '../lib/crud.ts';
import { endpoint } from '../lib/endpoint.ts';
import { telephonyListQuery } from '../lib/list.ts';
import { messages } from '../lib/messages.ts';
import { oneOf } from '../lib/one-of.ts';
import { id, note, required } from '../lib/values.ts';
import { destination } from './destinations.ts';

/** What ends a code before it has all of its digits. */
export const codeEndKeys = { '#': 'Phím #', '*': 'Phím *', none: 'Không có' } as const;

const whole = (from: number, to: number, unit: string) => {
  const wrong = `Từ ${from} đến ${to} ${unit}`;
  return z.int(wrong).min(from, wrong).max(to, wrong);
};

const answer = z.object({
  /** As the company's system says it. */
  answer: z.string().trim().min(1, messages.required).max(64, 'Tối đa 64 ký tự'),
  to: destination,
});

/** A code that callers type, and the company's own system that says where they go. */
export const codeQuestions = crud({
  base: 'telephony',
  collection: '/partner/code-questions',
  item: '/partner/code-question',
  screen: 'code-questions',
  query: telephonyListQuery,
  input: z
    .object({
      name: required,
      greeting_id: id.nullable().default(null),
      /** Said before the code is asked for again. */
      wrong_greeting_id: id.nullable().default(null),
      min_digits: whole(1, 20, 'số').default(4),
      max_digits: whole(1, 20, 'số').default(10),
      end_key: oneOf(codeEndKeys).default('#'),
      wait_seconds: whole(1, 60, 'giây').default(10),
      digit_seconds: whole(1, 60, 'giây').default(4),
      tries: whole(1, 10, 'lần').default(3),
      /** Is posted `codeAsked`, and answers `codeAnswered`. */
      url: z
        .url({ protocol: /^https?$/, error: 'Địa chỉ phải là một URL https://' })
        .max(500)
        .meta({ examples: ['https://crm.example.com/alo/code'] }),
      answers: z
        .array(answer)
        .max(50, 'Nhiều nhất 50 câu trả lời')
        .refine((rows) => new Set(rows.map((row) => row.answer)).size === rows.length, {
          error: 'Mỗi câu trả lời chỉ dẫn tới một nơi',
        })
        .default([]),
      /** Without a code, an answer in time, or one of these answers. */
      otherwise: destination,
      note,
    })
    .refine(({ min_digits: least, max_digits: most }) => least <= most, {
      path: ['max_digits'],
      error: 'Không ít hơn số chữ số tối thiểu',
    }),
  row: z.object({
    greeting_name: z.string().nullable(),
    otherwise_name: z.string(),
    /** The system can tell by it that it is asked by us; without one nobody is asked. */
    has_secret: z.boolean(),
  }),
  shows: ['greeting'],
});

/** What is posted to the company's system, signed as webhooks are. */
export const codeAsked = z.object({
  /** Of the step and of the call, as the API has them. */
  question: id,
  call: z.string(),
  name: z.string(),
  digits: z.string(),
  /** The number of ours that was called. */
  dialled: z.string(),
});

/** What it answers within three seconds: which of the answers, or that the code is wrong and is to be asked for again. */
export const codeAnswered = z.union([
  z.object({ go: z.string().trim().min(1).max(64) }),
  z.object({ again: z.literal(true) }),
]);

export const renewCodeSecret = endpoint({
  base: 'telephony',
  method: 'POST',
  path: '/partner/code-question/:id/secret',
  access: 'code-questions.update',
  summary: 'Make the secret that questions to the company’s system are signed with; it is shown this once',
  params: z.object({ id }),
  result: z.object({ secret: z.string() }),
});
