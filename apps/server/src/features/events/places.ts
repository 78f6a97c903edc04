/** So many of one key at once are a mistake of its program. */
const ofKeyAtMost = 20;
/** Of all keys of a company together. */
const ofCompanyAtMost = 200;

/** How many of something that lasts a company's programs have at once: few each, and not many together, however many keys there are. */
export function places(
  most: { readonly key: number; readonly company: number } = { key: ofKeyAtMost, company: ofCompanyAtMost },
) {
  const taken = new Map<string, number>();
  const add = (name: string, by: 1 | -1) => {
    const left = (taken.get(name) ?? 0) + by;
    if (left === 0) taken.delete(name);
    else taken.set(name, left);
  };
  return {
    /** Answers what gives it back; undefined where there is none. */
    take(company: string, key: string): (() => void) | undefined {
      const [all, own] = [`${company}/`, `${company}/${key}`];
      if ((taken.get(all) ?? 0) >= most.company || (taken.get(own) ?? 0) >= most.key) return undefined;
      add(all, 1);
      add(own, 1);
      return () => {
        add(all, -1);
        add(own, -1);
      };
    },
    /** How many companies and keys have any. */
    get size(): number {
      return taken.size;
    },
  };
}
