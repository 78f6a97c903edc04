/** A statement that PostgreSQL is asked to keep: planned once a connection and not each time. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
}

/**
 * Stands in a statement whose best plan depends on what is asked for: which of several conditions hardly any row has. A kept plan
 * takes each for as rare as the others.
 */
export const plannedEachTime = '/* planned each time */';

/** Each kept plan costs memory in every connection; texts that differ by the length of a list must not fill it. */
const mostNames = 300;
/** Texts that were seen once; forgotten together when they become too many. */
const mostSeenOnce = 2_000;

/**
 * Names statements by their text, from the second time that it is asked: planning a list under row-level security takes
 * several times as long as running it.
 */
export function statementNames(): (text: string, values: readonly unknown[]) => Statement {
  const names = new Map<string, string>();
  const seenOnce = new Set<string>();

  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (
      known !== undefined ||
      names.size >= mostNames ||
      text.includes(plannedEachTime) ||
      !/^\s*(select|with|insert|update|delete)\b/i.test(text)
    ) {
      return known;
    }
    if (!seenOnce.delete(text)) {
      if (seenOnce.size >= mostSeenOnce) seenOnce.clear();
      seenOnce.add(text);
      return undefined;
    }
    const name = `alo${names.size}`;
    names.set(text, name);
    return name;
  }

  return (text, values) => {
    const name = nameOf(text);
    return { ...(name === undefined ? {} : { name }), text, values: [...values] };
  };
}
