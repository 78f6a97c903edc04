import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Effect, PhoneEvent } from './events.ts';
import type { Call, EndCause, LeftCall, Party, PhoneState } from './state.ts';
import { initialState } from './state.ts';
import { step } from './step.ts';

const khach: Party = { number: '0901234567', name: 'Nguyễn Văn An' };
const minh: Party = { number: '102', name: 'Minh' };

type Happening = PhoneEvent extends infer E ? (E extends { at: number } ? Omit<E, 'at'> : never) : never;

/** Plays events one after the other, a second apart, and collects what the phone did. */
function play(...happenings: Happening[]) {
  let state = initialState;
  let effects: readonly Effect[] = [];
  const all: Effect[] = [];
  happenings.forEach((happening, index) => {
    [state, effects] = step(state, { ...happening, at: 1_000 * (index + 1) } as PhoneEvent);
    all.push(...effects);
  });
  return { state, effects, all };
}

const registered: Happening[] = [{ type: 'start' }, { type: 'socket-connecting' }, { type: 'registered' }];
const incoming: Happening[] = [
  ...registered,
  { type: 'incoming', id: 'a', party: khach },
  { type: 'progress', id: 'a', earlyMedia: false },
];
const answered: Happening[] = [
  ...incoming,
  { type: 'answer' },
  { type: 'accepted', id: 'a' },
  { type: 'confirmed', id: 'a' },
];
const dialled: Happening[] = [...registered, { type: 'dial', id: 'b', target: '102', party: minh }];
const ringing: Happening[] = [...dialled, { type: 'out', id: 'b' }, { type: 'progress', id: 'b', earlyMedia: false }];
const talking: Happening[] = [...ringing, { type: 'accepted', id: 'b' }, { type: 'confirmed', id: 'b' }];

describe('the switchboard’s name of a conversation', () => {
  it('comes with what arrives, and with the answers to what is dialled', () => {
    const named: Happening = { type: 'named', id: 'b', conversation: 'c-1' };
    expect(
      play(...registered, { type: 'incoming', id: 'a', party: khach, conversation: 'c-1' }).state.call,
    ).toMatchObject({
      conversation: 'c-1',
    });
    expect(play(...dialled).state.call).toMatchObject({ conversation: null });
    expect(play(...dialled, named, ...talking.slice(dialled.length)).state.call).toMatchObject({ conversation: 'c-1' });
    // Of two answers the later is right: another has taken the line.
    expect(play(...talking, named, { ...named, conversation: 'c-2' }).state.call).toMatchObject({
      conversation: 'c-2',
    });
  });

  it('is not that of another call', () => {
    expect(play(...talking, { type: 'named', id: 'a', conversation: 'c-1' }).state.call).toMatchObject({
      conversation: null,
    });
    expect(play({ type: 'named', id: 'a', conversation: 'c-1' }).state.call).toEqual({ status: 'idle' });
  });
});

