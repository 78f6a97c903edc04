import { z } from 'zod';

import { endpoint } from '../lib/endpoint.ts';
import { id } from '../lib/values.ts';
import { audio } from './sound.ts';

const prompt = z.object({
  /** In the prompt store: `system/vi/closed.wav`. */
  key: z.string(),
  /** What the product says. */
  text: z.string(),
  /** What the company says instead; null is the product's own. */
  audio: audio.omit({ bytes: true, peaks: true }).nullable(),
  /** Calls are told it in the company's voice. */
  in_voice: z.boolean(),
});

const one = z.object({ key: z.string().min(1).max(100) });

export const getSystemPrompts = endpoint({
  base: 'telephony',
  method: 'GET',
  path: '/partner/system-prompts',
  rowsOf: ['system-prompts'],
  access: 'system-prompts.view',
  summary: 'Every text that the telephone says by itself, and what the company has instead',
  result: z.object({ data: z.array(prompt) }),
});

export const systemPromptFile = endpoint({
  base: 'telephony',
  method: 'GET',
  path: '/partner/system-prompt/file',
  access: 'system-prompts.view',
  summary: 'A text as the product says it, as WAV',
  query: one,
  answers: 'file',
});

export const updateSystemPrompt = endpoint({
  base: 'telephony',
  method: 'PUT',
  path: '/partner/system-prompt',
  access: 'system-prompts.update',
  summary: 'Have a text said otherwise; null goes back to the product’s own',
  body: one.extend({
    audio_id: id.nullable(),
    was: id.nullable().optional().describe('Refuses what was changed since it was so'),
  }),
  result: prompt,
});
