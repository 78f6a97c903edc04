import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  changeInLine,
  emptyLine,
  inOrder,
  joinLine,
  type Line,
  leaveLine,
  positionOf,
  type Rank,
  rankOf,
} from './queue-line.ts';

type Caller = { readonly id: string; readonly rank: Rank; readonly priority: number; readonly joinedAt: number };

function join(line: Line<Caller>, id: string, joinedAt: number, priority: number, worth: number | null): Line<Caller> {
  return joinLine(line, { id, joinedAt, priority, rank: rankOf(joinedAt, line.serial, priority, worth) });
}

const names = (line: Line<Caller>) => [...inOrder(line)].map(({ id }) => id);

describe('a waiting line', () => {
  test('is first come, first served within a priority, and a higher priority goes first', () => {
    let line: Line<Caller> = emptyLine;
    line = join(line, 'an', 1, 0, null);
    line = join(line, 'vip', 2, 5, null);
    line = join(line, 'binh', 2, 0, null);
    line = join(line, 'vip2', 3, 5, null);
    expect(names(line)).toEqual(['vip', 'vip2', 'an', 'binh']);
    expect(positionOf(line, 'an')).toBe(3);
    expect(positionOf(leaveLine(line, 'vip'), 'an')).toBe(2);
    expect(positionOf(line, 'nobody')).toBe(0);
  });

  test('lets those who came early catch up where a level of priority is worth a time of waiting', () => {
    let line: Line<Caller> = emptyLine;
    line = join(line, 'patient', 0, 0, 60);
    line = join(line, 'vip', 50_000, 1, 60);
    line = join(line, 'late vip', 70_000, 1, 60);
    expect(names(line)).toEqual(['vip', 'patient', 'late vip']);
  });

  test('keeps the place of whoever is changed', () => {
    let line = join(join(emptyLine, 'an', 1, 0, null), 'binh', 2, 0, null);
    line = changeInLine(line, 'an', { priority: 9 });
    expect([...inOrder(line)].map(({ id, priority }) => `${id} ${priority}`)).toEqual(['an 9', 'binh 0']);
  });

  test('is, whoever comes and goes, what sorting everybody would give', () => {
    const moves = fc.array(
      fc.record({ leaves: fc.boolean(), which: fc.nat(30), priority: fc.nat(3), pass: fc.nat(3000) }),
      { maxLength: 80 },
    );
    fc.assert(
      fc.property(moves, fc.constantFrom(null, 1, 60), (list, worth) => {
        let line: Line<Caller> = emptyLine;
        const naive: { id: string; effective: readonly [number, number]; came: number }[] = [];
        let now = 0;
        for (const [came, { leaves, which, priority, pass }] of list.entries()) {
          now += pass;
          const gone = leaves ? naive[which % Math.max(1, naive.length)] : undefined;
          if (gone !== undefined) {
            naive.splice(naive.indexOf(gone), 1);
            line = leaveLine(line, gone.id);
            continue;
          }
          const id = `c${came}`;
          line = join(line, id, now, priority, worth);
          const effective =
            worth === null ? ([-priority, now] as const) : ([0, now - priority * worth * 1000] as const);
          naive.push({ id, effective, came });
        }
        naive.sort((a, b) => a.effective[0] - b.effective[0] || a.effective[1] - b.effective[1] || a.came - b.came);
        expect(names(line)).toEqual(naive.map(({ id }) => id));
        expect(names(line).map((id) => positionOf(line, id))).toEqual(naive.map((_, index) => index + 1));
      }),
    );
  });
});
