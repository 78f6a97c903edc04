import { z } from 'zod';

import { all, licensed } from '../lib/access.ts';
import { endpoint } from '../lib/endpoint.ts';
import { id, timestamp } from '../lib/values.ts';

/** Whose voice a line is: of the two channels of a recording the caller is left and the called right; `both` where they share one. */
export const voiceSides = ['left', 'right', 'both'] as const;

/** How far the words of a recording are. */
export const transcriptStates = {
  none: 'Chưa chép lời',
  due: 'Đang chép lời',
  done: 'Đã chép lời',
  failed: 'Không chép được',
} as const;

/** Whoever sets it sends every recording there. */
const ofSettings = { base: 'tenant', access: all('setting.update', 'call-history.listen') } as const;

export const companyRecogniser = endpoint({
  ...ofSettings,
  method: 'GET',
  path: '/company-recogniser',
  summary: 'Where recordings of conversations are sent to be written down; nowhere until it is switched on',
  result: z.object({
    /** The operator of this installation lets companies do it. */
    offered: z.boolean(),
    active: z.boolean(),
    url: z.string(),
    model: z.string(),
    language: z.string(),
    /** It is told to nobody. */
    has_key: z.boolean(),
    /** Of the last thirty days: what was written down, and how many seconds of sound were sent for it. */
    done: z.int(),
    sent_seconds: z.int(),
    waiting: z.int(),
    failed: z.int(),
  }),
});

const addressOfTheirs = z
  .string()
  .trim()
  .max(500)
  .refine(
    (url) => url === '' || /^https?:$/.test(URL.parse(url)?.protocol ?? ''),
    'Nhập địa chỉ đầy đủ, bắt đầu bằng https://',
  )
  .default('');

export const setCompanyRecogniser = endpoint({
  ...ofSettings,
  method: 'PUT',
  path: '/company-recogniser',
  summary: 'Switch on and off that recordings of conversations are written down, and say by whom; audited',
  body: z
    .object({
      active: z.boolean(),
      /** The whole address: `https://api.openai.com/v1/audio/transcriptions`. */
      url: addressOfTheirs,
      model: z.string().trim().max(100).default('whisper-1'),
      language: z
        .string()
        .trim()
        .regex(/^[a-z]{2,3}$/, 'Nhập mã ngôn ngữ, ví dụ vi')
        .default('vi'),
      /** As it is where it is left out, none where it is ''. */
      key: z.string().trim().max(500).optional(),
    })
    .refine(({ active, url }) => !active || url !== '', {
      path: ['url'],
      error: 'Nhập địa chỉ của máy chép lời trước khi bật',
    }),
});

export const tryCompanyRecogniser = endpoint({
  ...ofSettings,
  method: 'POST',
  path: '/company-recogniser/try',
  summary: 'Send a second of a tone to the recogniser as it is saved, and say what it answered; no recording is sent',
  result: z.object({ ok: z.boolean(), words: z.string() }),
});

export const companySummaryWriter = endpoint({
  ...ofSettings,
  method: 'GET',
  path: '/company-summary-writer',
  summary: 'Where the words of calls are sent to be summed up; nowhere until it is switched on',
  result: z.object({
    /** The operator of this installation lets companies do it. */
    offered: z.boolean(),
    active: z.boolean(),
    url: z.string(),
    model: z.string(),
    /** It is told to nobody. */
    has_key: z.boolean(),
    /** Of the last thirty days: what was written, and how many sentences were left out because nothing bore them out. */
    done: z.int(),
    dropped: z.int(),
    waiting: z.int(),
    failed: z.int(),
  }),
});

export const setCompanySummaryWriter = endpoint({
  ...ofSettings,
  method: 'PUT',
  path: '/company-summary-writer',
  summary: 'Switch on and off that the words of calls are sent to be summed up, and say by whom; audited',
  body: z
    .object({
      active: z.boolean(),
      /** The whole address: `https://api.openai.com/v1/chat/completions`. */
      url: addressOfTheirs,
      model: z.string().trim().max(100).default(''),
      /** As it is where it is left out, none where it is ''. */
      key: z.string().trim().max(500).optional(),
    })
    .refine(({ active, url }) => !active || url !== '', {
      path: ['url'],
      error: 'Nhập địa chỉ của máy tóm tắt trước khi bật',
    })
    .refine(({ active, model }) => !active || model !== '', {
      path: ['model'],
      error: 'Nhập tên mô hình trước khi bật',
    }),
});

