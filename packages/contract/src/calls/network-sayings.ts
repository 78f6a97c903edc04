import { z } from 'zod';

import { endpoint } from '../lib/endpoint.ts';
import { oneOf } from '../lib/one-of.ts';
import { id, timestamp } from '../lib/values.ts';

/** What a network says instead of an answer, as somebody has named it who listened. */
export const networkMeanings = {
  unreachable: 'Thuê bao không liên lạc được',
  suspended: 'Thuê bao bị tạm khoá',
  'wrong-number': 'Số không đúng',
  busy: 'Máy bận',
  'no-answer': 'Không nghe máy',
  other: 'Thông báo khác',
  music: 'Nhạc chờ, không phải thông báo',
} as const;
export type NetworkMeaning = keyof typeof networkMeanings;

/** What a call can have come to: music is no word of the network. */
const { music: _, ...tellingMeanings } = networkMeanings;
export const networkWords = tellingMeanings;
export const networkWord = oneOf(networkWords);

/** One announcement, however often and of whichever number it was heard. */
const saying = z.object({
  id,
  version: z.int(),
  /** Null until somebody has named it. */
  meaning: oneOf(networkMeanings).nullable(),
  /** Music has hardly any pauses: a hint to whoever names it. */
  like: z.enum(['speech', 'music']),
  seconds: z.number(),
  /** Calls of the last 90 days in which it was heard, and of how many numbers the last 200 of them were. */
  heard: z.int(),
  numbers: z.int(),
  /** A few of them, masked. */
  examples: z.array(z.string()),
  trunks: z.array(z.string()),
  first_at: timestamp,
  last_at: timestamp,
  /** It can be listened to: it was heard of three numbers at least. */
  has_sound: z.boolean(),
});
export type NetworkSaying = z.output<typeof saying>;

export const networkSayings = endpoint({
  base: 'telephony',
  method: 'GET',
  path: '/partner/network-sayings',
  rowsOf: ['trunks'],
  access: 'trunks.view',
  summary: 'Announcements of carriers that were heard instead of an answer, the most frequent first, a hundred of them',
  result: z.object({ data: z.array(saying) }),
});

const one = z.object({ id });

export const networkSayingSound = endpoint({
  base: 'telephony',
  method: 'GET',
  path: '/partner/network-sayings/:id/sound',
  access: 'trunks.view',
  summary: 'The last seconds of an announcement, as WAV',
  params: one,
  answers: 'file',
});

export const nameNetworkSaying = endpoint({
  base: 'telephony',
  method: 'PUT',
  path: '/partner/network-sayings/:id',
  access: 'trunks.update',
  summary: 'Say what an announcement means, for all calls in which it was heard; null takes the word back',
  params: one,
  body: z.object({
    version: z.int().describe('Refuses what was named since'),
    meaning: oneOf(networkMeanings).nullable(),
  }),
  result: saying,
});
