import { describe, expect, test } from 'vitest';
import type { CallId, Cause, LegId, PlayId } from '../board/vocabulary.ts';
import { Desk } from '../testing/desk.ts';
import { extension, hotline, leadingTo, officePlan } from '../testing/plan.ts';
import { outcomeWords } from './outcome-words.ts';

const customer = '0901234567';

/** What everybody is told of how the call came out. */
function told(desk: Desk, call?: CallId): string {
  const { outcome, direction } = desk.call(call);
  if (outcome === null) throw new Error('It goes on');
  return outcomeWords({ ...outcome, direction, endedBy: outcome.endedBy.by });
}

describe('how a call came out', () => {
  test('tells the agent who gave up from the customer who did', () => {
    const desk = new Desk();
    desk.extensionCalls('101', customer);
    desk.rings('trunk-a');
    desk.ends('caller', 'cancelled');
    expect(desk.summary()).toMatchObject({ status: 'cancelled', endedBy: { by: 'agent', extension: '101' } });
    expect(told(desk)).toBe('Người gọi huỷ');
    desk.customerCalls(customer, hotline);
    desk.ends('caller', 'cancelled');
    expect(desk.summary()).toMatchObject({ status: 'abandoned', endedBy: { by: 'customer' } });
    expect(told(desk)).toBe('Khách dập máy');
  });

  test('tells every way apart in which a customer is not reached', () => {
    const words = (cause: Cause, sipCode?: number) => {
      const desk = new Desk();
      desk.extensionCalls('101', customer);
      desk.on('trunk-a', { type: 'ended', cause, ...(sipCode !== undefined && { sipCode }) });
      if (desk.call().stage === 'open') desk.on('trunk-b', { type: 'ended', cause });
      return told(desk);
    };
    const all: readonly Cause[] = ['rejected', 'busy', 'no-answer', 'no-response', 'not-found', 'congestion', 'limit'];
    expect(all.map((cause) => words(cause))).toEqual([
      'Bị từ chối',
      'Máy bận',
      'Không trả lời',
      'Nhà mạng không phản hồi',
      'Số không tồn tại',
      'Nghẽn mạng',
      'Đã hết đường gọi',
    ]);
    expect(words('unreachable')).toBe('Không liên lạc được');
  });

  test('the phone that called is told what the history is, whatever the carrier says', () => {
    const causes: readonly Cause[] = [
      'busy',
      'no-answer',
      'rejected',
      'no-response',
      'unreachable',
      'not-found',
      'forbidden',
      'blocked',
      'congestion',
      'limit',
      'incompatible',
      'failed',
      'interrupted',
    ];
    for (const cause of causes) {
      const desk = new Desk();
      desk.extensionCalls('101', customer);
      desk.on('trunk-a', { type: 'ended', cause });
      if (desk.call().stage === 'open') desk.on('trunk-b', { type: 'ended', cause });
      expect([cause, desk.heard().at(-1), desk.summary().cause]).toEqual([cause, `hang up caller (${cause})`, cause]);
    }
  });

  test('an unknown short number does not exist, and is no call to the outside', () => {
    const desk = new Desk();
    desk.extensionCalls('101', '199');
    desk.heardAll('caller');
    expect(desk.summary()).toMatchObject({ status: 'failed', cause: 'not-found' });
    expect(desk.call()).toMatchObject({ direction: 'internal', outsideNumber: null });
    expect(told(desk)).toBe('Số không tồn tại');
    expect(desk.trace()).toContain('Số không tồn tại');
  });

  test('of a phone that sleeps says so', () => {
    const desk = new Desk();
    desk.registers('102', true);
    desk.extensionCalls('101', '102');
    expect(desk.trace()).toContain('Bỏ qua máy nhánh 102 (Trần Văn Minh): trình duyệt đang ngủ');
  });

  test('of a call that was turned away before anything was decided leaves a row', () => {
    const desk = new Desk();
    const call = 'full' as CallId; // a test's own names
    const leg = 'full-in' as LegId;
    const origin = { kind: 'extension', extension: '101' } as const;
    desk.take({ type: 'arrived', call, leg, at: desk.now, origin, dialled: customer, refused: 'limit' });
    expect(desk.summary(call)).toMatchObject({ stage: 'ended', status: 'failed', cause: 'limit' });
    expect(told(desk, call)).toBe('Đã hết đường gọi');
    expect(desk.heard()).toEqual([]);
  });

  test('of a talk whose other side fell silent says what happened', () => {
    const desk = new Desk();
    desk.extensionCalls('101', '102');
    desk.answers('102');
    desk.on('102', { type: 'media', on: false });
    expect(desk.trace().at(-1)).toBe('Không nghe thấy tiếng của máy nhánh 102');
    desk.wait(10);
    desk.on('102', { type: 'media', on: true });
    desk.wait(60);
    expect(desk.call().stage).toBe('open');
    desk.on('102', { type: 'media', on: false });
    desk.wait(20);
    expect(desk.summary()).toMatchObject({ status: 'answered', cause: 'no-media', endedBy: { by: 'system' } });
    expect(told(desk)).toBe('Gặp, mất âm thanh');
  });

  test('whose signalling is asked may be silent for as long as it likes: a mailbox records', () => {
    const desk = new Desk();
    desk.extensionCalls('101', '102');
    desk.answers('102');
    desk.on('102', { type: 'media', on: false, asked: true });
    expect(desk.trace().at(-1)).toBe('Không nghe thấy tiếng của máy nhánh 102');
    desk.wait(600);
    desk.on('102', { type: 'held', on: true });
    desk.on('102', { type: 'held', on: false });
    desk.wait(600);
    expect(desk.call().stage).toBe('open');
    desk.on('102', { type: 'media', on: true, asked: true });
    expect(desk.trace().at(-1)).toBe('Đã nghe lại tiếng của máy nhánh 102');
  });

  test('that holds is not taken for one that fell silent', () => {
    const desk = new Desk();
    desk.extensionCalls('101', '102');
    desk.answers('102');
    desk.on('102', { type: 'held', on: true });
    desk.on('102', { type: 'media', on: false });
    desk.wait(300);
    expect(desk.call().stage).toBe('open');
  });
});