describe('a conversation of a page that is gone', () => {
  const left: LeftCall = {
    call: {
      status: 'connected',
      variant: 'confirmed',
      id: 'a',
      conversation: 'c-1',
      direction: 'outgoing',
      party: khach,
      startedAt: -9_000,
      answeredAt: -5_000,
      onHold: true,
      heldByThem: false,
      muted: true,
    },
    beside: [],
    window: 'folded',
    popup: true,
    replaces: 'x;to-tag=1;from-tag=2',
    leftAt: 0,
  };
  const taken: Happening[] = [{ type: 'start' }, { type: 'take-up', left }];

  it('is taken up as soon as there is a registration, and once', () => {
    const { state } = play(...taken);
    expect(state).toMatchObject({ call: { status: 'connecting', id: 'a' }, window: 'folded', popup: null });
    const again: Happening[] = [{ type: 'socket-lost' }, { type: 'socket-connecting' }, { type: 'registered' }];
    const { all } = play(...taken, { type: 'registered' }, ...again);
    expect(all.filter(({ type }) => type === 'take-up')).toEqual([
      { type: 'take-up', id: 'a', replaces: left.replaces },
    ]);
  });

  it('lasts as long as it lasted, stays muted and on hold, and rings nowhere', () => {
    const back: Happening[] = [{ type: 'registered' }, { type: 'out', id: 'a' }];
    const ringing: Happening[] = [...taken, ...back, { type: 'progress', id: 'a', earlyMedia: false }];
    expect(play(...ringing).effects).toEqual([]);
    const { state, effects } = play(...ringing, { type: 'accepted', id: 'a' });
    expect(state).toMatchObject({
      call: { status: 'connected', answeredAt: -5_000, muted: true, onHold: false },
      popup: { callId: 'a' },
    });
    expect(effects).toEqual([
      { type: 'play', tone: 'silence' },
      { type: 'mute', id: 'a', on: true },
      { type: 'hold', id: 'a' },
    ]);
  });

  it('is known by the name of the line that takes its place', () => {
    const back: Happening[] = [...taken, { type: 'registered' }, { type: 'out', id: 'a' }];
    expect(play(...back, { type: 'accepted', id: 'a' }).state.call).toMatchObject({ conversation: 'c-1' });
    const named: Happening[] = [
      ...back,
      { type: 'named', id: 'a', conversation: 'c-2' },
      { type: 'accepted', id: 'a' },
    ];
    expect(play(...named).state.call).toMatchObject({ status: 'connected', conversation: 'c-2' });
  });

  it('is over without a word where the switchboard has it no more, and where the network comes back too late', () => {
    const over = { call: { status: 'idle' }, notice: null, popup: null };
    expect(play(...taken, { type: 'registered' }, { type: 'failed', id: 'a', cause: 'failed' }).state).toMatchObject(
      over,
    );
    const waited: Happening[] = Array.from({ length: 20 }, () => ({ type: 'socket-lost' }));
    const { state, all } = play(...taken, ...waited, { type: 'registered' });
    expect(state).toMatchObject(over);
    expect(all.map(({ type }) => type)).not.toContain('take-up');
  });

  describe('and who waited beside it', () => {
    const minhWaits = { ...left.call, id: 'w', conversation: 'c-2', party: minh, muted: false };
    const both: LeftCall = { ...left, beside: [{ call: minhWaits, replaces: 'w;to-tag=3;from-tag=4' }] };
    const asked: Happening[] = [{ type: 'start' }, { type: 'take-up', left: both }, { type: 'registered' }];

    it('come back together: the one is spoken with, the other waits on hold', () => {
      const { state, all } = play(...asked, { type: 'accepted', id: 'a' }, { type: 'accepted', id: 'w' });
      expect(all.filter(({ type }) => type === 'take-up')).toEqual([
        { type: 'take-up', id: 'a', replaces: left.replaces },
        { type: 'take-up', id: 'w', replaces: 'w;to-tag=3;from-tag=4' },
      ]);
      expect(all).toContainEqual({ type: 'hold', id: 'w' });
      expect([state.call, state.beside]).toMatchObject([
        { id: 'a', status: 'connected' },
        [{ id: 'w', status: 'connected', onHold: true, party: minh, conversation: 'c-2' }],
      ]);
      const over: Happening[] = [...asked, { type: 'accepted', id: 'a' }, { type: 'accepted', id: 'w' }];
      const later = play(...over, { type: 'go-over', id: 'w' });
      expect(later.effects).toContainEqual({ type: 'resume', id: 'w' });
    });

    it('are spoken with as soon as their lines are there, and not before', () => {
      const early: Happening[] = [...asked, { type: 'accepted', id: 'a' }, { type: 'go-over', id: 'w' }];
      expect(play(...early).state.call).toMatchObject({ id: 'a' });
    });

    it('comes forward where the conversation is over, and is not asked for twice', () => {
      const { state, all } = play(...asked, { type: 'failed', id: 'a', cause: 'failed' });
      expect(state).toMatchObject({ call: { status: 'connecting', id: 'w' }, beside: [] });
      const over: Happening[] = [...asked, { type: 'failed', id: 'a', cause: 'failed' }];
      const there = play(...over, { type: 'registered' }, { type: 'accepted', id: 'w' });
      expect(there.state.call).toMatchObject({ status: 'connected', id: 'w' });
      expect(there.effects).toContainEqual({ type: 'hold', id: 'w' });
      expect(all.filter(({ type }) => type === 'take-up')).toHaveLength(2);
      expect(there.all.filter(({ type }) => type === 'take-up')).toHaveLength(2);
    });

    it('is asked for in its turn where the person hangs up before the phone is registered', () => {
      const hung: Happening[] = [{ type: 'start' }, { type: 'take-up', left: both }, { type: 'hang-up' }];
      expect(play(...hung, { type: 'registered' }).effects).toContainEqual({
        type: 'take-up',
        id: 'w',
        replaces: 'w;to-tag=3;from-tag=4',
      });
    });

    it('is gone alone where the switchboard has it no more, and with the other where the network is back too late', () => {
      const gone = play(...asked, { type: 'accepted', id: 'a' }, { type: 'failed', id: 'w', cause: 'failed' });
      expect([gone.state.call, gone.state.beside]).toMatchObject([{ id: 'a' }, []]);
      const waited: Happening[] = Array.from({ length: 20 }, () => ({ type: 'socket-lost' }));
      const late = play({ type: 'start' }, { type: 'take-up', left: both }, ...waited, { type: 'registered' });
      expect([late.state.call.status, late.state.beside]).toEqual(['idle', []]);
    });
  });

  it('is taken up by whoever went offline in mid-call, who is offline behind it', () => {
    const offline: Happening[] = [
      { type: 'stop', why: 'status' },
      { type: 'take-up', left },
    ];
    expect(play(...offline).effects).toEqual([{ type: 'connect' }]);
    const asked: Happening[] = [...offline, { type: 'registered' }];
    expect(play(...asked).effects).toEqual([{ type: 'take-up', id: 'a', replaces: left.replaces }]);
    const { state, effects } = play(...asked, { type: 'accepted', id: 'a' });
    expect(state).toMatchObject({ call: { status: 'connected' }, registration: { state: 'offline', why: 'status' } });
    expect(effects).toContainEqual({ type: 'unregister' });
    const over = play(...asked, { type: 'accepted', id: 'a' }, { type: 'ended', id: 'a', cause: 'normal' });
    expect(over.effects).toContainEqual({ type: 'disconnect' });
  });

  it('is not taken up by a phone that was never started, or has another call', () => {
    expect(play({ type: 'take-up', left }).state.call.status).toBe('idle');
    expect(play(...dialled, { type: 'take-up', left }).state.call).toMatchObject({ id: 'b' });
  });
});

