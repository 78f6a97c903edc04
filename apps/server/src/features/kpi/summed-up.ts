import {
  type KpiMeasureName,
  type KpiMonth,
  type KpiParts,
  type KpiPlace,
  kpiMeasures,
  kpiParts,
  kpiPercent,
  kpiReached,
  kpiState,
} from '@alo/contract';

/** Somebody, where they belong, and what they did in the month. */
export interface KpiPerson {
  readonly id: string;
  readonly name: string;
  /** Still in use. */
  readonly active: boolean;
  readonly teamId: string | null;
  readonly departmentId: string | null;
  readonly parts: KpiParts;
}

/** What the company is made of, and the targets of one measure by the id of whom they are for. */
export interface KpiCompany {
  readonly departments: readonly { readonly id: string; readonly name: string }[];
  readonly teams: readonly { readonly id: string; readonly name: string; readonly departmentId: string }[];
  readonly people: readonly KpiPerson[];
  readonly targets: ReadonlyMap<string, number>;
}

/** Those who are in no department. */
const nowhere = 'nowhere';

/** A place while it is summed up. */
interface Summed {
  readonly place: KpiPlace;
  readonly below: readonly Summed[];
}

/**
 * The company from departments down to people, whatever is in a place right below it. A place without a target of its own has what
 * its teams and people should reach together, where a measure can be added, and is compared with what those reached whose targets
 * these are; of rates there is no sum.
 */
export function summedUp(
  measure: KpiMeasureName,
  month: KpiMonth,
  { departments, teams, people, targets }: KpiCompany,
): KpiPlace[] {
  const adds = kpiMeasures[measure].by === undefined;

  const standing = (target: number | null, compared: number | null): Pick<KpiPlace, 'percent' | 'state'> =>
    target === null
      ? { percent: null, state: null }
      : {
          percent: kpiPercent(measure, target, compared),
          state: kpiState(measure, { target, reached: compared }, month),
        };

  function personIn(parent: string, person: KpiPerson): Summed {
    const target = targets.get(person.id) ?? null;
    const reached = kpiReached(measure, person.parts);
    const stands = standing(target, reached);
    return {
      place: {
        id: person.id,
        kind: 'person',
        parent,
        people: person.active ? 1 : 0,
        target,
        reached,
        name: person.active ? person.name : `${person.name} (đã ngừng)`,
        aimed: target === null ? 0 : 1,
        met: stands.state === 'reached' ? 1 : 0,
        is_own: target !== null,
        ...stands,
      },
      below: [],
    };
  }

  function placeOf(
    kind: 'department' | 'team' | 'nowhere',
    { id, name, parent }: { id: string; name: string; parent: string | null },
    { below, of }: { below: readonly Summed[]; of: readonly KpiPerson[] },
  ): Summed {
    const own = targets.get(id) ?? null;
    const aimed = adds ? below.filter(({ place }) => place.target !== null) : [];
    const target = own ?? (aimed.length === 0 ? null : sum(aimed.map(({ place }) => place.target ?? 0)));
    const reached = kpiReached(measure, together(of.map(({ parts }) => parts)));
    const compared = own === null ? sum(aimed.map(comparedIn)) : reached;
    return {
      place: {
        id,
        kind,
        name,
        parent,
        target,
        reached,
        is_own: own !== null,
        people: of.filter(({ active }) => active).length,
        aimed: sum(below.map(({ place }) => place.aimed)),
        met: sum(below.map(({ place }) => place.met)),
        ...standing(target, compared),
      },
      below,
    };
  }

  const teamPlaces = (departmentId: string) =>
    teams
      .filter((team) => team.departmentId === departmentId)
      .map(({ id, name }) => {
        const of = people.filter(({ teamId }) => teamId === id);
        return placeOf('team', { id, name, parent: departmentId }, { below: of.map((one) => personIn(id, one)), of });
      });

  const places = departments.map(({ id, name }) => {
    const below = teamPlaces(id);
    const inTeams = new Set(below.map(({ place }) => place.id));
    const alone = people.filter(
      ({ departmentId, teamId }) => departmentId === id && (teamId === null || !inTeams.has(teamId)),
    );
    const of = [...people.filter(({ teamId }) => teamId !== null && inTeams.has(teamId)), ...alone];
    return placeOf(
      'department',
      { id, name, parent: null },
      {
        below: [...below, ...alone.map((one) => personIn(id, one))],
        of,
      },
    );
  });

  const known = new Set(departments.map(({ id }) => id));
  const others = people.filter(({ departmentId }) => departmentId === null || !known.has(departmentId));
  if (others.length > 0) {
    const below = others.map((one) => personIn(nowhere, one));
    places.push(placeOf('nowhere', { id: nowhere, name: 'Chưa thuộc phòng ban', parent: null }, { below, of: others }));
  }
  return places.flatMap(flat);
}

/** What is compared with the targets below a place: of one that has its own, all that was reached there. */
const comparedIn = ({ place, below }: Summed): number =>
  place.is_own || below.length === 0
    ? (place.reached ?? 0)
    : sum(below.filter((one) => one.place.target !== null).map(comparedIn));

const flat = ({ place, below }: Summed): KpiPlace[] => [place, ...below.flatMap(flat)];

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const together = (all: readonly KpiParts[]): KpiParts =>
  // Every part, from their own list.
  Object.fromEntries(kpiParts.map((part) => [part, sum(all.map((parts) => parts[part]))])) as KpiParts;
