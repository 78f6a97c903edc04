import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

/** Where a name leads. */
export interface HostAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Who is asked: the domain name system, and what the system knows besides (its file of hosts). */
interface NameSources {
  readonly domain: (name: string, family: 4 | 6) => Promise<readonly string[]>;
  readonly system: (name: string) => Promise<readonly HostAddress[]>;
}

const sources: NameSources = {
  domain(name, family) {
    const resolver = new Resolver({ timeout: 1_000, tries: 2 });
    return family === 4 ? resolver.resolve4(name) : resolver.resolve6(name);
  },
  system: async (name) => (await lookup(name, { all: true })).map((found) => addressOf(found.address)),
};

const addressOf = (address: string): HostAddress => ({ address, family: isIP(address) === 6 ? 6 : 4 });

/**
 * Where names lead that anybody may have typed. The system answers in one of four threads in which this process also writes its files, and waits
 * there as long as whoever owns the name likes: four names that nobody answers for would stop all of that. So the domain name system is asked by messages, and the system only
 * for what that does not know, one name at a time. Rejects where nobody knows it.
 */
export function nameLookup({ domain, system }: NameSources = sources) {
  let last: Promise<unknown> = Promise.resolve();
  const asked = new Map<string, Promise<readonly HostAddress[]>>();
  const bySystem = (name: string): Promise<readonly HostAddress[]> => {
    const before = asked.get(name);
    if (before !== undefined) return before;
    const found = last.then(() => system(name)).finally(() => asked.delete(name));
    asked.set(name, found);
    last = found.catch(() => undefined);
    return found;
  };
  return async (name: string): Promise<readonly HostAddress[]> => {
    if (isIP(name) !== 0) return [addressOf(name)];
    // Such a name is the system's own.
    if (!name.includes('.')) return bySystem(name);
    const [four, six] = await Promise.allSettled([domain(name, 4), domain(name, 6)]);
    const found = [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value.map(addressOf) : []));
    return found.length > 0 ? found : bySystem(name);
  };
}

/** The same for this process. */
export const addressesOf = nameLookup();