describe('a call that was not answered when the connection was lost', () => {
  const back: Happening[] = [{ type: 'socket-lost' }, { type: 'socket-connecting' }, { type: 'registered' }];

  it('rings no more when the phone is registered again, and the person is told', () => {
    const { state, effects } = play(...incoming, ...back);
    expect(state).toMatchObject({
      call: { status: 'idle' },
      notice: { kind: 'ended', cause: 'connection-lost', direction: 'incoming', party: khach },
    });
    expect(effects).toEqual([
      { type: 'reject', id: 'a', why: 'offline' },
      { type: 'play', tone: 'silence' },
    ]);
  });

  it('is over as well where it was being answered', () => {
    expect(play(...incoming, { type: 'answer' }, ...back).state.call.status).toBe('idle');
  });

  it('may ring anew, as another call', () => {
    const again: Happening[] = [{ type: 'incoming', id: 'a2', party: khach }];
    expect(play(...incoming, ...back, ...again).state.call).toMatchObject({ status: 'incoming', id: 'a2' });
  });

  it('goes on where it talks, and where it was dialled', () => {
    expect(play(...answered, ...back).state.call.status).toBe('connected');
    expect(play(...ringing, ...back).state.call.status).toBe('outgoing');
  });
});

describe('registration', () => {
  it('connects when started, and is registered when the registrar says so', () => {
    expect(play({ type: 'start' })).toMatchObject({
      state: { registration: { state: 'connecting' } },
      effects: [{ type: 'connect' }],
    });
    expect(play(...registered).state.registration).toEqual({ state: 'registered' });
  });

  it('connects once, however often it is started', () => {
    const { all } = play(...registered, { type: 'start' }, { type: 'start' });
    expect(all).toEqual([{ type: 'connect' }]);
  });

  it('is offline when the registration is taken back', () => {
    expect(play(...registered, { type: 'unregistered' }).state.registration).toEqual({
      state: 'offline',
      why: 'unregistered',
    });
  });

  it('says that it failed to register, and logs it', () => {
    const { state, effects } = play({ type: 'start' }, { type: 'failed-register', why: 'credentials', sipCode: 403 });
    expect(state.registration).toEqual({ state: 'failed-register', why: 'credentials' });
    expect(effects).toEqual([{ type: 'log', message: 'registration-failed' }]);
  });

  it('says that the connection is gone, and goes through connecting when it comes back', () => {
    const lost: Happening[] = [...registered, { type: 'socket-lost' }, { type: 'unregistered' }];
    expect(play(...lost).state.registration).toEqual({ state: 'offline', why: 'no-connection' });
    expect(play(...lost, { type: 'socket-connecting' }).state.registration).toEqual({ state: 'connecting' });
    expect(play(...lost, { type: 'socket-connecting' }, { type: 'registered' }).state.registration).toEqual({
      state: 'registered',
    });
  });

  it('keeps a conversation when the connection is lost', () => {
    expect(play(...answered, { type: 'socket-lost' }).state.call.status).toBe('connected');
  });

  it('stops when the person goes offline, and says why', () => {
    const { state, effects } = play(...registered, { type: 'stop', why: 'status' });
    expect(state.registration).toEqual({ state: 'offline', why: 'status' });
    expect(effects).toEqual([{ type: 'disconnect' }]);
  });

  it('stays stopped whatever the line still says, and takes a late registration back', () => {
    const stopped: Happening[] = [...registered, { type: 'stop', why: 'status' }];
    for (const late of [
      { type: 'socket-connecting' },
      { type: 'socket-lost' },
      { type: 'unregistered' },
      { type: 'failed-register', why: 'timeout', sipCode: null },
    ] as const) {
      expect(play(...stopped, late).state.registration).toEqual({ state: 'offline', why: 'status' });
    }
    expect(play(...stopped, { type: 'registered' }).effects).toEqual([{ type: 'unregister' }]);
  });

  it('lets a conversation end before it disconnects, but is offered no more calls', () => {
    const { state, effects } = play(...answered, { type: 'stop', why: 'status' });
    expect(state.call.status).toBe('connected');
    expect(effects).toEqual([{ type: 'unregister' }]);
    const over = play(...answered, { type: 'stop', why: 'status' }, { type: 'ended', id: 'a', cause: 'normal' });
    expect(over.effects).toContainEqual({ type: 'disconnect' });
    expect(over.state.registration).toEqual({ state: 'offline', why: 'status' });
  });

  it('turns a ringing call away when the person goes offline', () => {
    const { state, effects } = play(...incoming, { type: 'stop', why: 'status' });
    expect(state.call.status).toBe('idle');
    expect(effects).toEqual([
      { type: 'reject', id: 'a', why: 'offline' },
      { type: 'play', tone: 'silence' },
      { type: 'disconnect' },
    ]);
  });

  it('ends everything when the person signs out', () => {
    const { state, effects } = play(...answered, { type: 'stop', why: 'signed-out' });
    expect(state.call.status).toBe('idle');
    expect(effects).toEqual([{ type: 'hang-up', id: 'a' }, { type: 'play', tone: 'silence' }, { type: 'disconnect' }]);
  });

  it('connects again when the person is back', () => {
    const { effects } = play(...registered, { type: 'stop', why: 'status' }, { type: 'start' });
    expect(effects).toEqual([{ type: 'connect' }]);
  });
});

