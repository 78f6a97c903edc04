import { matchQuery, type QueryClient, type QueryKey } from '@tanstack/react-query';

import type { Live } from './live-client.ts';
import { readAgain } from './read-again.ts';

/**
 * Whatever was read may be more than one may see now, or less, as soon as one's rights have changed. Where word of that may have
 * been missed, or where one has said in another tab what one does, it is asked who one is: `me` is the key of that.
 */
export function followRights(live: Pick<Live, 'listen' | 'onGap'>, queries: QueryClient, me: QueryKey): void {
  const readMe = () => void readAgain(queries, (query) => matchQuery({ queryKey: me, exact: true }, query));
  live.listen((event) => {
    if (event.type === 'rights-changed') void readAgain(queries, () => true);
    if (event.type === 'me-changed') readMe();
  });
  live.onGap((topic) => {
    if (topic === 'me') readMe();
  });
}
