import type { Call, Digit, Event, Leg, RequestedAction } from '@alo/call-core';

import type { Sealer } from '../../storage/sealed.ts';

type Shown = Exclude<Event, { type: 'plan-changed' }>;
type Key = Extract<Shown, { type: 'digit' }>;
type Request = Extract<Shown, { type: 'requested' }>;
type Sent = Extract<RequestedAction, { kind: 'keys' }>;
type Reach = Extract<RequestedAction, { kind: 'reach' }>;
/** A key that somebody pressed, or one of ours has sent to the other side, as a journal has it. */
type HiddenKey = Omit<Key, 'digit'> & { readonly sealed: string };
type OtherRequest = Omit<Request, 'what'> & { readonly what: Exclude<RequestedAction, Sent> };
type HiddenRequest = Omit<Request, 'what'> & { readonly what: Omit<Sent, 'digits'> & { readonly sealed: string } };
export type HiddenEvent = Exclude<Shown, { type: 'digit' | 'requested' }> | HiddenKey | HiddenRequest | OtherRequest;

/**
 * What people press is sealed in a journal. That it belongs to a PIN is known only when all before it has been acted on, and it is written
 * before that: so every key is; and those that one of ours sends to a bank are nobody else's either. So are one-time passwords that a call
 * says.
 */
export interface HiddenKeys {
  /** An event without keys is what it is. */
  hide(event: Shown): HiddenEvent;
  /** Null where another installation sealed it. */
  show(event: HiddenEvent): Shown | null;
  /** The same for what a snapshot has of a PIN that is being typed. */
  hideIn(call: Call): Call;
  showIn(call: Call): Call;
}

/** What was typed of a PIN so far, as it is or sealed. */
type Typed = { readonly typed: string; readonly sealed?: string };

export function hiddenKeys(sealer: Sealer): HiddenKeys {
  const seal = (leg: string, text: string) => sealer.seal(leg, text).toString('base64');
  const open = (leg: string, text: string) => sealer.open(leg, Buffer.from(text, 'base64'));

  // A code is of digits alone: what begins otherwise is sealed. Where another installation sealed it, nothing is said.
  const hidden = (of: string, digits: string) => `${mark}${seal(of, digits)}`;
  const shown = (of: string, digits: string) =>
    digits.startsWith(mark) ? (open(of, digits.slice(mark.length)) ?? '') : digits;

  return {
    hide(event) {
      if (event.type === 'digit') {
        const { digit, ...key } = event;
        return { ...key, sealed: seal(key.leg, digit) };
      }
      if (event.type !== 'requested') return event;
      const { what, ...request } = event;
      if (what.kind === 'reach') return withCode(request, what, (digits) => hidden(event.id, digits));
      if (what.kind !== 'keys') return { ...request, what };
      const { digits, ...keys } = what;
      return { ...request, what: { ...keys, sealed: seal(event.id, digits) } };
    },
    show(event) {
      if (event.type === 'digit') {
        const { sealed, ...key } = event;
        const digit = open(key.leg, sealed);
        return digit === undefined ? null : { ...key, digit: digit as Digit }; // as it was hidden
      }
      if (event.type !== 'requested') return event;
      const { what, ...request } = event;
      if (!('sealed' in what)) {
        return what.kind === 'reach' ? withCode(request, what, (code) => shown(event.id, code)) : { ...request, what };
      }
      const { sealed, ...keys } = what;
      const digits = open(request.id, sealed);
      return digits === undefined ? null : { ...request, what: { ...keys, digits } };
    },
    hideIn: (call) =>
      codesIn(
        typedIn(call, ({ typed }, leg) => (typed === '' ? null : { typed: '', sealed: seal(leg, typed) })),
        hidden,
      ),
    showIn: (call) =>
      codesIn(
        typedIn(call, ({ sealed }, leg) => (sealed === undefined ? null : { typed: open(leg, sealed) ?? '' })),
        shown,
      ),
  };
}

const mark = '~';

/** A request for a call that says a one-time password, with its digits changed; any other as it is. */
function withCode(request: Omit<Request, 'what'>, what: Reach, change: (digits: string) => string): OtherRequest {
  const { then } = what;
  if (then.kind !== 'otp') return { ...request, what };
  return { ...request, what: { ...what, then: { ...then, digits: change(then.digits) } } };
}

/** The call with the one-time passwords that it says, or will say, changed. */
function codesIn(call: Call, change: (leg: string, digits: string) => string): Call {
  const changed = (leg: Leg): Leg => {
    const { activity } = leg;
    if (activity.kind === 'otp') return { ...leg, activity: { ...activity, digits: change(leg.id, activity.digits) } };
    if (activity.kind !== 'called' || activity.errand.kind !== 'visit') return leg;
    const { destination } = activity.errand;
    if (destination.kind !== 'otp') return leg;
    const hidden = { ...destination, digits: change(leg.id, destination.digits) };
    return { ...leg, activity: { ...activity, errand: { kind: 'visit', destination: hidden } } };
  };
  const legs = call.legs.map(changed);
  return legs.every((leg, place) => leg === call.legs[place]) ? call : { ...call, legs };
}

/** For logs, in which nothing stands that anybody presses. */
export function withoutKeys(event: Event): Event {
  if (event.type === 'digit') return { ...event, digit: '*' };
  if (event.type !== 'requested') return event;
  const { what } = event;
  if (what.kind === 'keys') return { ...event, what: { ...what, digits: '' } };
  if (what.kind !== 'reach' || what.then.kind !== 'otp') return event;
  return { ...event, what: { ...what, then: { ...what.then, digits: '' } } };
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
      return typed === null ? leg : { ...leg, activity: { kind, condition, by, rest, waits, ...typed } };
    }
    if (activity.kind === 'coding') {
      const { kind, question, tries, does } = activity;
      const typed = change(activity, leg.id);
      return typed === null ? leg : { ...leg, activity: { kind, question, tries, does, ...typed } };
    }
    return leg;
  };
  return call.legs.some(({ activity }) => ['mailbox', 'proving', 'coding'].includes(activity.kind))
    ? { ...call, legs: call.legs.map(changed) }
    : call;
}
