import { z } from 'zod';

import { endpoint } from '../lib/endpoint.ts';
import { audio, audioLimits, audioTypes } from './sound.ts';

/** What belongs together of a voice: it is said, and switched on, by these. */
export const voiceGroups = {
  numbers: 'Số',
  money: 'Tiền',
  days: 'Ngày, giờ',
  sentences: 'Câu mẫu',
} as const;
const group = z.enum(['numbers', 'money', 'days', 'sentences']);
export type VoiceGroup = z.output<typeof group>;

/** What may be wrong with a clip. */
const fault = z.enum(['clipped', 'begins-cut', 'ends-cut', 'noisy', 'quiet', 'long', 'short']);
export type ClipFault = z.output<typeof fault>;

/** Customers are not to hear these: the clip has to be said again. */
export const gravestFaults: readonly ClipFault[] = ['clipped', 'begins-cut', 'ends-cut'];

const clip = z.object({
  /** In the prompt store: `system/vi/say/ten.wav`. */
  key: z.string(),
  group,
  /** What is to be said. */
  text: z.string(),
  /** What the company has said; null where nobody has yet. */
  said: z
    .object({
      audio: audio.omit({ bytes: true }),
      /** As it was brought, in decibels below full scale. */
      level_db: z.number(),
      /** Around the words; null where there is too little around them. */
      noise_db: z.number().nullable(),
      speech_ms: z.int(),
      faults: z.array(fault),
    })
    .nullable(),
});

const companyVoice = z.object({
  clips: z.array(clip),
  /** Groups that calls are told in. */
  on: z.array(group),
  /** Groups of which every clip is there and good enough. */
  whole: z.array(group),
});

export const getCompanyVoice = endpoint({
  base: 'telephony',
  method: 'GET',
  path: '/partner/company-voice',
  rowsOf: ['system-prompts'],
  access: 'system-prompts.view',
  summary:
    'What a voice of the company is made of, what was said of it and how good that is, and what of it calls are told in',
  result: companyVoice,
});

export const sayCompanyVoice = endpoint({
  base: 'telephony',
  method: 'POST',
  path: '/partner/company-voice/clip',
  access: 'system-prompts.update',
  summary:
    'Say one word or sentence of the voice: WAV, MP3, OGG or M4A. It is cut out of its silence, made as loud as the others, and measured',
  accepts: { files: ['file'], maxBytes: audioLimits.bytes, types: [...audioTypes] },
  body: z.object({
    key: z.string().min(1).max(100),
    source: z.enum(['file', 'recording']).default('file'),
  }),
  result: clip,
});

export const useCompanyVoice = endpoint({
  base: 'telephony',
  method: 'PUT',
  path: '/partner/company-voice',
  access: 'system-prompts.update',
  summary:
    'Have calls told in these groups of the voice, which must be whole; what is not among them is said as before',
  body: z.object({ on: z.array(group).max(4) }),
  result: companyVoice,
});

export const forgetCompanyVoice = endpoint({
  base: 'telephony',
  method: 'DELETE',
  path: '/partner/company-voice',
  access: 'system-prompts.update',
  summary: 'Take the voice out of use, and delete everything that was said for it',
});

/** What a voice is listened to by. */
export const voiceSamples = {
  money: '1.250.000 đồng',
  day: 'thứ Ba ngày 2 tháng 12',
  code: 'mã 4 8 1 5',
  wait: 'vị trí 21, chờ khoảng 15 phút',
} as const;

export const companyVoiceSample = endpoint({
  base: 'telephony',
  method: 'GET',
  path: '/partner/company-voice/sample',
  access: 'system-prompts.view',
  summary: 'A value as the voice says it, in use or not, as WAV',
  query: z.object({ say: z.enum(['money', 'day', 'code', 'wait']) }),
  answers: 'file',
});
