import { type KpiMeasureName, type KpiState, kpiMeasureNames, kpiState, type kpis, type RowOf } from '@alo/contract';

type Target = RowOf<typeof kpis>;

/** All targets that somebody, a team or a department has in a month. */
export interface Holder {
  readonly id: string;
  readonly name: string;
  readonly place: string;
  readonly kind: Target['kind'];
  readonly targets: Readonly<Partial<Record<KpiMeasureName, Target>>>;
  /** Of all of them, the one that asks for something to be done first. */
  readonly state: KpiState;
}

/** What is worst stands first. */
const worst: readonly KpiState[] = ['failed', 'behind', 'on-course', 'waiting', 'reached'];

/** One row for each who has targets, in the order in which they come; and the measures that any of them has, as they are always told. */
export function byPerson(rows: readonly Target[]): {
  readonly holders: readonly Holder[];
  readonly measures: readonly KpiMeasureName[];
} {
  const holders = [...Map.groupBy(rows, holderOf)].flatMap(([id, [first, ...more]]): Holder[] => {
    if (first === undefined) return [];
    const all = [first, ...more];
    const states = new Set(all.map((row) => kpiState(row.measure, row, row)));
    return [
      {
        id,
        name: first.name,
        place: (first.kind === 'department' ? null : (first.team_name ?? first.department_name)) ?? '',
        kind: first.kind,
        targets: Object.fromEntries(all.map((row) => [row.measure, row])),
        state: worst.find((state) => states.has(state)) ?? 'waiting',
      },
    ];
  });
  const had = new Set(rows.map(({ measure }) => measure));
  return { holders, measures: kpiMeasureNames.filter((name) => had.has(name)) };
}

/** Whom a target is for: what its kind names is there. */
export const holderOf = ({ kind, account_id: person, team_id: team, department_id: department }: Target): string =>
  (kind === 'person' ? person : kind === 'team' ? team : department) ?? '';
