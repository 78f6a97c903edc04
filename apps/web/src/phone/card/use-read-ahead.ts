import { later } from '@alo/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';

import { useRead } from '../../kit/api/queries.ts';
import { useMay } from '../../kit/me/me.ts';

/** Once nothing else is to be done, what the cards of calls have in common is read for them. */
export function useReadAhead(wanted: boolean): void {
  const queries = useQueryClient();
  const read = useRead();
  const may = useMay();
  const begin = useEffectEvent(async () => {
    const { readAhead } = await later(() => import('./read-ahead.ts'));
    await readAhead(queries, read, may);
  });
  useEffect(() => {
    if (wanted) void begin();
  }, [wanted]);
}