describe('an incoming call', () => {
  it('a call that its own person began is picked up by itself, and never while another is being made', () => {
    const own: Happening = { type: 'incoming', id: 'own', party: khach, answersItself: true };
    const { state, effects } = play(...registered, own);
    expect(state.call).toMatchObject({ status: 'connecting', id: 'own' });
    expect(effects).toContainEqual({ type: 'answer', id: 'own' });
    expect(play(...ringing, own).effects).toEqual([{ type: 'reject', id: 'own', why: 'busy' }]);
    expect(play(...talking, own).effects).toEqual([
      { type: 'play', tone: 'silence' },
      { type: 'hold', id: 'b' },
      { type: 'answer', id: 'own' },
    ]);
  });

  it('rings on progress: the caller is stored and the call window opens', () => {
    const { state, effects } = play(...incoming);
    expect(state.call).toMatchObject({ status: 'incoming', party: khach });
    expect(state.window).toBe('open');
    expect(state.popup).toBeNull();
    expect(effects).toEqual([{ type: 'play', tone: 'ringtone' }]);
  });

  it('is connecting once answered, and the ringtone stops', () => {
    const { state, effects } = play(...incoming, { type: 'answer' });
    expect(state.call).toMatchObject({ status: 'connecting', direction: 'incoming' });
    expect(effects).toEqual([
      { type: 'play', tone: 'silence' },
      { type: 'answer', id: 'a' },
    ]);
  });

  it('is connected when accepted, and the customer pop-up may open', () => {
    const { state } = play(...incoming, { type: 'answer' }, { type: 'accepted', id: 'a' });
    expect(state.call).toMatchObject({ status: 'connected', variant: 'accepted', answeredAt: 7_000 });
    expect(state.popup).toEqual({ callId: 'a', party: khach });
  });

  it('stays connected when confirmed', () => {
    expect(play(...answered).state.call).toMatchObject({
      status: 'connected',
      variant: 'confirmed',
      answeredAt: 7_000,
    });
  });

  it('that fails stops the ringtone, resets the status and tells of the missed call', () => {
    const { state, effects } = play(...incoming, { type: 'failed', id: 'a', cause: 'cancelled' });
    expect(state.call).toEqual({ status: 'idle' });
    expect(state.notice).toEqual({ kind: 'ended', cause: 'cancelled', direction: 'incoming', party: khach });
    expect(effects).toEqual([{ type: 'play', tone: 'silence' }]);
  });

  it('that somebody else took is no missed call', () => {
    const { state } = play(...incoming, { type: 'failed', id: 'a', cause: 'answered-elsewhere' });
    expect(state.notice).toBeNull();
    expect(state.window).toBe('closed');
  });

  it('that ends resets the status and leaves the pop-up for the note', () => {
    const { state } = play(...answered, { type: 'ended', id: 'a', cause: 'normal' });
    expect(state.call).toEqual({ status: 'idle' });
    expect(state.window).toBe('closed');
    expect(state.popup).toEqual({ callId: 'a', party: khach });
  });

  it('can be rejected, by the reject or the hang-up key', () => {
    for (const type of ['reject', 'hang-up'] as const) {
      const { state, effects } = play(...incoming, { type });
      expect(state.call).toEqual({ status: 'idle' });
      expect(effects[0]).toEqual({ type: 'reject', id: 'a', why: 'declined' });
    }
  });

  it('without a microphone fails and says so', () => {
    const { state, effects } = play(
      ...incoming,
      { type: 'answer' },
      { type: 'failed', id: 'a', cause: 'no-microphone' },
    );
    expect(state.notice).toMatchObject({ cause: 'no-microphone' });
    expect(effects).toContainEqual({ type: 'log', message: 'no-microphone' });
  });

  it('is refused as busy while another one rings or is made, which goes on', () => {
    for (const before of [incoming, dialled, ringing, [...incoming, { type: 'answer' } as const]]) {
      const { state, effects } = play(...before, { type: 'incoming', id: 'z', party: minh });
      expect(effects).toEqual([{ type: 'reject', id: 'z', why: 'busy' }]);
      expect(state).toEqual(play(...before).state);
    }
  });
});

