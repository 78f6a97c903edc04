import { describe, expect, test } from 'vitest';
import { otpHeard } from '../board/activity.ts';
import { personOf } from '../board/board.ts';
import type { CallId } from '../board/vocabulary.ts';
import { blockList } from '../routing/block-list.ts';
import { parkedCalls } from '../seen/parked-calls.ts';
import { Desk } from '../testing/desk.ts';
import { extension, hotline, leadingTo, officePlan, secondTrunk } from '../testing/plan.ts';

const customer = '0901234567';

describe('click-to-call', () => {
  test('rings the own phone, which picks up by itself, then the customer', () => {
    const desk = new Desk();
    desk.clicks('101', customer);
    expect(desk.heard()).toEqual(['dial 101']);
    expect(desk.autoAnswered).toEqual(new Set(['101']));
    expect(desk.summary()).toMatchObject({ fromExtension: '101', stage: 'waiting' });
    desk.answers('101');
    expect(desk.heard()).toEqual(['dial 0901234567 over trunk-a']);
    desk.rings('trunk-a');
    desk.wait(5);
    desk.answers('trunk-a');
    expect(desk.heard()).toEqual(['play ringback to 101', 'stop playing to 101', 'bridge 101+trunk-a', 'record']);
    desk.wait(30);
    desk.ends('trunk-a');
    expect(desk.summary()).toMatchObject({ status: 'answered', ringMs: 5000, talkMs: 30_000, agentExtension: '101' });
    expect(desk.call()).toMatchObject({ direction: 'outbound', outsideNumber: '+84901234567' });
    expect(desk.stays()).toEqual(['101 called 30 s']);
  });

  test('whose own phone is not picked up was cancelled, and never reached the customer', () => {
    const desk = new Desk();
    desk.clicks('101', customer);
    desk.ends('101', 'rejected');
    expect(desk.summary()).toMatchObject({ status: 'cancelled', endedBy: { by: 'agent', extension: '101' } });
    expect(desk.heard()).toEqual(['dial 101']);
  });

  test('says at once what cannot be', () => {
    const desk = new Desk();
    const call = desk.clicks('101', '199');
    expect(desk.replies.at(-1)).toMatchObject({ refused: 'no-such-number', words: 'Số không tồn tại' });
    desk.asks('102', { kind: 'call', call, extension: '101', dialled: customer });
    expect(desk.replies.at(-1)).toMatchObject({ refused: 'forbidden' });
    desk.leaves('101');
    desk.clicks('101', customer);
    expect(desk.replies.at(-1)).toMatchObject({
      refused: 'not-reachable',
      words: 'Chưa gọi được máy của bạn: điện thoại chưa đăng ký',
    });
  });

  test('that is refused at once leaves a row that says who, whom and why', () => {
    const blockedNumbers = blockList([{ kind: 'number', value: '+84909999999', reason: 'khách yêu cầu' }]);
    const desk = new Desk({ ...officePlan, blockedNumbers }, ['101', '103']);
    const row = (by: string, dialled: string) => {
      const call = desk.clicks(by, dialled);
      expect(desk.replies.at(-1)?.ok).toBe(false);
      const { status, cause, fromExtension, stage } = desk.summary(call);
      expect([fromExtension, stage, desk.trace(call).length]).toEqual([by, 'ended', 3]);
      return [status, cause, desk.call(call).outsideNumber];
    };
    expect(row('101', '199')).toEqual(['failed', 'not-found', null]);
    expect(row('103', customer)).toEqual(['failed', 'forbidden', '+84901234567']);
    expect(row('101', '0909999999')).toEqual(['blocked', 'blocked', '+84909999999']);
    // An engine that is down has no phones.
    desk.leaves('101');
    expect(row('101', customer)).toEqual(['failed', 'unreachable', '+84901234567']);
    expect(desk.heard()).toEqual([]);
    expect(desk.openTimers).toBe(0);
  });

  test('that nobody tried leaves none: for somebody else, or while on the phone', () => {
    const desk = new Desk();
    desk.extensionCalls('101', '102');
    const calls = desk.board.calls.size;
    desk.clicks('101', customer);
    expect(desk.replies.at(-1)).toMatchObject({ refused: 'busy' });
    desk.asks('102', { kind: 'call', call: 'x' as CallId, extension: '103', dialled: customer }); // a test's own name
    expect(desk.board.calls.size).toBe(calls);
  });

  test('asked for twice with one id is one call', () => {
    const desk = new Desk();
    desk.clicks('101', customer);
    const [request] = desk.events.filter((event) => event.type === 'requested');
    if (request === undefined) throw new Error('nothing was asked');
    desk.heard();
    desk.take(request);
    expect(desk.heard()).toEqual([]);
    expect(desk.replies.at(-1)).toEqual(desk.replies.at(-2));
  });
});

