import { z } from 'zod';

import { any } from '../lib/access.ts';
import { crud } from '../lib/crud.ts';
import { endpoint } from '../lib/endpoint.ts';
import { telephonyListQuery } from '../lib/list.ts';
import { id, note, required, requiredId, requiredUpTo } from '../lib/values.ts';

/** How a sound came: a file that was sent, what somebody said into the browser, or words that were spoken by a machine. */
export const audioSources = { file: 'Tải lên', recording: 'Thu trực tiếp', speech: 'Đọc văn bản' } as const;
const audioSource = z.enum(['file', 'recording', 'speech']);

/** Voices of the machine, by where they come from. */
export const voices = { north: 'Giọng Bắc', central: 'Giọng Trung', south: 'Giọng Nam' } as const;
export const voice = z.enum(['north', 'central', 'south']);

/** A sound as calls can play it, and what a screen draws of it. */
export const audio = z.object({
  id,
  source: audioSource,
  /** The file's name, or the words. */
  title: z.string(),
  duration_ms: z.int(),
  bytes: z.int(),
  peaks: z.array(z.number()),
});

/** The largest file that is taken, and the longest sound. */
export const audioLimits = { bytes: 10 * 1024 * 1024, seconds: 15 * 60 } as const;

/** What programs call these files; what is in one is looked at all the same. */
export const audioTypes = [
  'audio/wav',
  'audio/x-wav',
  'audio/wave',
  'audio/vnd.wave',
  'audio/mpeg',
  'audio/mp3',
  'audio/ogg',
  'audio/opus',
  'application/ogg',
  'video/ogg',
  'audio/mp4',
  'audio/m4a',
  'audio/x-m4a',
  'audio/aac',
  'video/mp4',
  'application/octet-stream',
];

const one = z.object({ id });
const mayBring = any(
  'greeting.create',
  'greeting.update',
  'music-on-holds.create',
  'music-on-holds.update',
  'system-prompts.update',
);
const mayHear = any('greeting.view', 'music-on-holds.view', 'system-prompts.view');

export const addAudio = endpoint({
  base: 'telephony',
  method: 'POST',
  path: '/partner/audio',
  access: mayBring,
  summary: 'Bring a sound: WAV, MP3, OGG or M4A, known by its content, made as loud as all others',
  accepts: {
    files: ['file'],
    maxBytes: audioLimits.bytes,
    types: [...audioTypes],
  },
  body: z.object({ source: z.enum(['file', 'recording']).default('file') }),
  result: audio,
});

export const speakAudio = endpoint({
  base: 'telephony',
  method: 'POST',
  path: '/partner/audio/speech',
  access: mayBring,
  summary: 'Have words spoken by a machine, and kept as a sound',
  body: z.object({
    text: requiredUpTo(1000, 'Tối đa 1.000 chữ'),
    voice: voice.default('north'),
  }),
  result: audio,
});

export const getAudio = endpoint({
  base: 'telephony',
  method: 'GET',
  path: '/partner/audio/:id',
  access: mayHear,
  summary: 'What is known of a sound, with its waveform',
  params: one,
  result: audio,
});

export const audioFile = endpoint({
  base: 'telephony',
  method: 'GET',
  path: '/partner/audio/:id/file',
  access: mayHear,
  summary: 'The sound itself, as WAV',
  params: one,
  answers: 'file',
});

const languages = z.enum(['vi', 'en', 'other']);
export const greetingLanguages = { vi: 'Tiếng Việt', en: 'Tiếng Anh', other: 'Khác' } as const;

/** What both kinds of sound show of themselves in a list. */
const heard = z.object({
  source: audioSource,
  title: z.string(),
  duration_ms: z.int(),
  bytes: z.int(),
  used_count: z.int(),
});

/** Sounds under a name, which announcements, menus, queues and voicemail boxes play. */
export const greetings = crud({
  base: 'telephony',
  collection: '/partner/greetings',
  item: '/partner/greeting',
  screen: 'greeting',
  query: telephonyListQuery,
  input: z.object({ name: required, audio_id: requiredId, language: languages.default('vi'), note }),
  row: heard,
  filters: z.object({ language: languages.optional() }),
});

const volume = 'Từ 10 đến 200 %';

/** What is heard while one waits or is held. */
export const musicOnHolds = crud({
  base: 'telephony',
  collection: '/partner/music-on-holds',
  item: '/partner/music-on-hold',
  screen: 'music-on-holds',
  query: telephonyListQuery,
  input: z.object({
    name: required,
    /** The first piece. */
    audio_id: requiredId,
    /** Those that follow it. */
    pieces: z
      .array(z.object({ audio_id: requiredId }))
      .max(19, 'Tối đa 20 bài')
      .default([]),
    /** In an order by chance, another one each time. */
    random: z.boolean().default(false),
    /** In percent of how loud it was brought. */
    volume: z.int(volume).min(10, volume).max(200, volume).default(100),
    note,
  }),
  row: heard.extend({ pieces: z.array(z.object({ audio_id: z.string() })), piece_count: z.int() }),
  bulk: ['random', 'volume'],
});

const choices = z.object({ data: z.array(z.object({ id, name: z.string() })) });

export const greetingAll = endpoint({
  base: 'telephony',
  method: 'GET',
  path: '/partner/greeting/all/:companyCode',
  tenantIn: { part: 'params', name: 'companyCode' },
  rowsOf: ['greeting'],
  access: 'general',
  summary: 'All greetings, for pickers',
  result: choices,
});

export const musicAll = endpoint({
  base: 'telephony',
  method: 'GET',
  path: '/partner/music-on-hold/all/:companyCode',
  tenantIn: { part: 'params', name: 'companyCode' },
  rowsOf: ['music-on-holds'],
  access: 'general',
  summary: 'All music on hold, for pickers',
  result: choices,
});
