import type { operatedTenants, ResultOf } from '@alo/contract';

/** A company as its operator sees it. */
export type Company = ResultOf<typeof operatedTenants>['data'][number];