describe('a leg that should be gone and shows life', () => {
  test('is told to go again', () => {
    const desk = new Desk();
    desk.extensionCalls('101', customer);
    const late = { call: desk.call().id, leg: desk.leg('trunk-a'), at: desk.now };
    desk.ends('caller', 'cancelled');
    desk.heard();
    desk.take({ type: 'answered', ...late });
    expect(desk.heard()).toEqual(['hang up trunk-a (normal)']);
    desk.take({ type: 'ended', ...late, cause: 'normal' });
    desk.take({ type: 'played', ...late, play: 'p' as PlayId });
    expect(desk.heard()).toEqual([]);
  });

  test('and nobody knows, is told to go', () => {
    const desk = new Desk();
    desk.take({ type: 'answered', call: 'x' as CallId, leg: 'y' as LegId, at: desk.now }); // a test's own names
    expect(desk.heard()).toEqual(['hang up y (normal)']);
  });
});

describe('what a carrier plays before the answer', () => {
  test('is heard by whoever calls, and goes on as the talk', () => {
    const desk = new Desk();
    desk.extensionCalls('101', customer);
    desk.heard();
    desk.on('trunk-a', { type: 'early-media' });
    expect(desk.heard()).toEqual(['progress caller', 'bridge caller+trunk-a']);
    desk.wait(6);
    desk.answers('trunk-a');
    expect(desk.heard()).toEqual(['answer caller', 'record']);
    expect(desk.summary()).toMatchObject({ ringMs: 6000, stage: 'talking' });
  });

  test('is left for the next carrier', () => {
    const desk = new Desk();
    desk.extensionCalls('101', customer);
    desk.on('trunk-a', { type: 'early-media' });
    desk.heard();
    desk.on('trunk-a', { type: 'ended', cause: 'no-answer', sipCode: 408 });
    expect(desk.heard()).toEqual(['dial 0901234567 over trunk-b', 'unbridge']);
    desk.on('trunk-b', { type: 'ringing' });
    expect(desk.heard()).toEqual(['ring caller']);
    desk.on('trunk-b', { type: 'early-media' });
    expect(desk.heard()).toEqual(['progress caller', 'bridge caller+trunk-b']);
  });
});

