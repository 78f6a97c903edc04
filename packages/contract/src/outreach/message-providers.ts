import { z } from 'zod';

import { messageChannels } from '../calls/sent-message.ts';
import { crud } from '../lib/crud.ts';
import { endpoint } from '../lib/endpoint.ts';
import { messages } from '../lib/messages.ts';
import { oneOf } from '../lib/one-of.ts';
import { asSeen, id, note, required } from '../lib/values.ts';

/** Who carries it: nobody, a company's own provider, or the installation's mail server. */
export const messageCarriers = {
  sandbox: 'Nhà mạng thử (không gửi ra ngoài)',
  http: 'Nhà cung cấp qua HTTP',
  mail: 'Máy chủ thư của tổng đài',
} as const;

/** How the body for a provider is written. */
export const messageFormats = { json: 'JSON', form: 'Biểu mẫu (form)' } as const;

const line = z.string().overwrite(asSeen).max(200).default('');
const headerLine = /^[A-Za-z0-9-]{1,60}: ?[^\r\n]{1,500}$/;

/** What stands for a value in a provider's body and headers. */
export const providerFields = ['to', 'text', 'title', 'sender', 'id', 'secret', 'fields'] as const;

/** Somebody who carries messages, and how they are asked. What a provider is told and answers is configuration. */
export const messageProviders = crud({
  collection: '/message-providers',
  item: '/message-provider',
  screen: 'message-providers',
  input: z
    .object({
      name: required,
      channel: oneOf(messageChannels, { error: messages.required }),
      carrier: oneOf(messageCarriers).default('sandbox'),
      /** The brand name that customers see as the sender. */
      sender: line,
      url: z.union([
        z.literal(''),
        z
          .url({ protocol: /^https?$/, error: 'Địa chỉ phải là một URL https://' })
          .max(500)
          .meta({ examples: ['https://sms.example.com/send'] }),
      ]),
      format: oneOf(messageFormats).default('json'),
      /** `Name: value`, one a line; `{secret}` stands for the key that is kept sealed. */
      headers: z
        .string()
        .trim()
        .max(4_000)
        .refine((text) => text === '' || text.split('\n').every((one) => headerLine.test(one.trim())), {
          error: 'Mỗi dòng một “Tên: giá trị”',
        })
        .meta({ examples: ['X-Api-Key: {secret}'] })
        .default(''),
      body: z.string().overwrite(asSeen).max(8_000).default(''),
      /** Where in the answer it says that it was taken, and what stands there then; any 2xx where it is empty. */
      taken_at: line,
      taken_is: line,
      /** Where in the answer the message's id and its cost are. */
      id_at: line,
      cost_at: line,
      /** Where in a report of delivery are the id and the state, and which states mean delivered or not. */
      report_id_at: line,
      report_state_at: line,
      report_delivered: line,
      report_failed: line,
      active: z.boolean().default(true),
      note,
    })
    .superRefine((it, context) => {
      const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
      if (it.carrier === 'mail' && it.channel !== 'mail') wrong('carrier', 'Máy chủ thư chỉ gửi được email');
      if (it.carrier !== 'http') return;
      if (it.url === '') wrong('url', messages.required);
      if (it.body === '') wrong('body', messages.required);
      else if (it.format === 'json' && !isJson(it.body)) wrong('body', 'Không phải là JSON');
    }),
  row: z.object({
    /** Whether there is a key for `{secret}`, and an address to which reports of delivery come. */
    has_secret: z.boolean(),
    has_reports: z.boolean(),
    /** How many messages it was given in the last 30 days, and how many of them did not arrive. */
    sent: z.int(),
    failed: z.int(),
  }),
  filters: z.object({ channel: oneOf(messageChannels).optional() }),
  bulk: ['active'],
});

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

const one = { base: 'tenant', access: 'message-providers.update', params: z.object({ id }) } as const;

export const setMessageSecret = endpoint({
  ...one,
  method: 'PUT',
  path: '/message-provider/:id/secret',
  summary: 'Keep the key that a provider of messages knows us by; it is sealed and never shown',
  body: z.object({ secret: z.string().trim().min(1, messages.required).max(2_000) }),
});

export const renewReportAddress = endpoint({
  ...one,
  method: 'POST',
  path: '/message-provider/:id/report-address',
  summary: 'Make the address to which a provider reports what was delivered; it is shown this once',
  result: z.object({ url: z.string() }),
});

/** What a provider posts. Whoever knows the address is the provider. */
export const reportMessages = endpoint({
  base: 'identity',
  method: 'POST',
  path: '/message-report/:tenant/:provider/:secret',
  access: 'public',
  summary: 'A provider reports what became of a message',
  params: z.object({ tenant: id, provider: id, secret: z.string().min(1).max(100) }),
  body: z.record(z.string(), z.unknown()),
  result: z.object({ known: z.boolean() }),
});
