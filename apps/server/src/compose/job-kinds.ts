import type { JobKind } from '../background/job-work.ts';
import type { OutsideDatabase } from '../background/outside-database.ts';
import { trailExport } from '../features/audit/trail-export.ts';
import { analysisExport } from '../features/call-reports/analysis-export.ts';
import {
  departmentExport,
  extensionExport,
  qualityExport,
  queueExport,
} from '../features/call-reports/export-reports.ts';
import { statusExport } from '../features/call-reports/status-export.ts';
import { bundleJob } from '../features/calls/bundle-recordings.ts';
import { callExport } from '../features/calls/export-calls.ts';
import { contactExport } from '../features/campaigns/contact-export.ts';
import { moveJob } from '../features/campaigns/move-contacts.ts';
import { consentExport } from '../features/consents/find-lines.ts';
import { personalDataJob } from '../features/customers/personal-data-job.ts';
import { scoreExport } from '../features/quality/score-export.ts';
import { adherenceExport } from '../features/roster/adherence-export.ts';
import { replayJob } from '../features/routing-versions/replay.ts';
import { responseExport } from '../features/surveys/response-export.ts';
import { otpExport } from '../features/voice-otp/find-requests.ts';
import type { AnnounceChange } from '../resource/announce.ts';
import { bulkJob } from '../resource/bulk/bulk-job.ts';
import { type Exportable, exportJob } from '../resource/exporting.ts';
import { importJob } from '../resource/importing/import-job.ts';
import type { ImportSource } from '../resource/importing/import-source.ts';
import type { RecordingFiles } from '../storage/small/recording-files.ts';
import { allResources } from './resources.ts';

/** Reports that are sent by mail, each by the path of its page. */
export const callReports: readonly Exportable[] = [
  analysisExport,
  departmentExport,
  extensionExport,
  qualityExport,
  queueExport,
  statusExport,
];

/** Everything that a worker knows how to do, by the kind of its job. */
export const jobKinds = ({
  files,
  announce,
  source,
  beside,
}: {
  files: RecordingFiles;
  announce: AnnounceChange;
  source: ImportSource;
  beside: OutsideDatabase;
}): Readonly<Record<string, JobKind>> => ({
  bulk: bulkJob(
    allResources.map(({ bulkable }) => bulkable),
    files,
    announce,
  ),
  import: importJob({ importables: allResources.map(({ importable }) => importable), files, announce, source }),
  'campaign-move': moveJob(announce),
  recordings: bundleJob(files),
  'routing-replay': replayJob,
  'personal-data': personalDataJob(files, announce, beside),
  export: exportJob(
    [
      callExport,
      ...callReports,
      adherenceExport,
      otpExport,
      scoreExport,
      contactExport,
      consentExport,
      responseExport,
      trailExport,
      ...allResources.map(({ exportable }) => exportable),
    ],
    files,
  ),
});