describe('a call beside a conversation', () => {
  const waiting: Happening[] = [...talking, { type: 'incoming', id: 'w', party: khach, conversation: 'c-w' }];
  const second: Happening[] = [...waiting, { type: 'go-over', id: 'w' }, { type: 'accepted', id: 'w' }];
  const held: Happening[] = [...second, { type: 'held', id: 'b', by: 'us', on: true }];

  it('rings softly, and the window comes up for it', () => {
    const { state, effects } = play(...talking, { type: 'show-window', window: 'folded' }, ...waiting.slice(-1));
    expect(effects).toEqual([{ type: 'play', tone: 'waiting' }]);
    expect(state.call).toMatchObject({ status: 'connected', id: 'b' });
    expect(state.beside).toMatchObject([{ status: 'incoming', id: 'w', party: khach, conversation: 'c-w' }]);
    expect(state.window).toBe('open');
  });

  it('is answered: the one before waits, and its pop-up gives way', () => {
    expect(play(...waiting, { type: 'go-over', id: 'w' }).effects).toEqual([
      { type: 'play', tone: 'silence' },
      { type: 'hold', id: 'b' },
      { type: 'answer', id: 'w' },
    ]);
    const { state } = play(...held);
    expect(state.call).toMatchObject({ status: 'connected', id: 'w' });
    expect(state.beside).toMatchObject([{ status: 'connected', id: 'b', onHold: true }]);
    expect(state.popup).toEqual({ callId: 'w', party: khach });
  });

  it('is not taken, or not waited for: the conversation goes on, and nothing sounds any more', () => {
    expect(play(...waiting, { type: 'end-beside', id: 'w' }).effects).toEqual([
      { type: 'play', tone: 'silence' },
      { type: 'reject', id: 'w', why: 'declined' },
    ]);
    const gone = play(...waiting, { type: 'failed', id: 'w', cause: 'cancelled' });
    expect(gone.effects).toEqual([{ type: 'play', tone: 'silence' }]);
    expect(gone.state).toEqual(play(...talking).state);
  });

  it('one goes back and forth between those who wait', () => {
    const back = play(...held, { type: 'go-over', id: 'b' });
    expect(back.effects).toEqual([
      { type: 'hold', id: 'w' },
      { type: 'resume', id: 'b' },
    ]);
    expect([back.state.call, back.state.beside]).toMatchObject([{ id: 'b' }, [{ id: 'w' }]]);
    expect(back.state.popup).toEqual({ callId: 'b', party: minh });
  });

  it('two wait while one is spoken with, and nobody else comes in', () => {
    const third: Happening[] = [
      ...held,
      { type: 'confirmed', id: 'w' },
      { type: 'incoming', id: 'x', party: minh },
      { type: 'go-over', id: 'x' },
      { type: 'accepted', id: 'x' },
    ];
    const { state } = play(...third);
    expect([state.call, state.beside]).toMatchObject([{ id: 'x' }, [{ id: 'b' }, { id: 'w' }]]);
    const more = play(...third, { type: 'incoming', id: 'y', party: khach });
    expect(more.effects).toEqual([{ type: 'reject', id: 'y', why: 'busy' }]);
    expect(more.state).toEqual(state);
  });

  it('who waits comes forward when the conversation ends, still waiting; who rings then rings as any call does', () => {
    const forward = play(...held, { type: 'hang-up' });
    expect(forward.effects).toEqual([
      { type: 'hang-up', id: 'w' },
      { type: 'play', tone: 'silence' },
    ]);
    expect(forward.state.call).toMatchObject({ status: 'connected', id: 'b', onHold: true });
    expect(forward.state.beside).toEqual([]);
    const rings = play(...waiting, { type: 'ended', id: 'b', cause: 'normal' });
    expect(rings.effects.at(-1)).toEqual({ type: 'play', tone: 'ringtone' });
    expect(rings.state.call).toMatchObject({ status: 'incoming', id: 'w' });
  });

  it('who waits may hang up, or be hung up on, and the conversation goes on', () => {
    const left = play(...held, { type: 'ended', id: 'b', cause: 'normal' });
    expect(left.effects).toEqual([]);
    expect([left.state.call, left.state.beside]).toMatchObject([{ id: 'w' }, []]);
    expect(play(...held, { type: 'end-beside', id: 'b' }).effects).toEqual([{ type: 'hang-up', id: 'b' }]);
  });

  it('a microphone that fails for the second brings the first back', () => {
    const { state, effects } = play(
      ...waiting,
      { type: 'go-over', id: 'w' },
      { type: 'failed', id: 'w', cause: 'no-microphone' },
    );
    expect(effects).toContainEqual({ type: 'log', message: 'no-microphone' });
    expect(state.call).toMatchObject({ status: 'connected', id: 'b' });
  });

  it('going offline turns away what rings and lets both talks end; signing out ends all', () => {
    const offline = play(...waiting, { type: 'stop', why: 'status' });
    expect(offline.effects).toEqual([
      { type: 'play', tone: 'silence' },
      { type: 'reject', id: 'w', why: 'offline' },
      { type: 'unregister' },
    ]);
    const ends = [...held, { type: 'stop', why: 'status' }, { type: 'hang-up' }] as const;
    expect(play(...ends).effects).not.toContainEqual({ type: 'disconnect' });
    expect(play(...ends, { type: 'hang-up' }).effects).toContainEqual({ type: 'disconnect' });
    expect(play(...held, { type: 'stop', why: 'signed-out' }).effects).toEqual([
      { type: 'hang-up', id: 'b' },
      { type: 'hang-up', id: 'w' },
      { type: 'play', tone: 'silence' },
      { type: 'disconnect' },
    ]);
  });

  it('a connection that was lost leaves nothing ringing', () => {
    const { state, effects } = play(...waiting, { type: 'socket-lost' }, { type: 'registered' });
    expect(effects).toContainEqual({ type: 'reject', id: 'w', why: 'offline' });
    expect(state.beside).toEqual([]);
    expect(state.call).toMatchObject({ status: 'connected', id: 'b' });
  });
});

