/** In the tab's storage: where somebody wanted to go who had to sign in first. */
const key = 'wanted-path';

/** Keeps a path of ours over the sign-in, a page that is loaded again there included. */
export function keepWantedPath(tab: Storage, { pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  tab.setItem(key, `${pathname}${search}`);
}

/** Where to go once somebody has signed in; undefined where nobody wanted anything. It is wanted once. */
export function takeWantedPath(tab: Storage): string | undefined {
  const wanted = tab.getItem(key);
  tab.removeItem(key);
  // A path of this console, and nobody else's address.
  return wanted !== null && /^\/(?![/\\])/.test(wanted) ? wanted : undefined;
}
