import { z } from 'zod';

import { all } from '../lib/access.ts';
import { exportFormat } from '../lib/crud.ts';
import { endpoint } from '../lib/endpoint.ts';
import { listQuery, pageOf } from '../lib/list.ts';
import { messages } from '../lib/messages.ts';
import { missing } from '../lib/mistake-words.ts';
import { oneOf } from '../lib/one-of.ts';
import { day, id, timestamp } from '../lib/values.ts';
import { consentPurposes, consentSources, consentSubjects, consentWays } from './privacy.ts';

/** A line of the ledger with what proves it. The number is hidden in part from whoever may not see numbers in full. */
export const consentLine = z.object({
  id,
  created_at: timestamp,
  customer_id: id.nullable(),
  /** '' where the card is gone. */
  customer_name: z.string(),
  /** '' of somebody who is erased: the bare fact stays. */
  phone: z.string(),
  erased: z.boolean(),
  purpose: oneOf(consentSubjects),
  given: z.boolean(),
  way: oneOf(consentSources),
  evidence: z.string(),
  /** What they had heard when they said it, sounds by their names in brackets; '' where nothing was played. */
  played: z.string(),
  /** SHA-256 of what was played, by which two versions are told apart; '' where nothing was. */
  played_sha256: z.string(),
  call_id: id.nullable(),
  /** What is heard around the key; null where none was pressed in a call. */
  sound: z.enum(['waiting', 'kept', 'none', 'erased']).nullable(),
  /** Why there is none; '' elsewhere. */
  sound_why: z.string(),
  /** SHA-256 of the sound; '' where there is none. */
  sound_sha256: z.string(),
  campaign_id: id.nullable(),
  campaign_name: z.string(),
  /** Who noted it; null where a call or a program did. */
  by_name: z.string().nullable(),
});
export type ConsentLine = z.output<typeof consentLine>;

const narrowed = {
  from: day.optional(),
  to: day.optional(),
  purpose: oneOf(consentSubjects).optional(),
  given: z.enum(['1', '0']).optional(),
  way: oneOf(consentSources).optional(),
};
export const consentFilter = listQuery.omit({ sort: true }).extend(narrowed);

export const consentLines = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/consents',
  access: 'consents.view',
  rowsOf: ['customer'],
  summary:
    'What people agreed to and refused, newest first, with what proves it; searched by whole number, or the name of a customer or a campaign',
  query: consentFilter,
  result: pageOf(consentLine),
});

export const exportConsents = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/consents/export',
  access: 'consents.export',
  summary: 'What people agreed to and refused as a spreadsheet',
  query: consentFilter.extend({ format: exportFormat }),
  answers: 'file or job',
});

export const consentSound = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/consents/:id/sound',
  access: all('consents.view', 'call-history.listen'),
  summary:
    'What is heard from 15 seconds before the key by which somebody agreed or refused to 3 seconds after it, as Opus or WAV: what they said on the left, what was said to them on the right; the hearing is in the trail',
  params: z.object({ id }),
  answers: 'file',
});

export const addConsentOfNumber = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/consents',
  access: 'consents.create',
  rowsOf: ['customer'],
  summary:
    'Note what whoever has a number agreed to or refused, elsewhere than in a call: a message answered, a page, the national list. Of advertising every card with that number follows, and cards that are made for it later begin so',
  body: z.object({
    phone: z
      .string({ error: missing })
      .trim()
      .min(1, messages.required)
      .regex(/^(\+?[1-9]\d{6,14}|0\d{7,12})$/, messages.phone)
      .meta({ examples: ['0901234567'] }),
    purpose: oneOf(consentPurposes, { error: messages.required }),
    given: z.boolean(),
    way: oneOf(consentWays, { error: messages.required }),
    evidence: z.string().trim().max(2000).default(''),
    /** The words that were answered, as they were sent. */
    played: z.string().trim().max(4000).default(''),
  }),
  result: z.object({ lines: z.array(consentLine) }),
});

/** What the authority asks after, each counted from the rows of the month. */
export const lawFigures = {
  calls: 'Cuộc gọi quảng cáo đã thực hiện',
  called_numbers: 'Số điện thoại đã nhận cuộc gọi quảng cáo',
  calls_outside_hours: 'Cuộc gọi quảng cáo ngoài 08:00–17:00',
  calls_again: 'Cuộc gọi quảng cáo cách lần trước chưa đến 24 giờ',
  messages: 'Tin nhắn quảng cáo đã gửi',
  messaged_numbers: 'Số điện thoại đã nhận tin nhắn quảng cáo',
  messages_stopped: 'Tin nhắn quảng cáo bị chặn trước khi gửi',
  agreed: 'Lượt khách đồng ý nhận quảng cáo',
  agreed_by_key: 'Trong đó bấm phím trong cuộc gọi',
  refused: 'Lượt khách từ chối quảng cáo',
  refused_by_key: 'Trong đó bấm phím trong cuộc gọi',
  refusing_numbers: 'Số điện thoại đã từ chối trong tháng',
  lifted: 'Dấu từ chối được bỏ trên hồ sơ',
  carried_out: 'Số đã từ chối và không nhận quảng cáo nào sau đó',
  after_refusal: 'Cuộc gọi, tin quảng cáo sau khi khách từ chối',
  slowest_seconds: 'Chậm nhất từ lúc từ chối đến quảng cáo cuối cùng (giây)',
  refusing_cards: 'Khách đang mang dấu từ chối khi lập phiếu',
  list_age_days: 'Tuổi của danh sách từ chối nạp gần nhất (ngày)',
  with_sound: 'Lượt bấm phím có âm thanh làm bằng chứng',
  recording_refused: 'Lượt khách từ chối ghi âm',
  data_requests: 'Yêu cầu về dữ liệu cá nhân đã nhận',
  data_requests_done: 'Trong đó đã xong',
  data_requests_late: 'Trong đó quá hạn',
  complaints: 'Cuộc gọi gắn nhãn khiếu nại',
} as const;
export type LawFigure = keyof typeof lawFigures;

