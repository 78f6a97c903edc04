import type { Call, Digit, Event, Leg } from '@alo/call-core';

import type { Sealer } from '../../storage/sealed.ts';

type Key = Extract<Event, { type: 'digit' }>;
/** A key that somebody pressed, as a journal has it. */
export type HiddenKey = Omit<Key, 'digit'> & { readonly sealed: string };

/**
 * What people press is sealed in a journal. That it belongs to a PIN is known only when all before it has been acted on, and it is written
 * before that: so every key is.
 */
export interface HiddenKeys {
  hide(key: Key): HiddenKey;
  /** Null where another installation sealed it. Until version 4 keys stood there as they are. */
  show(key: HiddenKey | Key): Key | null;
  /** The same for what a snapshot has of a PIN that is being typed. */
  hideIn(call: Call): Call;
  showIn(call: Call): Call;
}

/** What was typed of a PIN so far, as it is or sealed. */
type Typed = { readonly typed: string; readonly sealed?: string };

export function hiddenKeys(sealer: Sealer): HiddenKeys {
  const seal = (leg: string, text: string) => sealer.seal(leg, text).toString('base64');
  const open = (leg: string, text: string) => sealer.open(leg, Buffer.from(text, 'base64'));

  return {
    hide: ({ digit, ...key }) => ({ ...key, sealed: seal(key.leg, digit) }),
    show(key) {
      if (!('sealed' in key)) return key;
      const { sealed, ...rest } = key;
      const digit = open(key.leg, sealed);
      return digit === undefined ? null : { ...rest, digit: digit as Digit }; // as it was hidden
    },
    hideIn: (call) =>
      typedIn(call, ({ typed }, leg) => (typed === '' ? null : { typed: '', sealed: seal(leg, typed) })),
    showIn: (call) =>
      typedIn(call, ({ sealed }, leg) => (sealed === undefined ? null : { typed: open(leg, sealed) ?? '' })),
  };
}

/** The call with what is typed in it changed; null leaves it. */
function typedIn(call: Call, change: (typed: Typed, leg: string) => Typed | null): Call {
  const changed = (leg: Leg): Leg => {
    const { activity } = leg;
    if (activity.kind === 'mailbox' && activity.doing.what === 'pin') {
      const typed = change(activity.doing, leg.id);
      return typed === null ? leg : { ...leg, activity: { ...activity, doing: { what: 'pin', ...typed } } };
    }
    if (activity.kind === 'proving') {
      const { kind, condition, by, rest, waits } = activity;
      const typed = change(activity, leg.id);
      return typed === null ? leg : { ...leg, activity: { ...{ kind, condition, by, rest, waits }, ...typed } };
    }
    return leg;
  };
  return call.legs.some(({ activity }) => activity.kind === 'mailbox' || activity.kind === 'proving')
    ? { ...call, legs: call.legs.map(changed) }
    : call;
}
