import { companyShares } from '@alo/contract';

/** So many of one key at once are a mistake of its program. */
const ofKeyAtMost = 20;

/** How many of something that lasts a company's programs have at once: few each, and not many together, however many keys there are. */
export function socketPlaces(ofKey: number = ofKeyAtMost) {
  const taken = new Map<string, number>();
  const add = (name: string, by: 1 | -1) => {
    const left = (taken.get(name) ?? 0) + by;
    if (left === 0) taken.delete(name);
    else taken.set(name, left);
  };
  return {
    /** Answers what gives it back, or whose places are all taken. */
    take(
      company: string,
      key: string,
      most: number = companyShares.event_sockets.usual,
    ): (() => void) | 'company' | 'key' {
      const [all, own] = [`${company}/`, `${company}/${key}`];
      if ((taken.get(all) ?? 0) >= most) return 'company';
      if ((taken.get(own) ?? 0) >= ofKey) return 'key';
      add(all, 1);
      add(own, 1);
      return () => {
        add(all, -1);
        add(own, -1);
      };
    },
    countOf: (company: string): number => taken.get(`${company}/`) ?? 0,
    /** How many companies and keys have any. */
    get size(): number {
      return taken.size;
    },
  };
}