describe('click-to-call of somebody on the way', () => {
  const mobile = '0987654321';
  /** Lan's mobile is reached over another trunk than customers are. */
  function onTheWay(): Desk {
    const [rule] = officePlan.outboundRules;
    if (rule === undefined) throw new Error('The office has no way out');
    const own = {
      ...rule,
      name: 'Máy của mình',
      pattern: '098x*',
      routes: [{ trunk: secondTrunk, callerNumber: hotline }],
    };
    const others = { ...rule, pattern: '090x*', routes: rule.routes.slice(0, 1) };
    return new Desk({ ...officePlan, outboundRules: [own, others] }, ['102']);
  }

  test('rings the mobile, then the customer; the talk is theirs as at the desk', () => {
    const desk = onTheWay();
    const call = desk.clicksFrom(mobile, '101', customer);
    expect(desk.heard()).toEqual(['dial 0987654321 over trunk-b']);
    expect(desk.shown.get('trunk-b')).toBe(hotline);
    expect(desk.autoAnswered).toEqual(new Set());
    expect(desk.trace()[0]).toBe('Gọi theo yêu cầu của máy nhánh 101 (Nguyễn Thị Lan) qua số di động của họ');
    desk.answers('trunk-b');
    expect(desk.heard()).toEqual(['dial 0901234567 over trunk-a']);
    desk.answers('trunk-a');
    expect(desk.heard()).toEqual(['bridge trunk-b+trunk-a', 'record']);
    desk.wait(20);
    expect(desk.asks('101', { kind: 'transfer', call, to: '102' })).toMatchObject({ ok: true });
    desk.answers('102');
    desk.wait(10);
    desk.ends('trunk-a');
    expect(desk.stays()).toEqual(['101 called 20 s', '102 transfer 10 s']);
    expect(desk.call()).toMatchObject({ direction: 'outbound', outsideNumber: '+84901234567' });
    expect(desk.summary()).toMatchObject({ status: 'answered', fromExtension: '101', talkMs: 30_000 });
  });

  test('has the customer on the left of the recording, and the mobile on the right', () => {
    const desk = onTheWay();
    desk.clicksFrom(mobile, '101', customer);
    desk.answers('trunk-b');
    desk.answers('trunk-a');
    const [bridge] = desk.call().bridges;
    expect(bridge?.asked.map(({ channel }) => channel)).toEqual(['right', 'left']);
  });

  test('is busy at the desk and in every queue meanwhile', () => {
    const desk = onTheWay();
    desk.clicksFrom(mobile, '101', customer);
    desk.answers('trunk-b');
    desk.registers('101');
    desk.extensionCalls('102', '101');
    expect(desk.trace()).toContain('Bỏ qua máy nhánh 101 (Nguyễn Thị Lan): đang bận một cuộc gọi khác');
    expect(desk.clicksFrom(mobile, '101', customer)).toBeDefined();
    expect(desk.replies.at(-1)).toMatchObject({ ok: false, refused: 'busy' });
  });

  test('whose mobile does not answer never rings the customer', () => {
    const desk = onTheWay();
    desk.clicksFrom(mobile, '101', customer);
    desk.wait(60);
    expect(desk.heard()).toEqual(['dial 0987654321 over trunk-b', 'hang up trunk-b (no-answer)']);
    expect(desk.call().stage).toBe('ended');
  });

  test('goes only where that person may call, and not to a colleague', () => {
    const desk = onTheWay();
    const refused = (phone: string, by = '101') => {
      desk.clicksFrom(phone, by, customer);
      const reply = desk.replies.at(-1);
      return reply?.ok === false ? reply.refused : 'done';
    };
    expect([refused('0771234567'), refused('102'), refused(customer)]).toEqual([
      'forbidden',
      'no-such-number',
      'not-now',
    ]);
    expect(refused(mobile, '103')).toBe('forbidden');
    expect(desk.heard()).toEqual([]);
  });
});

