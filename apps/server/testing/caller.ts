import type { Caller } from '../src/kernel/caller.ts';

/** Somebody of a company, who may do nothing that needs a right. */
export const callerOf = (company: string): Caller => ({
  tenantId: company,
  tenantCode: company,
  timeZone: 'Asia/Ho_Chi_Minh',
  accountId: `${company}-person`,
  sessionId: `${company}-session`,
  name: '',
  extension: null,
  teamId: null,
  departmentId: null,
  branchId: null,
  licences: [],
  mustSetUp: false,
  operates: false,
  role: { name: 'agent', permissions: [], scope: 'all' },
});
