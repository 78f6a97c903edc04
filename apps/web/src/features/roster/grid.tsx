import type { ResultOf, RosterEntry, RosterShift, roster } from '@alo/contract';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { shiftHoursText, shortDay, weekdayOf } from '../../domain/shift-swaps/day-words.ts';
import styles from './roster.module.css';
import { type Brush, brushText } from './roster-words.ts';

type Week = ResultOf<typeof roster>;
export type Painted = RosterEntry & { readonly kind: Brush['kind'] };

export const placeOf = ({ account_id: id, day }: Pick<RosterEntry, 'account_id' | 'day'>) => `${id} ${day}`;

/**
 * People below one another, the days of a week beside each other. A cell is painted with what is chosen above, several by drawing over
 * them; by keys the arrows go around, digits name a shift, P leave, and Delete empties.
 */
export function Grid({
  week,
  entries,
  brush,
  onPaint,
  onDay,
  day,
}: {
  week: Week;
  entries: ReadonlyMap<string, RosterEntry>;
  /** Null for whoever may only look. */
  brush: Brush | null;
  onPaint: (cells: readonly Painted[]) => void;
  onDay: ((day: string) => void) | undefined;
  day: string;
}) {
  const table = useRef<HTMLTableElement>(null);
  const [at, setAt] = useState({ row: 0, column: 0 });
  const [stroke, setStroke] = useState<readonly Painted[] | null>(null);
  const shifts = new Map(week.shifts.map((shift) => [shift.id, shift]));
  const drawn = new Map(stroke?.map((cell) => [placeOf(cell), cell]));

  useEffect(() => {
    if (stroke === null) return;
    const finish = () => {
      setStroke(null);
      onPaint(stroke);
    };
    window.addEventListener('pointerup', finish);
    return () => window.removeEventListener('pointerup', finish);
  }, [stroke, onPaint]);

  const painted = (account: string, of: string, by: Brush): Painted => ({
    account_id: account,
    day: of,
    kind: by.kind,
    shift_id: by.kind === 'shift' ? by.shift.id : null,
  });
  const focus = (row: number, column: number) => {
    const to = {
      row: Math.min(Math.max(row, 0), week.people.length - 1),
      column: Math.min(Math.max(column, 0), week.days.length - 1),
    };
    setAt(to);
    table.current?.querySelector<HTMLElement>(`[data-at="${to.row} ${to.column}"]`)?.focus();
  };
  const onKey = (event: KeyboardEvent, row: number, column: number, account: string, of: string) => {
    const steps: Readonly<Record<string, readonly [number, number]>> = {
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
    };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      focus(row + step[0], column + step[1]);
      return;
    }
    const by =
      brush === null || event.ctrlKey || event.metaKey || event.altKey ? null : brushOfKey(event.key, week.shifts);
    if (by === null) return;
    event.preventDefault();
    onPaint([painted(account, of, by)]);
  };

  return (
    <div className={styles.scroll}>
      <table className={styles.grid} ref={table}>
        <caption className={styles.caption}>Ai làm ca nào trong tuần</caption>
        <thead>
          <tr>
            <th scope="col">Nhân viên</th>
            {week.days.map((one) => (
              <th
                key={one.day}
                scope="col"
                data-off={one.holiday !== null || undefined}
                data-today={one.day === week.today || undefined}
              >
                {onDay === undefined ? (
                  <DayName day={one.day} />
                ) : (
                  <button
                    type="button"
                    className={styles.day}
                    aria-pressed={one.day === day}
                    onClick={() => onDay(one.day)}
                  >
                    <DayName day={one.day} />
                  </button>
                )}
                <span className={styles.note}>{one.holiday ?? one.lunar ?? ''}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {week.people.map((person, row) => (
            <tr key={person.id}>
              <th scope="row">
                {person.name}
                <span className={styles.note}>{[person.extension, person.team_name].filter(Boolean).join(' · ')}</span>
              </th>
              {week.days.map((one, column) => {
                const place = { account_id: person.id, day: one.day };
                const cell = drawn.get(placeOf(place)) ?? entries.get(placeOf(place));
                const shift = shifts.get(cell?.shift_id ?? '');
                const isLeave =
                  cell !== undefined && cell.shift_id === null && !('kind' in cell && cell.kind === 'none');
                const words =
                  shift === undefined ? (isLeave ? 'Nghỉ phép' : 'Trống') : `${shift.name} ${shiftHoursText(shift)}`;
                const content = <Cell shift={shift} isLeave={isLeave} />;
                if (brush === null) return <td key={one.day}>{content}</td>;
                return (
                  <td key={one.day}>
                    <button
                      type="button"
                      className={styles.cell}
                      data-at={`${row} ${column}`}
                      tabIndex={at.row === row && at.column === column ? 0 : -1}
                      aria-label={`${person.name}, ${weekdayOf(one.day)} ${shortDay(one.day)}: ${words}`}
                      onFocus={() => setAt({ row, column })}
                      onKeyDown={(event) => onKey(event, row, column, person.id, one.day)}
                      onPointerDown={(event) => {
                        if (event.pointerType === 'mouse' && event.button === 0)
                          setStroke([painted(person.id, one.day, brush)]);
                      }}
                      onPointerEnter={() => {
                        if (stroke !== null && !drawn.has(placeOf(place)))
                          setStroke([...stroke, painted(person.id, one.day, brush)]);
                      }}
                      // By touch and by keys: a mouse has drawn already.
                      onClick={(event) => {
                        const isMouse = 'pointerType' in event.nativeEvent && event.nativeEvent.pointerType === 'mouse';
                        if (!isMouse) onPaint([painted(person.id, one.day, brush)]);
                      }}
                    >
                      {content}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const DayName = ({ day }: { day: string }) => (
  <>
    {weekdayOf(day)} {shortDay(day)}
  </>
);

function Cell({ shift, isLeave }: { shift: RosterShift | undefined; isLeave: boolean }) {
  if (shift === undefined) return <span className={styles.none}>{isLeave ? 'Nghỉ phép' : '–'}</span>;
  return (
    <span className={styles.shift} style={{ borderColor: shift.colour }}>
      {`${shift.name} `}
      <span className={styles.note}>{shiftHoursText(shift)}</span>
    </span>
  );
}

function brushOfKey(key: string, shifts: readonly RosterShift[]): Brush | null {
  if (key === 'Delete' || key === 'Backspace') return { kind: 'none' };
  if (key === 'p' || key === 'P') return { kind: 'leave' };
  const shift = /^[1-9]$/.test(key) ? shifts[Number(key) - 1] : undefined;
  return shift === undefined ? null : { kind: 'shift', shift };
}

/** What can be painted with, and which key does it as well. */
export function Brushes({
  shifts,
  brush,
  onChoose,
}: {
  shifts: readonly RosterShift[];
  brush: Brush;
  onChoose: (brush: Brush) => void;
}) {
  const all: readonly (readonly [string, Brush])[] = [
    ...shifts.map((shift, at) => [at < 9 ? String(at + 1) : '', { kind: 'shift', shift }] as const),
    ['P', { kind: 'leave' }],
    ['Del', { kind: 'none' }],
  ];
  const isChosen = (one: Brush) =>
    one.kind === brush.kind && (one.kind !== 'shift' || (brush.kind === 'shift' && one.shift.id === brush.shift.id));
  return (
    <fieldset className={styles.brushes}>
      <legend className={styles.caption}>Xếp bằng</legend>
      {all.map(([key, one]) => (
        <button
          key={brushText(one)}
          type="button"
          className={styles.brush}
          aria-pressed={isChosen(one)}
          onClick={() => onChoose(one)}
        >
          {one.kind === 'shift' && <span className={styles.dot} style={{ background: one.shift.colour }} />}
          {brushText(one)}
          {key !== '' && <kbd>{key}</kbd>}
        </button>
      ))}
    </fieldset>
  );
}