describe('a call of the company itself', () => {
  const everybody = officePlan.outboundRules.map((rule) => ({ ...rule, extensions: 'all' as const }));

  test('says the digits of a one-time password, and again on the key', () => {
    const desk = new Desk({ ...officePlan, outboundRules: everybody });
    desk.reaches(customer, { kind: 'otp', digits: '4051', repeatKey: '1', times: 2 });
    desk.answers('trunk-a');
    const digits = ['4', '0', '5', '1'].map((digit) => `system/vi/say/${digit}.wav`).join(' ');
    const words = `play system/vi/say/otp.wav ${digits} system/vi/say/otp-repeat.wav to trunk-a`;
    expect(desk.heard()).toEqual(['dial 0901234567 over trunk-a', words]);
    desk.heardAll('trunk-a');
    desk.presses('trunk-a', '1');
    expect(desk.heard()).toEqual([`play system/vi/say/otp.wav ${digits} to trunk-a`]);
    desk.heardAll('trunk-a');
    desk.wait(6);
    expect(desk.heard()).toEqual(['hang up trunk-a (normal)']);
    expect(desk.summary()).toMatchObject({ status: 'answered', endedBy: { by: 'system' } });
    expect(JSON.stringify(desk.call().trace)).not.toContain('4051');
    expect(desk.call().purpose).toBe('otp');
  });

  test('reads a one-time password twice behind a greeting, and says in the trace when all of it was heard', () => {
    const desk = new Desk({ ...officePlan, outboundRules: everybody });
    const greeting = 'company/x/chao.wav';
    desk.reaches(customer, { kind: 'otp', digits: '40', repeatKey: '1', times: 1, reads: 2, greeting });
    desk.answers('trunk-a');
    const words = 'system/vi/say/otp.wav system/vi/say/4.wav system/vi/say/0.wav to trunk-a';
    expect(desk.heard()).toEqual(['dial 0901234567 over trunk-a', `play ${greeting} ${words}`]);
    const heard = () => desk.call().trace.filter(({ detail }) => detail[otpHeard] !== undefined).length;
    expect(heard()).toBe(0);
    desk.heardAll('trunk-a');
    expect(desk.heard()).toEqual([`play ${words}`]);
    expect(heard()).toBe(1);
    desk.heardAll('trunk-a');
    expect(desk.heard()).toEqual([]);
    desk.presses('trunk-a', '1');
    desk.wait(6);
    expect(desk.heard()).toEqual(['hang up trunk-a (normal)']);
  });

  test('tries the next trunk when a carrier is silent, and leaves a row when nobody may be called', () => {
    const desk = new Desk({ ...officePlan, outboundRules: everybody });
    desk.reaches(customer, { kind: 'direct', extension: '101' });
    desk.ends('trunk-a', 'no-response');
    expect(desk.heard()).toEqual(['dial 0901234567 over trunk-a', 'dial 0901234567 over trunk-b']);
    desk.ends('trunk-b', 'busy');
    expect(desk.summary()).toMatchObject({ status: 'busy' });
    desk.reaches('0014155550100', { kind: 'direct', extension: '101' });
    expect(desk.replies.at(-1)).toMatchObject({ refused: 'forbidden' });
    expect(desk.summary()).toMatchObject({ status: 'failed', cause: 'forbidden' });
  });

  test('leads whoever answers to somebody', () => {
    const desk = new Desk({ ...officePlan, outboundRules: everybody });
    desk.reaches(customer, { kind: 'group', group: 'sales' });
    desk.answers('trunk-a');
    desk.heard();
    desk.answers('102');
    expect(desk.heard()).toEqual(['hang up 101 (answered-elsewhere)', 'bridge trunk-a+102', 'record']);
    expect(desk.stays()).toEqual(['102 answered still']);
  });
});

