/** Whether two pieces of plain data say the same. What is undefined is not there: in JSON it is not, either. */
export function sameData(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const others = new Map(entriesIn(other));
  const entries = entriesIn(one);
  return (
    entries.length === others.size &&
    entries.every(([key, value]) => others.has(key) && sameData(value, others.get(key)))
  );
}

const entriesIn = (data: object): [string, unknown][] =>
  Object.entries(data).filter(([, value]: [string, unknown]) => value !== undefined);
