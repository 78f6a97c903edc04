import type { CallCounts, callsOfDepartment, departmentCallsRow, extensionCallsRow } from '@alo/contract';
import type { z } from 'zod';

import { average, type CallSum, callCountsOf, percent } from '../../domain/call-counts.ts';

/** Conversations of one kind between the same two, of whom either may be nobody of ours (''). */
export interface PartySum extends CallSum {
  readonly from: string;
  readonly to: string;
}

/** An extension with who has it today, and where they belong. */
export interface Person {
  readonly extension: string;
  readonly name: string;
  /** Null where nobody has the extension any more. */
  readonly accountId: string | null;
  /** Still in use. */
  readonly active: boolean;
  readonly departmentId: string | null;
  readonly departmentName: string;
  readonly teamId: string | null;
  readonly teamName: string;
  /** Whoever asks sees this person's calls. */
  readonly within: boolean;
}

/** What the rows are narrowed down by; `none` is who is in no such place. */
export interface ReportFilter {
  readonly direction?: string | undefined;
  readonly department_id?: string | undefined;
  readonly team_id?: string | undefined;
}

/** In place of the id of a place, for those who are in none. */
const nowhere = 'none';

/** The people by their extension, and the conversations that a filter leaves: what every report is made of. */
export function reportOf(all: readonly PartySum[], people: readonly Person[], filter: ReportFilter) {
  const { direction, department_id: department, team_id: team } = filter;
  const known = new Map(people.map((person) => [person.extension, person]));
  // Who has no account any more is in no place, nor is who is nobody of ours.
  const belongs = (extension: string) => {
    const person = known.get(extension);
    return (
      (department === undefined || departmentOf(person) === department) &&
      (team === undefined || teamOf(person) === team)
    );
  };
  const isWhole = department === undefined && team === undefined;
  const sums = all.filter(
    (sum) =>
      (direction === undefined || sum.direction === direction) && (isWhole || belongs(sum.from) || belongs(sum.to)),
  );
  return { sums, people: people.filter(({ extension, within }) => within && belongs(extension)), known };
}

type Report = ReturnType<typeof reportOf>;

const departmentOf = (person: Person | undefined) => placeOf(person, person?.departmentId);
const teamOf = (person: Person | undefined) => placeOf(person, person?.teamId);
const placeOf = (person: Person | undefined, place: string | null | undefined) =>
  person === undefined || person.accountId === null ? undefined : (place ?? nowhere);

/** Each conversation once with each of those whom it is of, however many of the two they are. */
function dealt<Key>(sums: readonly PartySum[], keyOf: (extension: string) => Key | undefined): Map<Key, PartySum[]> {
  const piles = new Map<Key, PartySum[]>();
  for (const sum of sums) {
    for (const key of new Set([keyOf(sum.from), keyOf(sum.to)])) {
      if (key === undefined) continue;
      const pile = piles.get(key);
      if (pile === undefined) piles.set(key, [sum]);
      else pile.push(sum);
    }
  }
  return piles;
}

/** As the contract shows what conversations come to. */
export function presentCounts(sums: readonly CallSum[]): CallCounts {
  const {
    open: _open,
    offered,
    met,
    abandoned: _abandoned,
    callback: _callback,
    waitMs,
    talkMs,
    ...counts
  } = callCountsOf(sums);
  return {
    ...counts,
    answer_rate: percent(met, offered),
    talk_seconds: Math.round(talkMs / 1_000),
    talk_average: average(talkMs, counts.answered),
    wait_average: average(waitMs, met),
  };
}

/** A row for each department in which somebody is, by name; those who are in none come last. */
export function byDepartment({ sums, people, known }: Report): z.input<typeof departmentCallsRow>[] {
  const piles = dealt(sums, (extension) => departmentOf(known.get(extension)));
  const places = Map.groupBy(
    people.filter(({ accountId }) => accountId !== null),
    (person) => person.departmentId ?? nowhere,
  );
  return [...places]
    .map(([id, members]) => ({
      id,
      name: nameOf(members[0]?.departmentName, 'Chưa có phòng ban'),
      people: members.filter(({ active }) => active).length,
      ...presentCounts(piles.get(id) ?? []),
    }))
    .toSorted(byName);
}

type Teams = z.input<typeof callsOfDepartment.result>['teams'];

/** A department's teams by name, each with its people by extension. */
export function teamsOf({ sums, people, known }: Report, department: string): Teams {
  const members = people.filter((person) => departmentOf(person) === department);
  const isIn = (extension: string) => departmentOf(known.get(extension)) === department;
  const teams = dealt(sums, (extension) => (isIn(extension) ? teamOf(known.get(extension)) : undefined));
  const each = dealt(sums, (extension) => (isIn(extension) ? extension : undefined));
  return [...Map.groupBy(members, (person) => person.teamId ?? nowhere)]
    .map(([id, its]) => ({
      id,
      name: nameOf(its[0]?.teamName, 'Chưa có nhóm'),
      ...presentCounts(teams.get(id) ?? []),
      people: its.map((person) => ({
        ...{ extension: person.extension, name: nameAsOfToday(person) },
        ...presentCounts(each.get(person.extension) ?? []),
      })),
    }))
    .toSorted(byName);
}

type ExtensionRow = Omit<z.input<typeof extensionCallsRow>, 'first_at' | 'last_at'>;

/** A row for each extension, in their order: those that there are, and those that calls still tell of. */
export function byExtension({ sums, people }: Report): ExtensionRow[] {
  const piles = dealt(sums, (extension) => extension);
  return people
    .map((person) => {
      const { extension, departmentName, teamName } = person;
      const its = piles.get(extension) ?? [];
      const { total, answered, open } = callCountsOf(its);
      return {
        id: extension,
        extension,
        name: nameAsOfToday(person),
        department_name: departmentName,
        team_name: teamName,
        ...presentCounts(its),
        unanswered: total - answered - open,
      };
    })
    .toSorted((a, b) => a.extension.localeCompare(b.extension, 'en', { numeric: true }));
}

/** What somebody did stays with their place when they have left; it is said that they have, as among the targets. */
const nameAsOfToday = ({ name, active }: Person) => (active ? name : `${name} (đã ngừng)`);

const nameOf = (name: string | undefined, none: string) => (name === undefined || name === '' ? none : name);

function byName(a: { id: string; name: string }, b: { id: string; name: string }): number {
  return Number(a.id === nowhere) - Number(b.id === nowhere) || a.name.localeCompare(b.name, 'vi');
}