describe('an outgoing call', () => {
  it('is connecting while the microphone and the network are prepared, then calling', () => {
    const { state, effects } = play(...dialled);
    expect(state.call).toMatchObject({ status: 'connecting', direction: 'outgoing', party: minh });
    expect(state.window).toBe('open');
    expect(effects).toEqual([{ type: 'dial', id: 'b', target: '102' }]);
    expect(play(...dialled, { type: 'out', id: 'b' }).state.call.status).toBe('calling');
  });

  it('is outgoing on progress: it rings back and the customer pop-up may open', () => {
    const { state, effects } = play(...ringing);
    expect(state.call.status).toBe('outgoing');
    expect(state.popup).toEqual({ callId: 'b', party: minh });
    expect(effects).toEqual([{ type: 'play', tone: 'ringback' }]);
  });

  it('leaves the ringing to the far end where that sends early media', () => {
    const { effects } = play(...ringing, { type: 'progress', id: 'b', earlyMedia: true });
    expect(effects).toEqual([{ type: 'play', tone: 'silence' }]);
  });

  it('does not open a pop-up again that was closed while it rang', () => {
    const { state } = play(...ringing, { type: 'close-popup' }, { type: 'progress', id: 'b', earlyMedia: false });
    expect(state.popup).toBeNull();
    expect(play(...ringing, { type: 'close-popup' }, { type: 'accepted', id: 'b' }).state.popup).toBeNull();
  });

  it('is connected when accepted, with or without progress before', () => {
    expect(play(...ringing, { type: 'accepted', id: 'b' }).state.call).toMatchObject({ variant: 'accepted' });
    const straight = play(...dialled, { type: 'out', id: 'b' }, { type: 'accepted', id: 'b' }).state;
    expect(straight.call.status).toBe('connected');
    expect(straight.popup).toEqual({ callId: 'b', party: minh });
  });

  it('that fails or ends resets the status and closes the pop-up', () => {
    const causes: EndCause[] = ['busy', 'rejected', 'no-answer', 'not-found', 'connection-lost', 'failed'];
    for (const cause of causes) {
      const { state } = play(...ringing, { type: 'failed', id: 'b', cause });
      expect(state).toMatchObject({ call: { status: 'idle' }, popup: null, notice: { cause }, window: 'open' });
    }
    const ended = play(...talking, { type: 'ended', id: 'b', cause: 'normal' }).state;
    expect(ended).toMatchObject({ call: { status: 'idle' }, popup: null, notice: null, window: 'closed' });
  });

  it('that cannot be reached was not answered where it had rung before', () => {
    const failed: Happening = { type: 'failed', id: 'b', cause: 'unavailable' };
    expect(play(...dialled, { type: 'out', id: 'b' }, failed).state.notice).toMatchObject({ cause: 'unavailable' });
    expect(play(...ringing, failed).state.notice).toMatchObject({ cause: 'no-answer' });
  });

  it('can be taken back at any moment', () => {
    for (const before of [dialled, ringing, talking]) {
      const { state, effects } = play(...before, { type: 'hang-up' });
      expect(state.call).toEqual({ status: 'idle' });
      expect(effects[0]).toEqual({ type: 'hang-up', id: 'b' });
    }
  });

  it('without a running phone says so and logs it', () => {
    const { state, effects } = play({ type: 'dial', id: 'b', target: '102', party: minh });
    expect(state.notice).toEqual({ kind: 'not-ready' });
    expect(effects).toEqual([{ type: 'log', message: 'not-initialised' }]);
  });

  it('is remembered for redial', () => {
    expect(play(...ringing, { type: 'failed', id: 'b', cause: 'busy' }).state.lastDialled).toEqual({
      ...minh,
      target: '102',
    });
  });

  it('does not start while another call is there', () => {
    const { state, effects } = play(...answered, { type: 'dial', id: 'b', target: '102', party: minh });
    expect(effects).toEqual([]);
    expect(state.call).toMatchObject({ id: 'a' });
  });
});

