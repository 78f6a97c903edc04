import { z } from 'zod';

import { endpoint } from '../lib/endpoint.ts';
import { id } from '../lib/values.ts';

/** What a script may name of the customer and of whoever calls: `{{Tên khách}}`. */
export const scriptPicks = [
  'Tên khách',
  'Mã khách',
  'Số điện thoại',
  'Trạng thái hồ sơ',
  'Người phụ trách',
  'Tên tôi',
  'Tên chiến dịch',
] as const;
export type ScriptPick = (typeof scriptPicks)[number];

const pick = /\{\{([^{}]*)\}\}/g;

const isPick = (name: string): name is ScriptPick => scriptPicks.some((known) => known === name);

const scriptWith = (picks: readonly ScriptPick[]) =>
  z
    .string()
    .trim()
    .max(10_000)
    .superRefine((text, context) => {
      const names = [...text.matchAll(pick)].map(([, name = '']) => name.trim());
      const unknown = names.find((name) => !picks.some((known) => known === name));
      if (unknown === undefined) return;
      const known = picks.map((name) => `{{${name}}}`).join(', ');
      context.addIssue({ code: 'custom', message: `Không có ô {{${unknown}}}. Các ô dùng được: ${known}` });
    });

/** What somebody is to say for a campaign, with picks and branches. */
export const script = scriptWith(scriptPicks);
/** The same for calls that come through a queue or a group, or by a number. */
export const callScript = scriptWith(scriptPicks.filter((name) => name !== 'Tên chiến dịch'));

/** Words of a script, or what stands in the place of a pick. */
export type ScriptWord = { readonly text: string } | { readonly pick: ScriptPick };
/** A part that is always said, or what is said to one of the answers. */
export interface ScriptPart {
  /** The answer that leads to it; null where it is said in any case. */
  readonly answer: string | null;
  readonly words: readonly ScriptWord[];
}

/** A line `? Khách đồng ý` begins what is said to that answer, up to the next one or a line `---`. */
export function scriptParts(text: string): readonly ScriptPart[] {
  const parts: { answer: string | null; lines: string[] }[] = [{ answer: null, lines: [] }];
  for (const line of text.split('\n')) {
    const answer = /^\?\s+(.+)$/.exec(line)?.[1];
    if (answer !== undefined) parts.push({ answer: answer.trim(), lines: [] });
    else if (/^-{3,}\s*$/.test(line)) parts.push({ answer: null, lines: [] });
    else parts.at(-1)?.lines.push(line);
  }
  return parts
    .map(({ answer, lines }) => ({ answer, words: wordsIn(lines.join('\n').trim()) }))
    .filter(({ answer, words }) => answer !== null || words.length > 0);
}

function wordsIn(text: string): readonly ScriptWord[] {
  const words: ScriptWord[] = [];
  let from = 0;
  for (const found of text.matchAll(pick)) {
    const name = (found[1] ?? '').trim();
    if (!isPick(name)) continue;
    if (found.index > from) words.push({ text: text.slice(from, found.index) });
    words.push({ pick: name });
    from = found.index + found[0].length;
  }
  if (from < text.length) words.push({ text: text.slice(from) });
  return words;
}

/** Whose script is said in a call: that of the queue or the group that it came through last, else that of the number of ours that was called. */
export const scriptPlace = z.object({
  queue: id.optional(),
  group: id.optional(),
  /** As the switchboard has it. */
  hotline: z.string().max(40).optional(),
});

/** Read by whoever talks in a call that came by it. */
export const scriptOfCalls = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/script-of-calls',
  rowsOf: ['queue', 'ringgroup', 'numbers'],
  access: 'general',
  summary:
    'What is to be said in calls that come through a queue or a ring group, or by a number of ours: the first of them that has a script; empty where none has, and where it is gone',
  query: scriptPlace,
  result: z.object({ name: z.string(), script: z.string() }),
});
