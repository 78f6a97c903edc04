import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OverloadControl, type SenderKind } from './overload-control.ts';

const spanSeconds = 0.5;

interface Flood {
  readonly kind: SenderKind;
  readonly sender: string;
  /** In a span. */
  readonly messages: number;
}

/** One span: how many of each sender's messages were taken. All send in turns, as they do on the wire. */
function span(control: OverloadControl, floods: readonly Flood[], pressure: number): number[] {
  const taken = floods.map(() => 0);
  const most = Math.max(...floods.map(({ messages }) => messages));
  for (let nth = 0; nth < most; nth += 1) {
    for (const [index, { kind, sender, messages }] of floods.entries()) {
      if (nth < messages && control.takes(kind, sender)) taken[index] = (taken[index] ?? 0) + 1;
    }
  }
  control.turn(pressure, spanSeconds);
  return taken;
}

const spans = (control: OverloadControl, floods: readonly Flood[], pressures: readonly number[]): number[] =>
  pressures.map((pressure) => span(control, floods, pressure)).at(-1) ?? [];
const long = (pressure: number): number[] => Array.from({ length: 20 }, () => pressure);

const stranger = (sender: string, messages: number): Flood => ({ kind: 'stranger', sender, messages });
const neighbour = (sender: string, messages: number): Flood => ({ kind: 'neighbour', sender, messages });
const company = (sender: string, messages: number): Flood => ({ kind: 'company', sender, messages });

test('below the pressure that the engine may be under, everything is taken', () => {
  const floods = [stranger('192.0.2.1', 5_000), neighbour('192.0.2.2', 5_000), company('large', 5_000)];
  expect(spans(new OverloadControl(), floods, long(0.7))).toEqual([5_000, 5_000, 5_000]);
});

test('strangers that flood are shed down to their floor, and then companies that send most, down to theirs', () => {
  const floods = [
    stranger('192.0.2.1', 3_000),
    stranger('192.0.2.2', 3_000),
    stranger('192.0.2.3', 2),
    neighbour('192.0.2.4', 3_000),
    company('flooding', 3_000),
    company('modest', 100),
  ];
  expect(spans(new OverloadControl(), floods, long(2))).toEqual([10, 10, 2, 100, 150, 100]);
});

test('strangers go first: what companies send is taken while there is one above the floor', () => {
  const floods = [stranger('192.0.2.1', 8_000), company('large', 2_000), company('small', 10)];
  const control = new OverloadControl();
  const seen = [2, 2, 2].map((pressure) => span(control, floods, pressure));
  expect(seen).toEqual([
    [8_000, 2_000, 10],
    [4_000, 2_000, 10],
    [2_000, 2_000, 10],
  ]);
});

test('a flood from ever new addresses is shed as one', () => {
  const control = new OverloadControl();
  let last = 0;
  for (let nth = 0; nth < 20; nth += 1) {
    const floods = Array.from({ length: 3_000 }, (_, index) => stranger(`${nth}-${index}`, 1));
    last = span(control, floods, 2).reduce((all, one) => all + one, 0);
  }
  expect(last).toBe(100);
});

test('when the pressure is gone more is taken again, until all is', () => {
  const control = new OverloadControl();
  const floods = [company('flooding', 2_000), company('modest', 10)];
  expect(spans(control, floods, long(2))).toEqual([150, 10]);
  const [afterOne = 0] = spans(control, floods, [0.5, 0.5]);
  expect(afterOne).toBeGreaterThan(150);
  expect(afterOne).toBeLessThan(2_000);
  expect(spans(control, floods, long(0.5))).toEqual([2_000, 10]);
});

test('what was taken beyond the measure is owed', () => {
  const control = new OverloadControl();
  spans(control, [company('flooding', 2_000), company('modest', 10)], long(2));
  expect(control.takes('company', 'flooding', 400)).toBe(false);
  control.owes('company', 'flooding', 400);
  const room = [];
  for (let nth = 0; nth < 4; nth += 1) {
    control.turn(2, spanSeconds);
    room.push(control.roomFor('company', 'flooding'));
  }
  expect(room).toEqual([0, 50, 150, 150]);
});

test('whatever comes and however great the pressure: a company within its floor is taken, and nobody is who sent more than one who was shed', () => {
  const kinds = fc.constantFrom<SenderKind>('stranger', 'neighbour', 'company');
  const flood = fc.record({
    kind: kinds,
    sender: fc.constantFrom('a', 'b', 'c'),
    messages: fc.integer({ min: 1, max: 900 }),
  });
  const oneOfEach = fc.uniqueArray(flood, { selector: ({ kind, sender }) => `${kind} ${sender}`, minLength: 1 });
  const pressures = fc.array(fc.double({ min: 0, max: 5, noNaN: true }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(oneOfEach, pressures, (floods, seen) => {
      const control = new OverloadControl();
      for (const pressure of seen) {
        const taken = span(control, floods, pressure);
        const companies = floods.flatMap(({ kind, messages }, index) =>
          kind === 'company' ? [{ sent: messages, taken: taken[index] ?? 0 }] : [],
        );
        const shed = companies.filter((one) => one.taken < one.sent);
        const leastShed = Math.min(...shed.map(({ sent }) => sent));
        expect(shed.every((one) => one.taken >= 150)).toBe(true);
        expect(companies.every((one) => one.sent <= leastShed || one.taken < one.sent)).toBe(true);
      }
    }),
  );
});