describe('in a conversation', () => {
  it('mutes and unmutes once each', () => {
    const muted: Happening[] = [...answered, { type: 'mute', on: true }];
    expect(play(...muted)).toMatchObject({
      state: { call: { muted: true } },
      effects: [{ type: 'mute', id: 'a', on: true }],
    });
    expect(play(...muted, { type: 'mute', on: true }).effects).toEqual([]);
    expect(play(...muted, { type: 'mute', on: false }).state.call).toMatchObject({ muted: false });
  });

  it('holds and resumes when the line has done so', () => {
    expect(play(...answered, { type: 'hold' })).toMatchObject({
      state: { call: { onHold: false } },
      effects: [{ type: 'hold', id: 'a' }],
    });
    const held: Happening[] = [...answered, { type: 'hold' }, { type: 'held', id: 'a', by: 'us', on: true }];
    expect(play(...held).state.call).toMatchObject({ onHold: true });
    expect(play(...held, { type: 'hold' }).effects).toEqual([]);
    expect(play(...held, { type: 'resume' }).effects).toEqual([{ type: 'resume', id: 'a' }]);
    expect(play(...held, { type: 'resume' }, { type: 'held', id: 'a', by: 'us', on: false }).state.call).toMatchObject({
      onHold: false,
    });
  });

  it('knows that the other side holds', () => {
    expect(play(...answered, { type: 'held', id: 'a', by: 'them', on: true }).state.call).toMatchObject({
      heldByThem: true,
      onHold: false,
    });
  });

  it('sends keys, and while it rings out as well', () => {
    for (const [before, id] of [
      [answered, 'a'],
      [ringing, 'b'],
    ] as const) {
      expect(play(...before, { type: 'key', tone: '#' }).effects).toEqual([{ type: 'send-dtmf', id, tone: '#' }]);
    }
    expect(play(...registered, { type: 'key', tone: '1' }).effects).toEqual([]);
  });

  it('opens the pop-up again that was closed', () => {
    const { state } = play(...answered, { type: 'close-popup' }, { type: 'open-popup' });
    expect(state.popup).toEqual({ callId: 'a', party: khach });
    expect(play(...registered, { type: 'open-popup' }).state.popup).toBeNull();
  });

  it('folds its window but does not lose it', () => {
    expect(play(...answered, { type: 'show-window', window: 'closed' }).state.window).toBe('folded');
    expect(play(...registered, { type: 'show-window', window: 'closed' }).state.window).toBe('closed');
  });
});

it('forgets what the last call had to say', () => {
  const failed: Happening[] = [...ringing, { type: 'failed', id: 'b', cause: 'busy' }];
  expect(play(...failed, { type: 'dismiss-notice' }).state.notice).toBeNull();
  expect(play(...failed, { type: 'incoming', id: 'c', party: khach }).state.notice).toBeNull();
});