describe('holding, keys and recording', () => {
  test('are asked for on a screen as on a phone', () => {
    const desk = new Desk();
    const call = desk.customerCalls(customer, hotline);
    desk.answers('101');
    desk.heard();
    desk.asks('101', { kind: 'hold', call, on: true });
    expect(desk.heard()).toEqual(['bridge caller< 101<', 'play music to caller']);
    desk.wait(9);
    desk.asks('101', { kind: 'hold', call, on: false });
    expect(desk.heard()).toEqual(['bridge caller+101', 'stop playing to caller']);
    desk.asks('101', { kind: 'keys', call, digits: '12#x' });
    expect(desk.heard()).toEqual(['send 12# to caller']);
    desk.asks('101', { kind: 'pause-recording', call, on: true });
    desk.asks('101', { kind: 'pause-recording', call, on: true });
    expect(desk.heard()).toEqual(['pause recording']);
    desk.wait(1);
    desk.asks('101', { kind: 'hang-up', call, leg: null });
    expect(desk.summary()).toMatchObject({
      talkMs: 10_000,
      holdMs: 9000,
      endedBy: { by: 'agent', extension: '101' },
    });
    expect(desk.stays()).toEqual(['101 answered 10 s (9 s held)']);
    expect(desk.holds()).toEqual(['101 hold 0–9 s']);
    expect(desk.asks('101', { kind: 'hold', call, on: true })).toMatchObject({ refused: 'no-call' });
  });
});

describe('a parking place', () => {
  test('keeps the customer with music until somebody dials it', () => {
    const desk = new Desk();
    const call = desk.customerCalls(customer, hotline);
    desk.answers('101');
    desk.heard();
    expect(desk.asks('101', { kind: 'park', call })).toMatchObject({ ok: true, slot: '701' });
    expect(desk.heard()).toEqual(['hang up 101 (normal)', 'play music to caller', 'unbridge']);
    desk.wait(30);
    const fetching = desk.extensionCalls('102', '701');
    expect(desk.heard()).toEqual(['answer caller', 'stop playing to caller', 'bridge caller+caller', 'record']);
    expect(() => desk.call(fetching)).toThrow('No call');
    expect(desk.board.parked.size).toBe(0);
    expect(desk.stays(call)).toEqual(['101 answered 0 s', '102 pick-up still']);
  });

  test('is fetched from a screen by the own phone, and keeps the customer when that is not answered', () => {
    const desk = new Desk();
    const call = desk.customerCalls(customer, hotline);
    desk.answers('101');
    desk.asks('101', { kind: 'park', call });
    desk.heard();
    desk.asks('102', { kind: 'unpark', slot: '701' });
    expect(desk.heard()).toEqual(['dial 102', 'stop playing to caller']);
    desk.ends('102', 'rejected');
    expect(desk.heard()).toEqual(['play music to caller']);
    desk.asks('102', { kind: 'unpark', slot: '701' });
    desk.answers('102');
    expect(desk.heard().slice(-2)).toEqual(['bridge caller+102', 'record']);
    expect(desk.asks('102', { kind: 'unpark', slot: '701' })).toMatchObject({ refused: 'no-call' });
  });

  test('is told of with who left the customer there and when; whoever is wanted in vain waits there since before', () => {
    const desk = new Desk();
    const call = desk.customerCalls(customer, hotline);
    desk.answers('101');
    const at = desk.now;
    desk.asks('101', { kind: 'park', call });
    const told = () => parkedCalls(desk.board).map(({ slot, by, since, call: { id } }) => ({ slot, by, since, id }));
    const waits = [{ slot: '701', by: '101', since: at, id: call }];
    expect(told()).toEqual(waits);
    desk.wait(10);
    desk.asks('102', { kind: 'unpark', slot: '701' });
    expect(told()).toEqual([]);
    desk.ends('102', 'rejected');
    expect(told()).toEqual(waits);
    desk.extensionCalls('102', '701');
    expect(told()).toEqual([]);
  });

  test('that nobody fetches leads back to whoever left the customer there', () => {
    const desk = new Desk();
    const call = desk.customerCalls(customer, hotline);
    desk.answers('101');
    desk.asks('101', { kind: 'park', call });
    desk.heard();
    desk.wait(120);
    expect(desk.heard()).toEqual(['stop playing to caller', 'dial 101']);
  });
});

