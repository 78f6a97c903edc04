import { describe, expect, test } from 'vitest';
import type { RoutingPlan } from '../board/plan.ts';
import { Desk } from '../testing/desk.ts';
import { extension, hotline, leadingTo, officePlan, trunk } from '../testing/plan.ts';
import { an, officeWith } from '../testing/queue-office.ts';

const customer = '0901234567';
const words = 'system/vi/recorded.wav';
const withKey = `${words} system/vi/say/recording-key.wav system/vi/say/9.wav`;
const refused = 'system/vi/say/recording-refused.wav';

const telling = (parts: Partial<RoutingPlan> = {}): RoutingPlan => ({
  ...officePlan,
  recordingNotice: { out: true, key: '9' },
  ...parts,
});

const forEverybody = officePlan.outboundRules.map((rule) => ({ ...rule, extensions: 'all' as const }));

/** 101 calls a customer, who picks up. */
function called(plan: RoutingPlan): Desk {
  const desk = new Desk(plan);
  desk.extensionCalls('101', customer);
  desk.rings(trunk);
  desk.heard();
  desk.answers(trunk);
  return desk;
}

describe('whom we call hears that the call is recorded', () => {
  test('before it is: both hear the words, then each other, and from then on it is recorded', () => {
    const desk = called(telling({ recordingNotice: { out: true, key: null } }));
    expect(desk.heard()).toEqual([
      'answer caller',
      `play ${words} to ${trunk}`,
      `play ${words} to caller`,
      `bridge caller+${trunk}`,
    ]);
    expect(desk.call().recordings).toEqual([]);
    desk.heardAll('caller');
    expect(desk.heard()).toEqual([]);
    desk.heardAll(trunk);
    expect(desk.heard()).toEqual([`bridge caller+${trunk}`, 'record']);
    desk.wait(120);
    expect(desk.heard()).toEqual([]);
  });

  test('whoever speaks to them does not hear it for longer than they do', () => {
    const desk = called(telling());
    expect(desk.heard()).toContain(`play ${withKey} to caller`);
    desk.heardAll(trunk);
    expect(desk.heard()).toEqual([`bridge caller+${trunk}`, 'record', 'stop playing to caller']);
  });

  test('once: not after a hold, nor after a transfer', () => {
    const desk = called(telling());
    desk.heardAll(trunk);
    desk.asks('101', { kind: 'hold', call: desk.call().id, on: true });
    desk.asks('101', { kind: 'hold', call: desk.call().id, on: false });
    desk.asks('101', { kind: 'transfer', call: desk.call().id, to: '103' });
    desk.heard();
    desk.answers('103');
    expect(desk.heard().filter((line) => line.startsWith('play'))).toEqual([]);
  });

  test('again from the beginning where it was cut short', () => {
    const desk = called(telling());
    desk.asks('101', { kind: 'transfer', call: desk.call().id, to: '103' });
    desk.heard();
    desk.answers('103');
    expect(desk.heard()).toContain(`play ${withKey} to ${trunk}`);
    expect(desk.call().recordings).toEqual([]);
    desk.heardAll(trunk);
    expect(desk.heard()).toContain('record');
  });

  test('where the engine loses the words the call is recorded all the same', () => {
    const desk = called(telling());
    desk.heard();
    desk.wait(60);
    expect(desk.heard()).toContain('record');
  });

  test.each([
    ['that the company records no calls out', { records: { inbound: true, outbound: false, internal: true } }],
    ['who refused it before', { unrecorded: { '+84901234567': true as const } }],
    ['that the company has no room for recordings', { roomIsFull: true as const }],
    ['that only callers are told of it', { recordingNotice: { out: false, key: '9' as const } }],
    ['that nobody is told of it', { recordingNotice: undefined }],
  ])('nobody hears it of a call %s', (_, parts) => {
    const desk = called({ ...telling(), ...parts } as RoutingPlan);
    expect(desk.heard().filter((line) => line.startsWith('play'))).toEqual([]);
  });

  test('emergencies hear nothing', () => {
    const rules = officePlan.outboundRules.map((rule) => ({ ...rule, pattern: '1*' }));
    const desk = new Desk(telling({ outboundRules: rules }));
    desk.extensionCalls('101', '115');
    desk.answers(trunk);
    expect(desk.heard()).toContain('record');
    expect(desk.said).toEqual([]);
  });

  test('whoever calls: by a click, from a mobile, or as a program has them call', () => {
    const clicked = new Desk(telling());
    clicked.clicks('101', customer);
    clicked.answers('101');
    clicked.heard();
    clicked.answers(trunk);
    expect(clicked.heard()).toContain(`play ${withKey} to ${trunk}`);
    const onTheWay = new Desk(telling());
    onTheWay.clicksFrom('0909999999', '101', customer);
    onTheWay.answers(trunk);
    // Their own mobile is nobody whom the company has called.
    expect(onTheWay.heard().filter((line) => line.startsWith('play'))).toEqual([]);
    onTheWay.answers(trunk);
    expect(onTheWay.heard()).toContain(`play ${withKey} to ${trunk}`);
  });

  test('whom a campaign has hear a message is told as a person takes them, and not before', () => {
    const desk = new Desk({ ...telling(officeWith()), outboundRules: forEverybody });
    const keys = { 1: { does: 'queue', queue: 'sales' } } as const;
    desk.reaches(customer, { kind: 'broadcast', message: ['tin.wav'], keys });
    desk.answers(trunk);
    expect(desk.heard()).toContain(`play tin.wav to ${trunk}`);
    desk.presses(trunk, '1');
    desk.heard();
    desk.answers('101');
    expect(desk.heard()).toContain(`play ${withKey} to ${trunk}`);
  });

  test('a customer who is called for whoever is free hears it as somebody takes them', () => {
    const desk = new Desk({ ...telling(officeWith()), outboundRules: forEverybody });
    desk.reaches(customer, { kind: 'queue', queue: 'sales', called: { seconds: 5 } });
    desk.answers(trunk);
    expect(desk.heard()).toContain(`play music to ${trunk}`);
    desk.answers('101');
    expect(desk.heard()).toContain(`play ${withKey} to ${trunk}`);
  });

  test('whoever is asked into a conference hears it before anything of theirs is recorded', () => {
    const desk = new Desk(telling());
    const call = desk.customerCalls(an, hotline);
    desk.answers('101');
    desk.asks('101', { kind: 'invite', call, to: customer });
    desk.heard();
    desk.answers(trunk);
    expect(desk.heard()).toContain(`play ${withKey} to ${trunk}`);
    const [bridge] = desk.call().bridges;
    expect(bridge?.asked.map(({ offRecord = false }) => offRecord)).toEqual([false, false, true]);
    desk.heardAll(trunk);
    expect(desk.call().bridges[0]?.asked.map(({ offRecord = false }) => offRecord)).toEqual([false, false, false]);
  });

  test('a caller who is led on to a number outside tells nobody there', () => {
    const away = leadingTo({ kind: 'fw', number: customer, showing: 'own' });
    const desk = new Desk({ ...telling(away), outboundRules: forEverybody });
    desk.customerCalls(an, hotline);
    desk.answers(trunk);
    expect(desk.heard().filter((line) => line.startsWith('play'))).toEqual([]);
  });
});

