import { elsewherePath } from '../../kit/session/login-paths.ts';

const key = 'sign-in-elsewhere';

/** Kept while the page is at the provider: this tab alone can bring its answer back. */
export const keepRound = (flow: string): void => sessionStorage.setItem(key, flow);

/** What was begun and what came back; undefined where the page was not led to by a provider. It is taken once. */
export function takeRound({ pathname, search }: Pick<Location, 'pathname' | 'search'>) {
  const flow = sessionStorage.getItem(key);
  if (pathname !== elsewherePath || flow === null) return undefined;
  sessionStorage.removeItem(key);
  return { flow, answer: search };
}
