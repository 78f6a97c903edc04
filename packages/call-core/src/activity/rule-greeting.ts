import type { Destination } from '../board/destination.ts';
import { goesTo, type Next } from '../board/next.ts';
import type { InboundRule } from '../board/plan.ts';
import type { Here } from '../board/vocabulary.ts';
import { note, type Turn } from '../turn/turn.ts';
import { announce } from './announcing.ts';

/** Where a rule leads, by way of its own greeting. */
export function greetByRule(turn: Turn, here: Here, { name, greeting }: InboundRule, then: Destination): Next {
  if (greeting === undefined || then.kind === 'hang-up') return goesTo(then);
  note(turn, here.call, 'destination', `Phát lời chào của quy tắc “${name}”`);
  return announce(turn, here, `Lời chào của quy tắc “${name}”`, { name, file: greeting, skipKey: null, then });
}
