import { tagsOfCall } from '@alo/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

import { useInvalidate, useRead } from '../../kit/api/queries.ts';
import { useLive } from '../../kit/live/use-live.ts';
import { useOwnExtension } from '../../kit/me/me.ts';
import { useMyCalls } from '../calls/use-my-calls.ts';

/** The tags of one's own calls are told with each change of these: nobody has to ask for them. */
export function useOwnTags(): void {
  const queries = useQueryClient();
  const read = useRead();
  const invalidate = useInvalidate();
  const extension = useOwnExtension();
  const { data, ringing } = useMyCalls();
  const begin = useEffectEvent(() => {
    for (const { id, answered_at: answered } of [...data, ...ringing]) {
      const { queryKey } = read(tagsOfCall, { params: { id } });
      // Nobody has tagged what nobody has answered yet, and the history may not have it so far.
      if (answered === null) queries.setQueryData(queryKey, (known) => (known ? undefined : { tags: [] }));
    }
  });
  useEffect(() => begin(), [data, ringing]);
  useLive(
    (event) => {
      if (event.type !== 'call-changed') return;
      const { id, tags, extension: whose } = event.data;
      // The switchboard may say that it is one's own a moment later.
      if (whose !== extension && ![...data, ...ringing].some((call) => call.id === id)) return;
      queries.setQueryData(read(tagsOfCall, { params: { id } }).queryKey, { tags });
    },
    (topic) => {
      if (topic === 'calls') void invalidate(tagsOfCall);
    },
  );
}
