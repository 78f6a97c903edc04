import {
  allCallOutcome,
  allCallTag,
  allCustomerField,
  allProfileStatus,
  type Endpoint,
  runningSurveys,
} from '@alo/contract';
import type { QueryClient } from '@tanstack/react-query';

import { untilChanged, type useRead } from '../../kit/api/queries.ts';
import type { useMay } from '../../kit/me/me.ts';

/** What every card shows of the company. */
const shown = [allCallOutcome, allCallTag, allProfileStatus, allCustomerField, runningSurveys] as const;

/** Reads what cards show of the company before there is a call, so that none waits for it. */
export async function readAhead(
  queries: QueryClient,
  read: ReturnType<typeof useRead>,
  may: ReturnType<typeof useMay>,
): Promise<void> {
  const allowed: readonly Endpoint[] = shown.filter(({ access }) => may(access));
  await Promise.all(allowed.map((endpoint) => queries.prefetchQuery({ ...read(endpoint, {}), ...untilChanged })));
}
