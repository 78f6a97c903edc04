export type Side = 'mine' | 'theirs';

/** A field that two people left with different values. */
export interface Difference {
  name: string;
  mine: unknown;
  theirs: unknown;
  /** The side that changed it; where both did, one's own. */
  chosen: Side;
}

type Values = Record<string, unknown>;

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/**
 * Compares what one wrote with what somebody else saved meanwhile, knowing what both started from: a field that only one
 * of the two touched keeps that one's value unless the person decides otherwise.
 */
export function differences(names: readonly string[], base: Values, mine: Values, theirs: Values): Difference[] {
  return names.flatMap((name) =>
    same(mine[name], theirs[name])
      ? []
      : [
          {
            name,
            mine: mine[name],
            theirs: theirs[name],
            chosen: same(mine[name], base[name]) ? ('theirs' as const) : ('mine' as const),
          },
        ],
  );
}

/** One's own values with the choices applied. */
export const merged = (mine: Values, decided: readonly Difference[]): Values => ({
  ...mine,
  ...Object.fromEntries(decided.map(({ name, mine: own, theirs, chosen }) => [name, chosen === 'mine' ? own : theirs])),
});
