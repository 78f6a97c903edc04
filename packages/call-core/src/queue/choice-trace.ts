import { tallyWords } from '../board/queue-membership.ts';
import type { CallId } from '../board/vocabulary.ts';
import { extensionName } from '../turn/parties.ts';
import { note, type Turn } from '../turn/turn.ts';
import type { Choice } from './choice.ts';
import { queueAt } from './queue-changes.ts';

/** So many of those who were passed over are named in the trace; the others are counted. */
const namedAtMost = 5;

/** Why these, and why not the others: by name those who were free, by number those who were not. */
export function explain(turn: Turn, call: CallId, key: string, { rung, because, passedOver }: Choice): void {
  const names = rung.map(({ extension }) => extensionName(turn.plan, extension)).join(', ');
  const named = passedOver.slice(0, namedAtMost).map(({ extension, why }) => `máy ${extension} ${why()}`);
  const more = passedOver.length > namedAtMost ? [`${passedOver.length - namedAtMost} người rảnh khác`] : [];
  const busy = tallyWords(queueAt(turn, key)?.queue.tally ?? null);
  const others = [...named, ...more, ...(busy === '' ? [] : [busy])];
  note(turn, call, 'phone', `Đổ chuông ${names}: ${because}`, { rung: String(rung.length) });
  if (others.length > 0) note(turn, call, 'phone', `Không đổ chuông: ${others.join('; ')}`);
}