describe('a colleague’s ringing call', () => {
  const group = { pickUpGroup: 'floor' };
  const plan = {
    ...leadingTo({ kind: 'direct', extension: '101' }),
    extensions: {
      ...officePlan.extensions,
      101: extension('101', 'Lan', group),
      102: extension('102', 'Minh', group),
    },
    pickUpGroups: { floor: ['101', '102'] },
  };

  test('whose taker does not come goes on to the others, whose phones pick up nothing by themselves', () => {
    const ladder = { name: 'Lần lượt', strategy: 'one-by-one', ringSeconds: 9, otherwise: null } as const;
    const desk = new Desk({
      ...plan,
      inboundRules: leadingTo({ kind: 'group', group: 'ladder' }).inboundRules,
      groups: { ladder: { ...ladder, members: ['101', '103'] } },
    });
    const call = desk.customerCalls(customer, hotline);
    desk.heard();
    desk.asks('102', { kind: 'pick-up', call });
    expect(desk.heard()).toEqual(['hang up 101 (answered-elsewhere)', 'dial 102']);
    desk.wait(9);
    expect(desk.heard()).toEqual(['hang up 102 (no-answer)', 'dial 103']);
    expect(desk.autoAnswered).toEqual(new Set(['102']));
    desk.answers('103');
    expect(desk.stays()).toEqual(['103 answered still']);
  });

  test('is taken from a screen, by the code and by a phone that replaces it; strangers may not', () => {
    const desk = new Desk(plan);
    const call = desk.customerCalls(customer, hotline);
    desk.heard();
    expect(desk.asks('103', { kind: 'pick-up', call })).toMatchObject({ refused: 'no-call' });
    desk.asks('102', { kind: 'pick-up', call });
    expect(desk.heard()).toEqual(['hang up 101 (answered-elsewhere)', 'dial 102']);
    desk.answers('102');
    expect(desk.stays()).toEqual(['102 pick-up still']);
    desk.ends('102');

    const second = desk.customerCalls(customer, hotline);
    desk.heard();
    desk.extensionCalls('102', '*8');
    expect(desk.heard()).toEqual([
      'answer caller',
      'hang up 101 (answered-elsewhere)',
      'answer caller',
      'bridge caller+caller',
      'record',
    ]);
    expect(desk.stays(second)).toEqual(['102 pick-up still']);

    const third = desk.customerCalls(customer, hotline);
    desk.heard();
    const refused = desk.replaces('103', '101', third);
    expect(desk.stays(third)).toEqual([]);
    expect(desk.heard()).toEqual(['hang up caller (not-found)']);
    expect(desk.summary(refused)).toMatchObject({ cause: 'not-found' });
  });

  test('is moved, as a conversation, to another phone or page of the one who talks, and to nobody else’s', () => {
    const desk = new Desk(plan);
    const call = desk.customerCalls(customer, hotline);
    desk.answers('101');
    desk.heard();
    desk.replaces('102', '101', call);
    expect(desk.heard()).toEqual(['hang up caller (not-found)']);
    desk.replaces('101', '101', call);
    expect(desk.heard()).toEqual(['answer caller', 'hang up 101 (answered-elsewhere)', 'bridge caller+caller']);
    expect(desk.stays(call)).toEqual(['101 answered 0 s', '101 answered still']);
  });

  test('is moved in the middle of a consultation together with those who wait: the new phone comes back to them', () => {
    const desk = new Desk(plan);
    const call = desk.customerCalls(customer, hotline);
    desk.answers('101');
    desk.asks('101', { kind: 'consult', call, to: '103' });
    desk.answers('103');
    desk.replaces('101', '101', call);
    desk.heard();
    expect(desk.asks('101', { kind: 'back', call })).toMatchObject({ ok: true });
    expect(desk.heard()).toContain('bridge caller+caller');
    desk.ends('103', 'normal', call);
    expect(desk.call(call).stage).toBe('open');
  });

  test('is moved while whoever is to be consulted still rings: they ring on, for the new phone, and the customer waits', () => {
    const desk = new Desk(plan);
    const call = desk.customerCalls(customer, hotline);
    desk.answers('101');
    desk.asks('101', { kind: 'consult', call, to: '103' });
    desk.rings('103');
    desk.heard();
    desk.replaces('101', '101', call);
    expect(desk.heard()).toEqual([
      'answer caller',
      'play ringback to caller',
      'stop playing to 101',
      'hang up 101 (answered-elsewhere)',
    ]);
    desk.answers('103', call);
    expect(desk.heard()).toEqual(['stop playing to caller', 'bridge 103+caller']);
    expect(desk.asks('101', { kind: 'back', call })).toMatchObject({ ok: true });
    expect(desk.heard()).toContain('bridge caller+caller');
    expect(desk.stays(call)).toContain('103 consultation 0 s');
  });

  test('is moved while whoever is to be consulted still rings, and comes back to the customer where nobody answers', () => {
    const desk = new Desk(plan);
    const call = desk.customerCalls(customer, hotline);
    desk.answers('101');
    desk.asks('101', { kind: 'consult', call, to: '103' });
    desk.replaces('101', '101', call);
    desk.heard();
    desk.ends('103', 'busy', call);
    expect(desk.heard()).toContain('bridge caller+caller');
    expect(desk.call(call).stage).toBe('open');
  });

  test('that is only being made is moved, too: the customer rings for the phone that asks for it', () => {
    const desk = new Desk();
    const call = desk.clicks('101', customer);
    desk.answers('101');
    desk.rings('trunk-a');
    desk.heard();
    desk.replaces('101', '101', call);
    expect(desk.heard()).not.toContain('hang up trunk-a (cancelled)');
    desk.answers('trunk-a', call);
    expect(desk.heard()).toContain('bridge trunk-a+caller');
    desk.wait(10);
    desk.ends('trunk-a', 'normal', call);
    expect(desk.summary(call)).toMatchObject({ status: 'answered', fromExtension: '101', talkMs: 10_000 });
  });
});