describe('in any order of events', () => {
  const id = fc.constantFrom('a', 'b', 'c');
  const party = fc.constantFrom(khach, minh);
  const on = fc.boolean();
  const record = fc.record;
  const is = <T extends string>(type: T) => fc.constant(type);
  const cause = fc.constantFrom<EndCause>('normal', 'busy', 'cancelled', 'no-microphone', 'answered-elsewhere');
  const happening: fc.Arbitrary<Happening> = fc.oneof(
    record({
      type: fc.constantFrom('start', 'socket-connecting', 'socket-lost', 'registered', 'unregistered', 'answer'),
    }),
    record({ type: fc.constantFrom('reject', 'hang-up', 'hold', 'resume', 'close-popup', 'dismiss-notice') }),
    record({ type: is('stop'), why: fc.constantFrom('status', 'signed-out') }),
    record({
      type: is('failed-register'),
      why: fc.constantFrom('credentials', 'timeout'),
      sipCode: is('x').map(() => null),
    }),
    record({ type: is('dial'), id, target: is('102'), party }),
    record({ type: is('take-up'), left: id.map(leftOf) }),
    record({ type: is('incoming'), id, party, ringsThere: on }),
    record({ type: is('progress'), id, earlyMedia: on }),
    record({ type: fc.constantFrom('out', 'accepted', 'confirmed'), id }),
    record({ type: is('held'), id, by: fc.constantFrom('us', 'them'), on }),
    record({ type: fc.constantFrom('failed', 'ended'), id, cause }),
    record({ type: fc.constantFrom('go-over', 'end-beside'), id }),
    record({ type: is('mute'), on }),
    record({ type: is('key'), tone: fc.constantFrom('1', '#') }),
    record({ type: is('show-window'), window: fc.constantFrom('closed', 'open', 'folded') }),
  );

  function leftOf(left: string): LeftCall {
    const call = { status: 'connected', variant: 'accepted', id: left, direction: 'incoming', party: khach } as const;
    const then = { conversation: null, startedAt: 0, answeredAt: 0, onHold: false, heldByThem: false, muted: false };
    const other = { a: 'b', b: 'c' }[left] ?? 'a';
    const beside = [{ call: { ...call, ...then, id: other }, replaces: other }];
    return { call: { ...call, ...then }, beside, window: 'closed', popup: true, replaces: left, leftAt: 0 };
  }

  const callId = (call: Call) => (call.status === 'idle' ? null : call.id);

  const isStopped = ({ registration }: PhoneState) =>
    registration.state === 'offline' && ['status', 'not-started'].includes(registration.why);

  /** What lasts beyond one event: the sound that is playing and whether a connection is held. */
  interface Outside {
    tone: string;
    connected: boolean;
  }

  /** The sentences that must be true after every event, whatever came before, and are not. */
  function broken(before: PhoneState, event: PhoneEvent, after: PhoneState, effects: readonly Effect[], out: Outside) {
    const [was, is] = [callId(before.call), callId(after.call)];
    const [besideWas, besideIs] = [before, after].map(({ beside }) => beside.map((one) => one.id)) as [
      string[],
      string[],
    ];
    const all = [is ?? [], ...besideIs].flat();
    const sentences: Record<string, boolean> = {
      'rings only while a call is offered': out.tone !== 'ringtone' || after.call.status === 'incoming',
      'rings back only while it rings there': out.tone !== 'ringback' || after.call.status === 'outgoing',
      'a call is replaced through idle, or by one that was beside it':
        was === null || is === null || was === is || besideWas.includes(is),
      'a call is there once': new Set(all).size === all.length,
      'somebody is beside a conversation only, and at most two are':
        besideIs.length === 0 || (['connected', 'connecting'].includes(after.call.status) && besideIs.length <= 2),
      'a second call is heard while it rings, and no longer':
        (out.tone === 'waiting') === after.beside.some(({ status }) => status === 'incoming'),
      'acts on a call that is there, or turns another one away': effects.every(
        (effect) => !('id' in effect) || effect.type === 'reject' || [was, is, ...besideWas].includes(effect.id),
      ),
      'turns calls away only where one arrives or the person says so': effects.every(
        ({ type }) =>
          type !== 'reject' ||
          ['incoming', 'reject', 'hang-up', 'stop', 'end-beside', 'registered'].includes(event.type),
      ),
      'a call in progress has a window': ['idle', 'incoming'].includes(after.call.status) || after.window !== 'closed',
      'only a start ends being stopped': !isStopped(before) || event.type === 'start' || isStopped(after),
      'a stopped phone gets no call but one that it had':
        !isStopped(before) || was !== null || is === null || event.type === 'take-up',
      'holds a connection while it is wanted': isStopped(after) || out.connected,
      'a stopped phone without a call holds none': !isStopped(after) || is !== null || !out.connected,
    };
    return Object.keys(sentences).filter((sentence) => !sentences[sentence]);
  }

  it('nothing throws and no invariant breaks', () => {
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 60 }), (happenings) => {
        let state = initialState;
        const out: Outside = { tone: 'silence', connected: false };
        happenings.forEach((each, index) => {
          const event = { ...each, at: index } as PhoneEvent;
          const [next, effects] = step(state, event);
          for (const effect of effects) {
            if (effect.type === 'play') out.tone = effect.tone;
            if (effect.type === 'connect') out.connected = true;
            if (effect.type === 'disconnect') out.connected = false;
          }
          expect(broken(state, event, next, effects, out)).toEqual([]);
          state = next;
        });
      }),
      { numRuns: 2_000 },
    );
  });

  it('a call that has ended leaves nothing behind, whatever led there', () => {
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 40 }), (happenings) => {
        let { state } = play(...happenings);
        // One after the other: who waits comes forward.
        for (const at of [1, 2, 3]) [state] = step(state, { type: 'hang-up', at });
        expect(state.call).toEqual({ status: 'idle' });
        const [again, effects] = step(state, { type: 'ended', id: 'a', cause: 'normal', at: 2 });
        expect(again).toEqual(state);
        expect(effects).toEqual([]);
      }),
    );
  });
});
