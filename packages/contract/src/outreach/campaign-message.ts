import { z } from 'zod';

import { all, licensed } from '../lib/access.ts';
import { endpoint } from '../lib/endpoint.ts';
import { messages } from '../lib/messages.ts';
import { oneOf } from '../lib/one-of.ts';
import { id } from '../lib/values.ts';

/** What a message that is played to customers is made of: a sound of the company's own, or words that a machine says. */
export const messagePartKinds = { words: 'Lời máy đọc', sound: 'Âm thanh có sẵn' } as const;

/** What the words may name of each customer, `{ten}`; a field of the company's own is `{rieng:Số tiền}`. */
export const spokenFields = {
  ten: 'Tên khách',
  ma: 'Mã khách',
  so: 'Số điện thoại của khách',
  ngay: 'Ngày hôm nay',
  cong_ty: 'Tên công ty',
} as const;
export type SpokenField = keyof typeof spokenFields;
const isSpokenField = (name: string): name is SpokenField => Object.hasOwn(spokenFields, name);

/** How a value is said, behind a line: `{rieng:Số tiền|tiền}`. Without one it is read as it is written. */
export const sayAs = { tiền: 'money', số: 'number', 'chữ số': 'digits', ngày: 'day' } as const;
export type SayAs = (typeof sayAs)[keyof typeof sayAs] | 'text';
const isSayAs = (word: string): word is keyof typeof sayAs => Object.hasOwn(sayAs, word);

/** A piece of a message: words that are the same for everybody, or a value of the customer's. */
export type MessagePiece =
  | { readonly words: string }
  | { readonly field: SpokenField; readonly as: SayAs }
  | { readonly own: string; readonly as: SayAs };

const braces = /\{([^{}]*)\}/g;
const ownPrefix = 'rieng:';

/** What is in braces; undefined where it means nothing. */
function valueIn(written: string): MessagePiece | undefined {
  const [name = '', way] = written.split('|').map((part) => part.trim());
  if (way !== undefined && !isSayAs(way)) return undefined;
  const as = way === undefined ? usualWay(name) : sayAs[way];
  if (isSpokenField(name)) return { field: name, as };
  const own = name.startsWith(ownPrefix) ? name.slice(ownPrefix.length).trim() : '';
  return own === '' ? undefined : { own, as };
}

const usualWay = (name: string): SayAs => (name === 'so' ? 'digits' : name === 'ngay' ? 'day' : 'text');

/** The pieces of a text, in their order. */
export function messagePieces(text: string): readonly MessagePiece[] {
  const pieces: MessagePiece[] = [];
  let from = 0;
  const add = (words: string) => {
    // Punctuation alone is not heard, and none begins what is read.
    const heard = words.replace(/^[^\p{L}\p{N}]+/u, '').trim();
    if (heard !== '') pieces.push({ words: heard });
  };
  for (const found of text.matchAll(braces)) {
    add(text.slice(from, found.index));
    const value = valueIn(found[1] ?? '');
    if (value !== undefined) pieces.push(value);
    from = found.index + found[0].length;
  }
  add(text.slice(from));
  return pieces;
}

const words = z
  .string()
  .trim()
  .max(1_000, 'Tối đa 1.000 ký tự')
  .superRefine((text, context) => {
    const wrong = [...text.matchAll(braces)].map(([, name = '']) => name).find((name) => valueIn(name) === undefined);
    if (wrong === undefined) return;
    const known = Object.keys(spokenFields).map((name) => `{${name}}`);
    context.addIssue({
      code: 'custom',
      message: `Không có ô {${wrong}}. Dùng được: ${known.join(', ')}, {rieng:Tên trường}; sau dấu | là cách đọc: ${Object.keys(sayAs).join(', ')}`,
    });
  })
  .default('');

const part = z
  .object({ kind: oneOf(messagePartKinds).default('words'), greeting_id: id.nullable().default(null), words })
  .superRefine(({ kind, greeting_id: greeting, words: text }, context) => {
    if (kind === 'sound' && greeting === null) {
      context.addIssue({ code: 'custom', path: ['greeting_id'], message: messages.required });
    }
    if (kind === 'words' && messagePieces(text).length === 0) {
      context.addIssue({ code: 'custom', path: ['words'], message: messages.required });
    }
  });
export type CampaignMessagePart = z.output<typeof part>;
/** As a form has it. */
export type CampaignMessagePartInput = z.input<typeof part>;
export const campaignMessage = z.array(part).max(20, 'Nhiều nhất 20 đoạn').default([]);

/** What a key does for whoever hears the message. */
export const messageKeyDoes = {
  again: 'Nghe lại',
  queue: 'Gặp nhân viên',
  stop: 'Từ chối nhận cuộc gọi',
  agree: 'Đồng ý nhận cuộc gọi quảng cáo',
  survey: 'Trả lời khảo sát',
  'hang-up': 'Kết thúc',
} as const;

const key = z
  .object({
    key: z.string().regex(/^[0-9*#]$/, 'Một phím: 0–9, * hoặc #'),
    does: oneOf(messageKeyDoes),
    to_queue_id: id.nullable().default(null),
    to_survey_id: id.nullable().default(null),
  })
  .refine(({ does, to_queue_id: queue }) => does !== 'queue' || queue !== null, {
    path: ['to_queue_id'],
    error: 'Chọn hàng đợi nhận khách',
  })
  .refine(({ does, to_survey_id: survey }) => does !== 'survey' || survey !== null, {
    path: ['to_survey_id'],
    error: 'Chọn khảo sát',
  });
export type CampaignKey = z.output<typeof key>;
/** As a form has it. */
export type CampaignKeyInput = z.input<typeof key>;
export const campaignKeys = z
  .array(key)
  .refine((all) => new Set(all.map((one) => one.key)).size === all.length, { error: 'Mỗi phím chỉ có một việc' })
  .default([]);

const of = z.object({ id });

/** A message as one customer hears it. */
export const heardMessage = z.object({
  /** Whose values it has; null where there is nobody in the campaign yet. */
  customer: z.object({ id, name: z.string() }).nullable(),
  /** What is said, in words; sounds by their names. */
  parts: z.array(z.object({ kind: oneOf(messagePartKinds), text: z.string() })),
  /** What this customer's card does not have, or cannot be said so: they are not called. */
  missing: z.array(z.string()),
  /** So many words have to be said by the machine before anybody can be called; those of this customer. */
  silent: z.int(),
  duration_ms: z.int(),
  /** Customers whose cards lack something that the message names. */
  without: z.int(),
});

const customer = z.object({ customer_id: id.optional() });

export const getCampaignMessage = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/campaign/:id/message',
  access: all('campaign.view', 'customer.view', licensed('campaign')),
  rowsOf: ['campaign', 'customer', 'greeting', 'customer-fields'],
  summary: 'What a customer of a campaign hears when they pick up; of the first one where none is named',
  params: of,
  query: customer,
  result: heardMessage,
});

export const speakCampaignMessage = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/campaign/:id/message/speech',
  access: all('campaign.update', 'customer.view', licensed('campaign')),
  summary: 'Have what one customer hears spoken where it is not yet; of all of them it is done by itself while it runs',
  params: of,
  body: customer,
  result: heardMessage,
});

export const campaignMessageFile = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/campaign/:id/message/file',
  access: all('campaign.view', 'customer.view', licensed('campaign')),
  summary: 'The message as one customer hears it, as WAV',
  params: of,
  query: customer,
  answers: 'file',
});