describe('a key refuses recording', () => {
  test('in the middle of a talk: it stops at once, both are told, and it never begins again', () => {
    const desk = called(telling());
    desk.heardAll(trunk);
    desk.wait(12);
    desk.heard();
    desk.presses(trunk, '9');
    expect(desk.heard()).toEqual([
      `play ${refused} to ${trunk}`,
      `play ${refused} to caller`,
      `bridge caller+${trunk}`,
      'stop recording',
    ]);
    desk.heardAll(trunk);
    const call = desk.call().id;
    desk.asks('101', { kind: 'hold', call, on: true });
    desk.asks('101', { kind: 'hold', call, on: false });
    desk.asks('101', { kind: 'transfer', call, to: '103' });
    desk.answers('103');
    desk.ends(trunk);
    expect(desk.heard()).not.toContain('record');
    expect(desk.call().recordings.map(({ state }) => state)).toEqual(['stored']);
    expect(desk.trace()).toContain('Khách bấm phím 9, từ chối ghi âm: không ghi âm nữa');
  });

  test('in the words themselves: the rest is not waited for, and nothing is recorded', () => {
    const desk = called(telling());
    desk.presses(trunk, '9');
    expect(desk.heard()).toContain(`play ${refused} to ${trunk}`);
    desk.heardAll(trunk);
    desk.wait(60);
    desk.ends(trunk);
    expect(desk.call().recordings).toEqual([]);
  });

  test('of who called, from what they hear at the door on, wherever they are', () => {
    const plan = telling({
      frontDoor: { hours: null, closed: 'closed', notice: 'told' },
      announcements: {
        told: { name: 'Ghi âm', file: words, skipKey: null, then: { kind: 'hang-up', cause: 'normal' } },
      },
    });
    const desk = new Desk(plan);
    desk.customerCalls(an, hotline);
    expect(desk.heard()).toContain(`play ${withKey} to caller`);
    desk.presses('caller', '9');
    expect(desk.heard()).toEqual([`play ${refused} to caller`]);
    desk.heardAll('caller');
    desk.answers('101');
    expect(desk.heard()).not.toContain('record');
    const late = new Desk(plan);
    late.customerCalls(an, hotline);
    late.heardAll('caller');
    // While it rings.
    late.presses('caller', '9');
    late.answers('101');
    expect(late.heard()).not.toContain('record');
  });

  test('a key that a menu names means what the menu says', () => {
    const menu = {
      name: 'M',
      prompt: ['a.wav'],
      invalidPrompt: [],
      timeoutPrompt: [],
      tries: 2,
      directDialling: false,
      digitSeconds: 3,
      waitSeconds: 5,
      invalid: null,
      timeout: null,
    };
    const plan = (keys: RoutingPlan['menus'][string]['keys']) => ({
      ...telling(leadingTo({ kind: 'ivr', menu: 'm' })),
      menus: { m: { ...menu, keys } },
      frontDoor: { hours: null, closed: 'closed', notice: 'told' },
      announcements: {
        told: { name: 'Ghi âm', file: words, skipKey: null, then: { kind: 'hang-up', cause: 'normal' } as const },
      },
    });
    const refuses = (keys: RoutingPlan['menus'][string]['keys']) => {
      const desk = new Desk(plan(keys));
      desk.customerCalls(an, hotline);
      desk.heardAll('caller');
      desk.presses('caller', '9');
      return desk.call().recordingRefused !== undefined;
    };
    const to = { kind: 'group', group: 'sales' } as const;
    expect(refuses({ 1: to })).toBe(true);
    expect(refuses({ 9: to })).toBe(false);
    expect(refuses({ 91: to })).toBe(false);
  });

  test('the key is nobody’s who has not heard of it, nor of an agent’s phone, and no other key refuses', () => {
    const desk = called(telling());
    desk.heardAll(trunk);
    desk.presses('caller', '9');
    desk.presses(trunk, '8');
    expect(desk.call().recordingRefused).toBeUndefined();
    const untold = new Desk(telling());
    untold.customerCalls(an, hotline);
    untold.answers('101');
    untold.presses('caller', '9');
    expect(untold.call().recordingRefused).toBeUndefined();
  });

  test('agents who want it recorded all the same are told why not', () => {
    const desk = called(telling());
    desk.heardAll(trunk);
    desk.wait(7);
    desk.presses(trunk, '9');
    expect(desk.asks('101', { kind: 'pause-recording', call: desk.call().id, on: false })).toMatchObject({
      ok: false,
      words: 'Khách từ chối ghi âm từ giây 7: cuộc gọi này không được ghi âm nữa',
    });
  });

  test('who listens in goes on listening', () => {
    const extensions = { ...officePlan.extensions, 103: extension('103', 'Hà', { supervises: ['101'] }) };
    const desk = called(telling({ extensions }));
    desk.heardAll(trunk);
    desk.asks('103', { kind: 'supervise', call: desk.call().id, mode: 'listen', agent: '101' });
    desk.answers('103');
    desk.presses(trunk, '9');
    desk.heardAll(trunk);
    const [bridge] = desk.call().bridges;
    expect(bridge?.asked.find(({ leg }) => leg === desk.leg('103'))?.hears).toEqual([
      desk.leg('caller'),
      desk.leg(trunk),
    ]);
  });

  test('what a company does not keep is marked', () => {
    const desk = called(telling({ recordingNotice: { out: true, key: '9', drops: true } }));
    desk.heardAll(trunk);
    desk.presses(trunk, '9');
    expect(desk.call().recordingRefused).toMatchObject({ drops: true, key: '9' });
    expect(desk.trace()).toContain('Khách bấm phím 9, từ chối ghi âm: không ghi âm nữa, bỏ phần đã ghi');
  });

  test('it goes along where a desk phone takes the customer into another call of theirs', () => {
    const desk = called(telling());
    const first = desk.call().id;
    desk.heardAll(trunk);
    desk.presses(trunk, '9');
    desk.heardAll(trunk);
    const second = desk.extensionCalls('101', '102');
    desk.answers('102');
    // Of two of ours, it is recorded.
    expect(desk.heard()).toContain('record');
    desk.on(
      'caller',
      {
        type: 'transfer-requested',
        transfer: 't' as never,
        to: '',
        replaces: { call: first, leg: desk.leg('caller', first) },
      },
      second,
    );
    expect(desk.heard()).toContain('stop recording');
    expect(desk.call(second).recordingRefused).toMatchObject({ drops: false });
  });
});