const spam = 'Nghị định 91/2020/NĐ-CP, Điều 13';
const list = 'Nghị định 91/2020/NĐ-CP, Điều 7 và Điều 13';
const agreement = 'Luật 91/2025/QH15, Điều 9 và Điều 28';
const withdrawal = 'Luật 91/2025/QH15, Điều 10';
const rights = 'Luật 91/2025/QH15, Điều 4; Nghị định 356/2025/NĐ-CP';

/** Which rule each is asked for by, and how it is counted. */
export const lawSources: { readonly [F in LawFigure]: { readonly article: string; readonly formula: string } } = {
  calls: { article: spam, formula: 'Lần quay số của chiến dịch loại quảng cáo' },
  called_numbers: { article: spam, formula: 'Số khác nhau trong các lần quay đó' },
  calls_outside_hours: { article: spam, formula: 'Lần quay theo giờ của công ty trước 08:00 hoặc từ 17:00' },
  calls_again: { article: spam, formula: 'Lần quay mà cùng số có lần quay quảng cáo khác trong 24 giờ trước' },
  messages: { article: spam, formula: 'Tin loại quảng cáo mà nhà cung cấp đã nhận, không kể gửi thử' },
  messaged_numbers: { article: spam, formula: 'Nơi nhận khác nhau của các tin đó' },
  messages_stopped: { article: spam, formula: 'Tin loại quảng cáo không được gửi vì luật hoặc vì khách từ chối' },
  agreed: { article: agreement, formula: 'Dòng đồng ý quảng cáo trong nhật ký, không kể dấu bỏ trên hồ sơ' },
  agreed_by_key: { article: agreement, formula: 'Dòng có cách “Bấm phím trong cuộc gọi”' },
  refused: { article: `${spam}; ${withdrawal}`, formula: 'Dòng từ chối quảng cáo trong nhật ký' },
  refused_by_key: { article: spam, formula: 'Dòng có cách “Bấm phím trong cuộc gọi”' },
  refusing_numbers: { article: spam, formula: 'Số khác nhau trong các dòng từ chối, kể cả số đã xoá' },
  lifted: { article: agreement, formula: 'Dòng bỏ dấu từ chối trên hồ sơ, qua tệp hoặc API' },
  carried_out: { article: spam, formula: 'Số đã từ chối trừ số còn nhận quảng cáo sau đó, trước khi đồng ý lại' },
  after_refusal: { article: spam, formula: 'Lần quay, tin quảng cáo đến số có lời cuối trước đó là từ chối' },
  slowest_seconds: {
    article: spam,
    formula: 'Lâu nhất giữa lời từ chối trong tháng và quảng cáo cuối cùng sau nó; 0 là không có',
  },
  refusing_cards: { article: list, formula: 'Hồ sơ có dấu từ chối quảng cáo' },
  list_age_days: { article: list, formula: 'Ngày lập phiếu trừ ngày nạp từ tệp hoặc API có dấu từ chối' },
  with_sound: {
    article: agreement,
    formula: 'Dòng bấm phím, mọi việc, có đoạn âm thanh được giữ hay đã xoá theo yêu cầu',
  },
  recording_refused: { article: agreement, formula: 'Dòng từ chối ghi âm trong nhật ký, kể cả của một cuộc gọi' },
  data_requests: { article: rights, formula: 'Yêu cầu nhận trong tháng: xem, sửa, rút đồng ý, xoá' },
  data_requests_done: { article: rights, formula: 'Đã đánh dấu xong đến lúc lập phiếu' },
  data_requests_late: { article: rights, formula: 'Xong sau hạn, hoặc chưa xong khi đã quá hạn' },
  complaints: { article: spam, formula: 'Cuộc gọi trong tháng có nhãn tên chứa “khiếu nại”' },
};

const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Tháng không hợp lệ');

export const lawSheet = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/consents/month',
  access: 'consents.view',
  rowsOf: ['customer'],
  summary:
    'What the authority asks after of one month by the company’s clock, counted from the rows that there are: advertising, consents, refusals and how they were followed, each with its article',
  query: z.object({ month }),
  result: z.object({
    month,
    made_at: timestamp,
    /** When a list with refusals was taken in last; null where none was. */
    list_at: timestamp.nullable(),
    lines: z.array(
      z.object({
        figure: oneOf(lawFigures),
        /** Null where there is nothing that it could be counted from. */
        value: z.number().nullable(),
        article: z.string(),
        formula: z.string(),
      }),
    ),
  }),
});

export const lawSheetFile = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/consents/month/file',
  access: 'consents.export',
  summary: 'The sheet of a month for the authority, as PDF or a spreadsheet',
  query: z.object({ month, format: z.enum(['pdf', 'xlsx']).default('pdf') }),
  answers: 'file',
});
