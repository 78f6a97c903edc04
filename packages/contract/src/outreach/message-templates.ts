import { z } from 'zod';

import { type MessageChannel, messageChannels, messagePurposes } from '../calls/sent-message.ts';
import { crud } from '../lib/crud.ts';
import { endpoint } from '../lib/endpoint.ts';
import { messages } from '../lib/messages.ts';
import { oneOf } from '../lib/one-of.ts';
import { asSeen, id, note, required, requiredId } from '../lib/values.ts';

/** What stands for something of the customer or the call in a text, `{ten}`; a field of the company's own is `{rieng:Hạng thẻ}`. */
export const templateFields = {
  ten: 'Tên khách',
  so: 'Số điện thoại của khách',
  nhan_vien: 'Tên nhân viên',
  gio_goi: 'Giờ của cuộc gọi',
  ngay: 'Ngày hôm nay',
  cong_ty: 'Tên công ty',
  lien_ket: 'Liên kết của mẫu',
  khao_sat: 'Liên kết khảo sát của mẫu',
} as const;
export type TemplateField = keyof typeof templateFields;

const field = /\{([^{}]*)\}/g;

/** The names in braces, as they were written. */
export const fieldsIn = (text: string): string[] => [...text.matchAll(field)].map(([, name = '']) => name.trim());

/** A text with its fields filled in. */
export const filledIn = (text: string, valueOf: (name: string) => string): string =>
  text.replace(field, (_, name: string) => valueOf(name.trim()));

export const isTemplateField = (name: string): name is TemplateField => name in templateFields;

const text = z
  .string()
  .trim()
  .min(1, messages.required)
  .max(2_000, 'Tối đa 2.000 ký tự')
  .superRefine((written, context) => {
    const wrong = fieldsIn(written).find((name) => !isTemplateField(name) && !/^rieng:.+/.test(name));
    if (wrong !== undefined) {
      const known = Object.keys(templateFields)
        .map((name) => `{${name}}`)
        .join(', ');
      context.addIssue({ code: 'custom', message: `Không có ô {${wrong}}. Dùng được: ${known}, {rieng:Tên trường}` });
    }
  })
  .meta({ examples: ['Chào {ten}, {cong_ty} đã nhỡ cuộc gọi của bạn.'] });

/** What is written to customers, with fields that are filled in for each. */
export const messageTemplates = crud({
  collection: '/message-templates',
  item: '/message-template',
  screen: 'message-templates',
  input: z
    .object({
      name: required,
      purpose: oneOf(messagePurposes).default('care'),
      provider_id: requiredId,
      /** The subject of a mail, or the number of the template at the provider (ZNS). */
      title: z.string().overwrite(asSeen).max(200).default(''),
      text,
      link: z
        .union([z.literal(''), z.url({ protocol: /^https?$/, error: 'Liên kết không hợp lệ' }).max(500)])
        .default(''),
      /** Whoever gets the message answers this one, by a link of their own in it. */
      survey_id: id.nullable().default(null),
      active: z.boolean().default(true),
      note,
    })
    .refine(({ text: written, survey_id: survey }) => survey !== null || !fieldsIn(written).includes('khao_sat'), {
      path: ['survey_id'],
      error: 'Chọn khảo sát mà {khao_sat} mở ra',
    }),
  row: z.object({
    provider_name: z.string(),
    survey_name: z.string().nullable().default(null),
    channel: z.enum(Object.keys(messageChannels) as [MessageChannel, ...MessageChannel[]]),
    sandbox: z.boolean(),
  }),
  filters: z.object({ provider_id: id.optional(), purpose: oneOf(messagePurposes).optional() }),
  bulk: ['active'],
  shows: ['message-providers', 'survey-campaign'],
});

/** Templates to choose from. */
export const allMessageTemplate = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/all-message-template',
  rowsOf: ['message-templates', 'message-providers', 'survey-campaign'],
  access: 'general',
  summary: 'Templates of messages that are in use, to choose from',
  result: z.object({
    data: z.array(
      z.object({
        id,
        name: z.string(),
        channel: oneOf(messageChannels),
        purpose: oneOf(messagePurposes),
        /** It brings the link of a survey that can be answered today. */
        asks: z.boolean(),
      }),
    ),
  }),
});

/** Providers to choose from. */
export const allMessageProvider = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/all-message-provider',
  rowsOf: ['message-providers'],
  access: 'general',
  summary: 'Providers of messages, to choose from',
  result: z.object({ data: z.array(z.object({ id, name: z.string() })) }),
});