export const tryCompanySummaryWriter = endpoint({
  ...ofSettings,
  method: 'POST',
  path: '/company-summary-writer/try',
  summary:
    'Send an invented call of six lines to the writer as it is saved, and say what it answered; no words of a call are sent',
  result: z.object({ ok: z.boolean(), words: z.string() }),
});

/** A word with the milliseconds at which it begins and ends. */
const spokenWord = z.tuple([z.int(), z.int(), z.string()]);

export const transcriptLine = z.object({
  side: z.enum(voiceSides),
  /** Seconds of the recording. */
  from: z.number(),
  to: z.number(),
  text: z.string(),
  /** Of each word, where the recogniser says it. */
  words: z.array(spokenWord),
});
export type TranscriptLine = z.output<typeof transcriptLine>;

/** What a sentence of a summary is; a sentence in a writer's own words is told. */
export const summaryKinds = {
  reason: 'Lý do gọi',
  promise: 'Hẹn',
  figure: 'Số liệu',
  question: 'Hỏi',
  answer: 'Đáp',
  told: 'Nội dung',
} as const;
export type SummaryKind = keyof typeof summaryKinds;

export const callSummary = z.object({
  /** Which writer made it; '' for the one that is built in, which takes lines as they are. */
  by: z.string(),
  sentences: z.array(
    z.object({
      kind: z.enum(['reason', 'promise', 'figure', 'question', 'answer', 'told']),
      text: z.string(),
      /** Whose words they are, where they are one voice's. */
      side: z.enum(voiceSides).nullable(),
      /** Seconds of the recording at which it is heard: never none. */
      at: z.array(z.number()).min(1),
    }),
  ),
  /** So many sentences of the company's writer were left out because nothing in the call bears them out. */
  dropped: z.int(),
});

/** How far the company's own writer of summaries is with a call; `none` where it was not asked. */
export const summaryWriting = z.object({
  state: z.enum(['none', 'due', 'done', 'failed']),
  /** Why it failed, or has to be tried again, in words. */
  because: z.string(),
  /** It can be asked, or asked again. */
  possible: z.boolean(),
});

export type CallSummary = z.output<typeof callSummary>;

const ofCall = { base: 'tenant', access: 'call-history.listen', params: z.object({ id }) } as const;

export const callTranscript = endpoint({
  ...ofCall,
  method: 'GET',
  path: '/histories-call/:id/transcript',
  summary:
    'The words of a recording in the order in which they are heard, as a recogniser wrote them, and a summary of which each sentence has its seconds; reading is audited',
  result: z.object({
    state: z.enum(['none', 'due', 'done', 'failed']),
    /** Why it failed, in words. */
    because: z.string(),
    /** It can be written down, or again. */
    possible: z.boolean(),
    /** Which recogniser did it. */
    by: z.string(),
    done_at: timestamp.nullable(),
    lines: z.array(transcriptLine),
    /** Null where there are too few lines for one. */
    summary: callSummary.nullable(),
    writing: summaryWriting,
  }),
});

export const transcribeCall = endpoint({
  ...ofCall,
  method: 'POST',
  path: '/histories-call/:id/transcript',
  summary: 'Have a recording written down, or written down again; it is sent to the recogniser of the company; audited',
});

export type SummaryWriting = z.output<typeof summaryWriting>;

export const summariseCall = endpoint({
  ...ofCall,
  method: 'POST',
  path: '/histories-call/:id/summary',
  summary:
    "Have the company's own writer say what a call came to, or say it again: the words of the call are sent there, numbers hidden; audited",
});

export const callWordsNow = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/histories-call/:id/words-now',
  access: all('call-history.listen', 'monitor.listen', licensed('supervision')),
  summary:
    'What is said in a call that goes on and is recorded, as far as a recogniser has heard it since somebody first asked; asking has the next seconds of it sent there. Nothing of it is kept; reading is audited',
  params: z.object({ id }),
  result: z.object({
    state: z.enum(['off', 'not-recorded', 'listening', 'unheard']),
    /** Whoever called is on the left. */
    direction: z.enum(['inbound', 'outbound', 'internal']),
    /** Why nothing new was heard, in words. */
    because: z.string(),
    lines: z.array(transcriptLine.omit({ words: true })),
  }),
});
