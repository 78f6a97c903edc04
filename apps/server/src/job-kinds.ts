import { callExport } from './features/calls/export-calls.ts';
import { organisationResources } from './features/organisation/resources.ts';
import { exportJob } from './resource/exporting.ts';
import type { FileStore } from './storage/file-store.ts';
import type { JobKind } from './work/job-work.ts';

/** Everything that a worker knows how to do, by the kind of its job. */
export const jobKinds = ({ files }: { files: FileStore }): Readonly<Record<string, JobKind>> => ({
  export: exportJob([callExport, ...organisationResources.map(({ exportable }) => exportable)], files),
});
