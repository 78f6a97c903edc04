import type { MyCall } from '@alo/contract';
import type { Call } from '@alo/softphone';

/** Which of one's conversations are at this computer's phone, and which at that of another one: people sign in at two. */
export interface Computers {
  /** The switchboard's names of what this one has, or had a moment ago. */
  readonly here: readonly string[];
  /** Conversations that are in a browser of another computer. */
  readonly away: readonly string[];
  /** The names that the switchboard told last. */
  readonly told: readonly string[];
}

interface Told {
  /** Those of this computer's phone, in whichever tab; null before it is known how that stands. */
  readonly calls: readonly Call[] | null;
  readonly data: readonly MyCall[];
}

export const nothingKnown: Computers = { here: [], away: [], told: [] };

/**
 * Phone and switchboard tell of a call one before the other, at its beginning and at its end: only what this phone never had is another
 * computer's. What rings at both is nobody's until one of them talks.
 */
export function stepComputers(before: Computers, { calls, data }: Told): Computers {
  if (calls === null) return before.away.length === 0 ? before : { ...before, away: [] };
  const browsers = data.filter(({ on }) => on === 'browser');
  const told = browsers.flatMap(namesOf);
  const own = calls.filter(isHad);
  const ringing = namesIn(calls.filter((call) => !isHad(call)));
  const isOver = (name: string) => before.told.includes(name) && !told.includes(name);
  const here = [...before.here.filter((name) => !isOver(name)), ...namesIn(own)];
  // What was dialled here has no name before the other side rings, or has none at all.
  const isUnnamed = own.some((call) => call.status !== 'idle' && call.conversation === null);
  const away: string[] = [];
  for (const conversation of browsers) {
    const names = namesOf(conversation);
    if (names.some((name) => here.includes(name))) continue;
    if (isUnnamed && !before.away.includes(conversation.id)) here.push(conversation.id);
    else if (!names.some((name) => ringing.includes(name))) away.push(conversation.id);
  }
  return same(before, { here: [...new Set(here)].slice(-namesAtMost), away, told });
}

/** Calls that the switchboard never told of are not remembered for ever. */
const namesAtMost = 20;

/** Placed, answered or taken up here: what is being answered another computer may have answered first. */
const isHad = (call: Call): boolean =>
  call.status !== 'idle' &&
  (call.direction === 'outgoing' ||
    call.status === 'connected' ||
    (call.status === 'connecting' && call.takenUp !== undefined));

const namesIn = (calls: readonly Call[]): readonly string[] =>
  calls.flatMap((call) => (call.status === 'idle' || call.conversation === null ? [] : [call.conversation]));

const namesOf = ({ id, known_as: others }: MyCall): readonly string[] => [id, ...others];

/** What there was, where nothing of it is other. */
function same(before: Computers, next: Computers): Computers {
  const isSame = (['here', 'away', 'told'] as const).every((part) => before[part].join() === next[part].join());
  return isSame ? before : next;
}