test('what an engine never tells of a recording is not waited for for ever', () => {
  const desk = new Desk();
  desk.extensionCalls('101', '102');
  desk.answers('102');
  const take = desk.take.bind(desk);
  desk.take = (event) => (event.type === 'recorded' ? undefined : take(event));
  desk.ends('caller');
  expect(desk.call().recordings).toMatchObject([{ state: 'stopping' }]);
  desk.wait(60);
  expect(desk.call().recordings).toMatchObject([{ state: 'stored', bytes: 0, kept: 'incomplete' }]);
  expect(desk.openTimers).toBe(0);
});

test('ring, talk and hold of a call agree with the stays of people in it', () => {
  const extensions = { ...officePlan.extensions, 101: extension('101', 'Lan') };
  const desk = new Desk({ ...leadingTo({ kind: 'direct', extension: '101' }), extensions });
  const call = desk.customerCalls(customer, hotline);
  desk.wait(3);
  desk.answers('101');
  desk.wait(7);
  desk.asks('101', { kind: 'hold', call, on: true });
  desk.wait(5);
  desk.asks('101', { kind: 'hold', call, on: false });
  desk.wait(2);
  desk.asks('101', { kind: 'transfer', call, to: '103' });
  desk.wait(4);
  desk.answers('103');
  desk.wait(9);
  desk.ends('caller');
  const { ringMs, talkMs, holdMs } = desk.summary();
  const stays = desk.call().segments.reduce((sum, { from, to }) => sum + ((to ?? desk.now) - from), 0);
  const held = desk.call().segments.reduce((sum, segment) => sum + segment.holdMs, 0);
  expect({ ringMs, talkMs, holdMs }).toEqual({ ringMs: 7000, talkMs: stays, holdMs: held });
  // One recording from the first answer to the end: the talk, and silence while the next one was rung.
  const { recordings, outcome, answer } = desk.call();
  expect(recordings.map(({ startedAt }) => startedAt)).toEqual([answer?.at]);
  expect((outcome?.at ?? 0) - (answer?.at ?? 0)).toBe(talkMs + 4000);
});

test('whoever comes to somebody that holds is on hold from their first second', () => {
  const desk = new Desk();
  desk.extensionCalls('101', '102');
  desk.answers('102');
  desk.on('caller', { type: 'held', on: true });
  desk.asks('102', { kind: 'transfer', call: desk.call().id, to: '103' });
  desk.answers('103');
  desk.wait(5);
  desk.on('caller', { type: 'held', on: false });
  desk.wait(2);
  desk.ends('caller');
  const stays = desk.call().segments.filter(({ from, to }) => to !== null && to > from);
  expect(stays.map(({ extension: of, holdMs }) => [of, holdMs])).toEqual([
    ['101', 5_000],
    ['103', 5_000],
  ]);
});

test('somebody outside to whom a customer is forwarded is not the customer', () => {
  const outboundRules = officePlan.outboundRules.map((rule) => ({ ...rule, extensions: 'all' as const }));
  const desk = new Desk(leadingTo({ kind: 'fw', number: '0987654321', showing: 'own' }, { outboundRules }));
  desk.customerCalls(customer, hotline);
  desk.ends('trunk-a', 'rejected');
  expect(desk.summary()).toMatchObject({ status: 'busy', cause: 'rejected', endedBy: { by: 'system' } });
  desk.customerCalls(customer, hotline);
  desk.answers('trunk-a');
  desk.ends('trunk-a');
  expect(desk.summary()).toMatchObject({ status: 'answered', endedBy: { by: 'agent', extension: null } });
  expect(desk.summary()).toMatchObject({ toExtension: null, agentExtension: null, shares: new Map() });
});
