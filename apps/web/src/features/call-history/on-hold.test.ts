import { expect, test } from 'vitest';

import type { CallDetail } from './call-detail.ts';
import { onHoldOf } from './on-hold.ts';

type Segment = CallDetail['segments'][number];
type Leg = CallDetail['legs'][number];

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 2, 0, second)).toISOString();
const leg = (id: string, name: string): Leg => ({
  id,
  party: id,
  name,
  started_at: at(0),
  answered_at: at(0),
  ended_at: at(59),
  cause: 'normal',
  device: null,
  quality: null,
});
const segment = (
  of: string,
  from: number,
  to: number,
  holds: Segment['holds'] = [],
  how: Segment['how'] = 'answered',
) => ({
  extension: of,
  leg_id: of,
  how,
  through: '' as const,
  from: at(from),
  to: at(to),
  hold_seconds: 0,
  holds,
});
const hold = (from: number, to: number, why: Segment['holds'][number]['why'] = 'hold') => ({
  from: at(from),
  to: at(to),
  why,
});
const legs = [leg('customer', 'Hà'), leg('101', 'Lan'), leg('102', 'Minh')];

/** `Lan giữ máy 5–9`, of everybody on the line. */
const onHold = (segments: Segment[]) =>
  legs.map((one) =>
    onHoldOf({ legs, segments }, one).map(({ from, to, words }) => {
      const [begin, end] = [from, to].map((moment) => (moment - Date.parse(at(0))) / 1_000);
      return `${words} ${begin}–${end}`;
    }),
  );

test('a customer waits while whoever talks with them holds, or asks a colleague', () => {
  const segments = [
    segment('101', 0, 40, [hold(5, 9), hold(20, 30, 'consultation')]),
    segment('102', 22, 30, [], 'consultation'),
  ];
  expect(onHold(segments)).toEqual([
    ['Lan giữ máy 5–9', 'Lan hỏi đồng nghiệp 20–30'],
    ['Giữ máy 5–9', 'Hỏi đồng nghiệp 20–30'],
    [],
  ]);
});

test('a customer who is on hold themselves is not said to be put there, and whom another one talks with does not wait', () => {
  const segments = [
    segment('101', 0, 40, [hold(5, 9, 'held'), hold(20, 30)]),
    segment('102', 24, 26, [], 'conference'),
  ];
  expect(onHold(segments)).toEqual([
    ['Lan giữ máy 20–24', 'Lan giữ máy 26–30'],
    ['Bị giữ máy 5–9', 'Giữ máy 20–30'],
    [],
  ]);
});

test('where both hold the customer waits for both, each as long as they do', () => {
  const segments = [segment('101', 0, 40, [hold(10, 20)]), segment('102', 0, 40, [hold(15, 25)], 'conference')];
  expect(onHold(segments)[0]).toEqual(['Lan giữ máy 15–20', 'Minh giữ máy 15–20']);
});
