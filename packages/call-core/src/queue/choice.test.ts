import { describe, expect, test } from 'vitest';
import type { QueueMemory } from '../board/queue.ts';
import { queueMember, type StrategyKind } from '../board/queue-plan.ts';
import { type CallerWish, type Choice, choose } from './choice.ts';
import type { Candidate } from './strategy/strategy.ts';

const at = Date.parse('2026-11-20T10:00:00+07:00');
const anybody: CallerWish = { needs: [], declinedBy: [] };

/** Three people in the order of the list; each may differ in what a test is about. */
function people(...differences: readonly Partial<Candidate>[]): readonly Candidate[] {
  return differences.map((difference, place) => ({
    ...queueMember(String(101 + place)),
    place,
    idleSince: at,
    callsToday: 0,
    ...difference,
  }));
}

function chosen(
  kind: StrategyKind,
  free: readonly Candidate[],
  wish: CallerWish = anybody,
  memory: QueueMemory = { lastPlace: -1, turn: 0 },
): Choice {
  const wanted = [...new Set(wish.needs.map(({ skill }) => skill))];
  return choose(kind, free, wish, { queue: 'sales', at, memory, wanted });
}

const rung = (choice: Choice) => choice.rung.map(({ extension }) => extension);
const reasons = (choice: Choice) => choice.passedOver.map(({ extension, why }) => `${extension} ${why()}`);

describe('of the people who are free', () => {
  test('all ring where all shall', () => {
    expect(rung(chosen('ring-all', people({}, {}, {})))).toEqual(['101', '102', '103']);
  });

  test('the one who has been idle for longest is asked, and the others are told by how much', () => {
    const choice = chosen('longest-idle', people({ idleSince: at - 40_000 }, { idleSince: at - 192_000 }));
    expect(rung(choice)).toEqual(['102']);
    expect(choice.because).toBe('rảnh lâu nhất: 3 phút 12 giây');
    expect(reasons(choice)).toEqual(['101 mới rảnh 40 giây, máy 102 rảnh 3 phút 12 giây']);
  });

  test('the one with fewest calls is asked; of equals the one who has been idle for longer', () => {
    const free = people(
      { callsToday: 4, idleSince: at - 99 },
      { callsToday: 2, idleSince: at - 1 },
      { callsToday: 2, idleSince: at - 9 },
    );
    const choice = chosen('fewest-calls', free);
    expect(rung(choice)).toEqual(['103']);
    expect(reasons(choice)).toEqual([
      '102 cùng 2 cuộc hôm nay nhưng rảnh sau máy 103',
      '101 hôm nay đã 4 cuộc, máy 103 mới 2 cuộc',
    ]);
  });

  test('round goes on after whoever was asked last, and begins again at the top', () => {
    const free = people({}, {}, {});
    const after = (lastPlace: number) => rung(chosen('round-robin', free, anybody, { lastPlace, turn: 0 }));
    expect([after(-1), after(0), after(1), after(2), after(7)]).toEqual([['101'], ['102'], ['103'], ['101'], ['101']]);
  });

  test('the list is gone through from its top each time where it says so', () => {
    const choice = chosen('linear', people({}, {}), anybody, { lastPlace: 0, turn: 3 });
    expect(rung(choice)).toEqual(['101']);
    expect(reasons(choice)).toEqual(['102 đứng thứ 2 trong danh sách, sau máy 101']);
  });

  test('chance is fair, and the same for the same turn', () => {
    const free = people({}, {}, {});
    const counts = tallied(3000, (turn) => rung(chosen('random', free, anybody, { lastPlace: 0, turn })));
    for (const { extension } of free) expect(counts[extension]).toBeGreaterThan(900);
    const once = rung(chosen('random', free, anybody, { lastPlace: 0, turn: 17 }));
    expect(rung(chosen('random', free, anybody, { lastPlace: 2, turn: 17 }))).toEqual(once);
  });

  test('weights say how often one is first, and none is the last resort', () => {
    const free = people({ weight: 1 }, { weight: 3 }, { weight: 0 });
    const counts = tallied(4000, (turn) => rung(chosen('weighted', free, anybody, { lastPlace: 0, turn })));
    expect(counts['103']).toBeUndefined();
    expect((counts['102'] ?? 0) / (counts['101'] ?? 1)).toBeGreaterThan(2.6);
    expect((counts['102'] ?? 0) / (counts['101'] ?? 1)).toBeLessThan(3.4);
    expect(rung(chosen('weighted', free.slice(2)))).toEqual(['103']);
  });

  test('whoever can it best is asked, and nobody who cannot', () => {
    const free = people({ skills: { Anh: 60 } }, { skills: { Anh: 90 } }, { skills: {} });
    const wish: CallerWish = { needs: [{ skill: 'Anh', level: 50, untilSeconds: null }], declinedBy: [] };
    const choice = chosen('skills', free, wish);
    expect(rung(choice)).toEqual(['102']);
    expect(choice.because).toBe('kỹ năng phù hợp nhất: Anh 90');
    expect(reasons(choice)).toEqual(['103 thiếu kỹ năng Anh (cần 50, có 0)', '101 kỹ năng thấp hơn máy 102: Anh 60']);
    expect(rung(chosen('linear', free.slice(2), wish))).toEqual([]);
  });

  test('a higher penalty waits until nobody of a lower one is free', () => {
    const free = people({ penalty: 2 }, { penalty: 1, idleSince: at - 5 }, { penalty: 1 });
    for (const kind of ['ring-all', 'longest-idle', 'random', 'skills'] as const) {
      expect(rung(chosen(kind, free))).not.toContain('101');
    }
    expect(rung(chosen('ring-all', free))).toEqual(['102', '103']);
    expect(reasons(chosen('ring-all', free))).toEqual(['101 bậc 2, còn người bậc 1 rảnh']);
    expect(rung(chosen('linear', free.slice(0, 1)))).toEqual(['101']);
  });

  test('by skill where the caller asked for none, it is whoever can most', () => {
    const free = people({ skills: { Anh: 60 } }, { skills: { Anh: 50, Nhật: 40 } }, { skills: {} });
    const choice = chosen('skills', free, { needs: [], declinedBy: [] });
    expect(rung(choice)).toEqual(['102']);
    expect(choice.because).toBe('kỹ năng cao nhất: Anh 50, Nhật 40');
  });

  test('who declined this call is at the back until everybody has', () => {
    const free = people({}, { penalty: 1 });
    const choice = chosen('linear', free, { needs: [], declinedBy: ['101'] });
    expect(rung(choice)).toEqual(['102']);
    expect(reasons(choice)).toEqual(['101 vừa không nhận cuộc gọi này']);
    expect(rung(chosen('linear', free, { needs: [], declinedBy: ['101', '102'] }))).toEqual(['101']);
  });
});

function tallied(turns: number, of: (turn: number) => readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (let turn = 0; turn < turns; turn++) for (const name of of(turn)) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
