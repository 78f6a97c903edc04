import type { CallCounts, callsOfDepartment, departmentCallsRow, extensionCallsRow } from '@alo/contract';
import type { z } from 'zod';

import { average, type CallSum, callCountsOf, callRatios, percent } from '../../domain/call-counts.ts';

/**
 * Conversations of one kind of the same people: who placed them and who took them, either of whom may be nobody of ours (''). They are
 * told apart by their extensions, or by who had these then.
 */
export interface PartySum extends CallSum {
  readonly from: string;
  readonly to: string;
  /** Who talked in them besides. */
  readonly others: readonly string[];
}

/** What somebody talked themselves in conversations of one direction. */
export interface DirectionTalk {
  readonly by: string;
  readonly direction: string;
  readonly talkMs: number;
}

/** Conversations, and what each of their people talked in them. */
export interface Parties {
  readonly sums: readonly PartySum[];
  readonly talks: readonly DirectionTalk[];
}

/** An extension with who has it today or had it last, and where they belong. */
export interface ReportedPerson {
  /** What stands for them in the sums. */
  readonly key: string;
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

/** The people, and the conversations that a filter leaves: what every report is made of. */
export function reportOf(all: Parties, people: readonly ReportedPerson[], filter: ReportFilter) {
  const { direction, department_id: department, team_id: team } = filter;
  const isWhole = department === undefined && team === undefined;
  // Who has no account any more is in no place, nor is who is nobody of ours.
  const known = new Map(
    people
      .filter((person) => department === undefined || departmentOf(person) === department)
      .filter((person) => team === undefined || teamOf(person) === team)
      .map((person) => [person.key, person]),
  );
  const belongs = (key: string) => isWhole || known.has(key);
  const isMeant = (one: { readonly direction: string }) => direction === undefined || one.direction === direction;
  return {
    sums: all.sums.filter((sum) => isMeant(sum) && partyKeysOf(sum).some(belongs)),
    talks: all.talks.filter((talk) => isMeant(talk) && belongs(talk.by)),
    people: people.filter(({ key, within }) => within && belongs(key)),
    known,
  };
}

/** Whose conversations these are. */
export const partyKeysOf = ({ from, to, others }: PartySum): string[] => [from, to, ...others];

type Report = ReturnType<typeof reportOf>;

const departmentOf = (person: ReportedPerson | undefined) => placeOf(person, person?.departmentId);
const teamOf = (person: ReportedPerson | undefined) => placeOf(person, person?.teamId);
const placeOf = (person: ReportedPerson | undefined, place: string | null | undefined) =>
  person === undefined || person.accountId === null ? undefined : (place ?? nowhere);

/**
 * What conversations come to for each of those whom they are of: each once, however many of its people they are, and of the talk in it
 * what was theirs.
 */
function dealt<Pile>({ sums, talks }: Parties, pileOf: (key: string) => Pile | undefined) {
  const piles = new Map<Pile, PartySum[]>();
  for (const sum of sums) {
    for (const name of new Set(partyKeysOf(sum).map(pileOf))) {
      if (name === undefined) continue;
      const pile = piles.get(name);
      if (pile === undefined) piles.set(name, [sum]);
      else pile.push(sum);
    }
  }
  const own = Map.groupBy(talks, ({ by }) => pileOf(by));
  return (name: Pile) => {
    const its = piles.get(name) ?? [];
    const talkMs = (own.get(name) ?? []).reduce((total, one) => total + one.talkMs, 0);
    return { its, counts: presentCounts(its, talkMs) };
  };
}

/** As the contract shows what conversations come to; where they are somebody's, with what was talked by them. */
export function presentCounts(sums: readonly CallSum[], ownTalkMs?: number): CallCounts {
  const all = callCountsOf(sums);
  const {
    open: _open,
    offered: _offered,
    met: _met,
    abandoned: _abandoned,
    voicemail: _voicemail,
    callback: _callback,
    waitMs: _waitMs,
    talkMs: talkMsOfCalls,
    ...counts
  } = all;
  const talkMs = ownTalkMs ?? talkMsOfCalls;
  return {
    ...counts,
    answer_rate: percent(...callRatios.answer_rate(all)),
    talk_seconds: Math.round(talkMs / 1_000),
    talk_average: average(...callRatios.talk_average({ ...all, talkMs })),
    wait_average: average(...callRatios.wait_average(all)),
  };
}

/** A row for each department in which somebody is, by name; those who are in none come last. */
export function byDepartment({ people, known, ...parties }: Report): z.input<typeof departmentCallsRow>[] {
  const dealtTo = dealt(parties, (key) => departmentOf(known.get(key)));
  const places = Map.groupBy(
    people.filter(({ accountId }) => accountId !== null),
    (person) => person.departmentId ?? nowhere,
  );
  return [...places]
    .map(([id, members]) => ({
      id,
      name: nameOf(members[0]?.departmentName, 'Chưa có phòng ban'),
      people: members.filter(({ active }) => active).length,
      ...dealtTo(id).counts,
    }))
    .toSorted(byName);
}

type Teams = z.input<typeof callsOfDepartment.result>['teams'];

/** A department's teams by name, each with its people by extension. */
export function teamsOf({ people, known, ...parties }: Report, department: string): Teams {
  const members = people.filter((person) => departmentOf(person) === department);
  const isIn = (key: string) => departmentOf(known.get(key)) === department;
  const dealtTo = dealt(parties, (key) => (isIn(key) ? teamOf(known.get(key)) : undefined));
  const dealtToEach = dealt(parties, (key) => (isIn(key) ? key : undefined));
  return [...Map.groupBy(members, (person) => person.teamId ?? nowhere)]
    .map(([id, its]) => ({
      id,
      name: nameOf(its[0]?.teamName, 'Chưa có nhóm'),
      ...dealtTo(id).counts,
      people: its.map((person) => ({
        id: person.key,
        extension: person.extension,
        name: nameAsOfToday(person),
        ...dealtToEach(person.key).counts,
      })),
    }))
    .toSorted(byName);
}

type ExtensionRow = Omit<z.input<typeof extensionCallsRow>, 'first_at' | 'last_at'>;

/** A row for each extension, in their order: those that there are, and those that calls still tell of. */
export function byExtension({ people, ...parties }: Report): ExtensionRow[] {
  const dealtTo = dealt(parties, (key) => key);
  return people
    .map((person) => {
      const { extension, departmentName, teamName } = person;
      const { its, counts } = dealtTo(person.key);
      const { total, answered, open } = callCountsOf(its);
      return {
        id: extension,
        extension,
        name: nameAsOfToday(person),
        department_name: departmentName,
        team_name: teamName,
        ...counts,
        unanswered: total - answered - open,
      };
    })
    .toSorted((a, b) => a.extension.localeCompare(b.extension, 'en', { numeric: true }));
}

/** What somebody did stays with their place when they have left; it is said that they have, as among the targets. */
export const nameAsOfToday = ({ name, active }: Pick<ReportedPerson, 'name' | 'active'>) =>
  active ? name : `${name} (đã ngừng)`;

const nameOf = (name: string | undefined, none: string) => (name === undefined || name === '' ? none : name);

function byName(a: { id: string; name: string }, b: { id: string; name: string }): number {
  return Number(a.id === nowhere) - Number(b.id === nowhere) || a.name.localeCompare(b.name, 'vi');
}