describe('supervision', () => {
  const extensions = { ...officePlan.extensions, 103: extension('103', 'Hà', { supervises: ['101'] }) };
  const plan = { ...officePlan, extensions };

  test('listens unheard, whispers to one side, joins, and takes over', () => {
    const desk = new Desk(plan);
    const call = desk.customerCalls(customer, hotline);
    desk.answers('101');
    desk.heard();
    desk.asks('103', { kind: 'supervise', call, mode: 'listen', agent: '101' });
    expect(desk.heard()).toEqual(['dial 103']);
    desk.answers('103');
    expect(desk.heard()).toEqual(['bridge caller<101 101<caller 103<caller,101']);
    desk.asks('103', { kind: 'supervise', call, mode: 'whisper', agent: '101' });
    expect(desk.heard()).toEqual(['bridge caller<101 101<caller,103 103<caller,101']);
    desk.asks('103', { kind: 'supervise', call, mode: 'barge', agent: '101' });
    expect(desk.heard()).toEqual(['bridge caller+101+103']);
    desk.wait(3);
    desk.asks('103', { kind: 'supervise', call, mode: 'take-over', agent: '101' });
    expect(desk.heard()).toEqual(['hang up 101 (normal)', 'bridge caller+103']);
    expect(personOf(desk.board, '101').takenOver).toEqual({ call, by: '103', at: desk.now });
    expect(personOf(desk.board, '103').takenOver).toBeUndefined();
    desk.wait(4);
    desk.ends('caller');
    expect(desk.stays()).toEqual(['101 answered 3 s', '103 supervision 3 s', '103 take-over 4 s']);
    // Who listened in talks from when they took it over.
    expect(desk.summary().shares).toEqual(new Map(Object.entries({ 101: 3_000, 103: 4_000 })));
  });

  test('ends the conversation for everybody, of those whom one may supervise and of no other call', () => {
    const desk = new Desk(plan);
    const call = desk.customerCalls(customer, hotline);
    desk.answers('101');
    desk.heard();
    const end = (by: string, agent: string) => desk.asks(by, { kind: 'supervise', call, mode: 'hang-up', agent });
    expect(end('102', '101')).toMatchObject({ refused: 'forbidden' });
    expect(end('103', '102')).toMatchObject({ refused: 'forbidden' });
    expect(end('103', '101')).toMatchObject({ ok: true });
    expect(desk.heard()).toEqual(expect.arrayContaining(['hang up caller (normal)', 'hang up 101 (normal)']));
    expect(desk.call()).toMatchObject({ outcome: { status: 'answered', endedBy: { by: 'agent', extension: '103' } } });
  });

  test('takes over those who wait as well, from an agent who asks somebody else meanwhile', () => {
    const desk = new Desk(plan);
    const call = desk.customerCalls(customer, hotline);
    desk.answers('101');
    desk.asks('103', { kind: 'supervise', call, mode: 'listen', agent: '101' });
    desk.answers('103');
    desk.asks('101', { kind: 'consult', call, to: '102' });
    desk.answers('102');
    desk.heard();
    desk.asks('103', { kind: 'supervise', call, mode: 'take-over', agent: '101' });
    expect(desk.heard()).not.toContain('hang up caller (normal)');
    desk.asks('103', { kind: 'back', call });
    expect(desk.heard()).toContain('bridge caller+103');
    desk.ends('caller');
    expect(desk.call()).toMatchObject({ stage: 'ended', outcome: { status: 'answered' } });
  });

  test('goes along when the agent’s consultation becomes a conference, for who listens and for who is still rung', () => {
    for (const isRung of [false, true]) {
      const desk = new Desk(plan);
      const call = desk.customerCalls(customer, hotline);
      desk.answers('101');
      desk.asks('101', { kind: 'consult', call, to: '102' });
      desk.answers('102');
      desk.asks('103', { kind: 'supervise', call, mode: 'listen', agent: '101' });
      if (!isRung) desk.answers('103');
      desk.asks('101', { kind: 'merge', call });
      if (isRung) desk.answers('103');
      const members = desk.call().bridges.flatMap(({ asked }) => asked);
      const heard = members.find(({ leg }) => leg === desk.leg('103'))?.hears;
      expect([isRung, heard?.length]).toEqual([isRung, 3]);
    }
  });

  test('goes on when the agent moves to another phone, and a whisper reaches them there', () => {
    const desk = new Desk(plan);
    const call = desk.customerCalls(customer, hotline);
    desk.answers('101');
    desk.asks('103', { kind: 'supervise', call, mode: 'whisper', agent: '101' });
    desk.answers('103');
    desk.heard();
    desk.replaces('101', '101');
    const [agent, supervisor] = [desk.leg('caller'), desk.leg('103')];
    const bridge = desk.commands.findLast((command) => command.type === 'bridge');
    const members = bridge?.type === 'bridge' ? bridge.members : [];
    expect(members.find(({ leg }) => leg === agent)?.hears).toContain(supervisor);
    expect(members.find(({ hears }) => hears.includes(supervisor))?.leg).toBe(agent);
    desk.asks('101', { kind: 'invite', call, to: '102' });
    desk.ends('102', 'busy');
    expect(desk.call().legs.find(({ id }) => id === supervisor)?.state).toBe('up');
  });

  test('ends as soon as whoever listens, or is rung to listen, may not any more, and of others goes on', () => {
    const withdrawn = { ...plan, extensions: { ...extensions, 103: extension('103', 'Hà') } };
    const desk = new Desk(plan);
    const call = desk.customerCalls(customer, hotline);
    desk.answers('101');
    desk.asks('103', { kind: 'supervise', call, mode: 'listen', agent: '101' });
    desk.heard();
    desk.take({ type: 'plan-changed', plan: withdrawn, at: desk.now });
    expect(desk.heard()).toEqual(['hang up 103 (forbidden)']);
    desk.take({ type: 'plan-changed', plan, at: desk.now });
    desk.asks('103', { kind: 'supervise', call, mode: 'listen', agent: '101' });
    desk.answers('103');
    desk.heard();
    const other = { ...plan, extensions: { ...extensions, 103: { ...extensions[103], supervises: ['102', '101'] } } };
    desk.take({ type: 'plan-changed', plan: other, at: desk.now });
    expect(desk.heard()).toEqual([]);
    desk.take({ type: 'plan-changed', plan: withdrawn, at: desk.now });
    expect(desk.heard()).toEqual(['hang up 103 (forbidden)', 'bridge caller+101']);
    expect(desk.call().stage).toBe('open');
  });

  test('ends with the talk, or before, and is for those who may', () => {
    const desk = new Desk(plan);
    const call = desk.customerCalls(customer, hotline);
    desk.answers('101');
    expect(desk.asks('102', { kind: 'supervise', call, mode: 'listen', agent: '101' })).toMatchObject({
      refused: 'forbidden',
    });
    desk.asks('103', { kind: 'supervise', call, mode: 'listen', agent: '101' });
    desk.answers('103');
    desk.heard();
    desk.asks('103', { kind: 'supervise', call, mode: 'leave', agent: '101' });
    expect(desk.heard()).toEqual(['hang up 103 (normal)', 'bridge caller+101']);
    desk.asks('103', { kind: 'supervise', call, mode: 'listen', agent: '101' });
    desk.answers('103');
    desk.heard();
    desk.ends('101');
    expect(desk.heard()).toEqual(['hang up caller (normal)', 'hang up 103 (normal)', 'stop recording', 'unbridge']);
  });
});

test('a person on the phone is rung a second time only where that is wanted', () => {
  const extensions = { ...officePlan.extensions, 101: extension('101', 'Lan', { callWaiting: true }) };
  const desk = new Desk({ ...leadingTo({ kind: 'direct', extension: '101' }), extensions });
  const first = desk.customerCalls(customer, hotline);
  desk.answers('101');
  desk.heard();
  const second = desk.customerCalls('0911111111', hotline);
  expect(desk.heard()).toEqual(['dial 101']);
  desk.customerCalls('0922222222', hotline);
  expect(desk.heard()).toEqual(['hang up caller (busy)']);
  desk.answers('101', second);
  expect(desk.heard()).toContain('bridge caller< 101<');
  expect(desk.call(first).clock.counts).toBe('held');
  // Two wait, and one is spoken with.
  const third = desk.customerCalls('0922222222', hotline);
  expect(desk.heard()).toEqual(['dial 101']);
  desk.answers('101', third);
  expect([first, second, third].map((call) => desk.call(call).clock.counts)).toEqual(['held', 'held', 'talking']);
  desk.heard();
  desk.customerCalls('0933333333', hotline);
  expect(desk.heard()).toEqual(['hang up caller (busy)']);
});
