import type { Activity } from '../board/activity.ts';
import { ends, goesTo, type Next, waits } from '../board/next.ts';
import type { Menu } from '../board/plan.ts';
import type { Here } from '../board/vocabulary.ts';
import { lookUp } from '../lib/look-up.ts';
import { internalPrefixes } from '../routing/internal-prefixes.ts';
import { adjust, answerLeg, dropTimers, enter, play, startLegTimer, stopPlaying } from '../turn/legs.ts';
import { planOfCall } from '../turn/plan-versions.ts';
import { nameOfTimer } from '../turn/timers.ts';
import type { ActivityKind } from '../turn/turn.ts';
import { amend, note, type Turn } from '../turn/turn.ts';
import { atMissingPart } from './broken-part.ts';

/** No prompt is longer; an engine that loses one does not keep the caller for ever. */
const longestPromptMs = 5 * 60_000;
/** However keys are pressed, nobody stays so long in one menu. */
const longestStayMs = 10 * 60_000;

/** Hears a menu and presses keys. */
export const menu: ActivityKind<'menu'> = {
  stage: 'waiting',
  said: (plan, { menu: key }) => `Ở lời thoại tương tác “${lookUp(plan.menus, key)?.name ?? key}”`,
  key(turn, here, activity, digit) {
    const plan = lookUp(planOfCall(turn, here.call).menus, activity.menu);
    if (plan === undefined) return atMissingPart(turn, here, 'lời thoại tương tác', activity.menu);
    amend(turn, here.call, { hops: 0 });
    stopPlaying(turn, here);
    dropTimers(turn, here, (timer) => nameOfTimer(timer) !== 'stay');
    const keys = activity.keys + digit;
    const reading = readKeys(turn, plan, keys);
    if (reading.kind === 'chosen') return choose(turn, here, activity, keys, reading.next);
    if (reading.kind === 'wrong') return again(turn, here, activity, keys);
    adjust(turn, here, activity, { keys, listening: true });
    startLegTimer(turn, here, 'digit', plan.digitSeconds * 1000);
    return waits;
  },
  played(turn, here, activity) {
    return listen(turn, here, activity);
  },
  elapsed(turn, here, activity, timer) {
    if (timer === 'prompt') return listen(turn, here, activity);
    if (timer === 'stay') return outOf(turn, here, activity, 'timeout');
    const plan = lookUp(planOfCall(turn, here.call).menus, activity.menu);
    if (timer !== 'digit' || plan === undefined) return again(turn, here, activity, activity.keys);
    const exact = exactly(turn, plan, activity.keys);
    return exact === null
      ? again(turn, here, activity, activity.keys)
      : choose(turn, here, activity, activity.keys, exact);
  },
};

export function openMenu(turn: Turn, here: Here, key: string, plan: Menu): Next {
  answerLeg(turn, here);
  enter(turn, here, { kind: 'menu', menu: key, keys: '', tries: 0, listening: false });
  say(turn, here, plan.prompt);
  startLegTimer(turn, here, 'stay', longestStayMs);
  return waits;
}

function say(turn: Turn, here: Here, files: readonly string[]): void {
  play(
    turn,
    here,
    files.map((file) => ({ kind: 'file', file })),
  );
  startLegTimer(turn, here, 'prompt', longestPromptMs);
}

/** The prompt is over, and no key has come: the time for the first one runs. */
function listen(turn: Turn, here: Here, activity: Activity<'menu'>): Next {
  const plan = lookUp(planOfCall(turn, here.call).menus, activity.menu);
  if (plan === undefined || activity.listening) return waits;
  dropTimers(turn, here, (timer) => nameOfTimer(timer) === 'prompt');
  adjust(turn, here, activity, { listening: true });
  startLegTimer(turn, here, 'wait', plan.waitSeconds * 1000);
  return waits;
}

type Reading =
  | { readonly kind: 'chosen'; readonly next: Next }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'more' };

/** What the keys so far mean; a number that could go on waits for the next key. */
function readKeys(turn: Turn, plan: Menu, keys: string): Reading {
  const exact = exactly(turn, plan, keys);
  const goesOn = (candidate: string) => candidate.length > keys.length && candidate.startsWith(keys);
  const mayGoOn = Object.keys(plan.keys).some(goesOn) || (plan.directDialling && internalPrefixes(turn.plan).has(keys));
  if (mayGoOn) return { kind: 'more' };
  return exact === null ? { kind: 'wrong' } : { kind: 'chosen', next: exact };
}

function exactly(turn: Turn, plan: Menu, keys: string): Next | null {
  const destination =
    lookUp(plan.keys, keys) ?? (plan.directDialling ? lookUp(turn.plan.internalNumbers, keys) : undefined);
  return destination === undefined ? null : goesTo(destination);
}

function choose(turn: Turn, here: Here, { menu: key }: Activity<'menu'>, keys: string, next: Next): Next {
  note(turn, here.call, 'destination', `Người gọi bấm ${keys}`, {
    menu: lookUp(planOfCall(turn, here.call).menus, key)?.name ?? key,
    keys,
  });
  return next;
}

/** A wrong entry or none: the prompt is repeated until it was tried often enough. */
function again(turn: Turn, here: Here, activity: Activity<'menu'>, keys: string): Next {
  const plan = lookUp(planOfCall(turn, here.call).menus, activity.menu);
  if (plan === undefined) return atMissingPart(turn, here, 'lời thoại tương tác', activity.menu);
  const reason = keys === '' ? 'timeout' : 'invalid';
  const tries = activity.tries + 1;
  note(
    turn,
    here.call,
    'destination',
    reason === 'timeout' ? 'Người gọi không bấm phím' : `Người gọi bấm ${keys}: không có trong lời thoại`,
    { menu: plan.name, tries: String(tries), of: String(plan.tries) },
  );
  if (tries >= plan.tries) return outOf(turn, here, activity, reason);
  adjust(turn, here, activity, { keys: '', tries, listening: false });
  dropTimers(turn, here, (timer) => nameOfTimer(timer) !== 'stay');
  say(turn, here, [...(reason === 'timeout' ? plan.timeoutPrompt : plan.invalidPrompt), ...plan.prompt]);
  return waits;
}

function outOf(turn: Turn, here: Here, activity: Activity<'menu'>, reason: 'timeout' | 'invalid'): Next {
  const destination = lookUp(planOfCall(turn, here.call).menus, activity.menu)?.[reason] ?? null;
  return destination === null ? ends('normal') : goesTo(destination);
}
