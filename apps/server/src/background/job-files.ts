import type { FileKey } from '../storage/file-store.ts';

/** What a job makes for its person. */
export const jobResult = (tenantId: string, jobId: string): FileKey => ({ area: 'exports', tenantId, name: jobId });
/** What its person gave it. */
export const uploadOf = (tenantId: string, jobId: string): FileKey => ({ area: 'uploads', tenantId, name: jobId });

/** Everything that is kept for a job. */
export const jobFiles = (tenantId: string, jobId: string): FileKey[] => [
  jobResult(tenantId, jobId),
  uploadOf(tenantId, jobId),
];
