import { checkSums } from '../background/check-sums.ts';
import { dropRecordings } from '../background/drop-recordings.ts';
import { keepRecordings } from '../background/keep-recordings.ts';
import { sendsLettersAgain } from '../background/letters-again.ts';
import { measureVoices } from '../background/measure-voices.ts';
import { makeMonthsAhead } from '../background/month-ahead.ts';
import type { OutsideDatabase } from '../background/outside-database.ts';
import { jobPerformer } from '../background/perform-job.ts';
import { removeOld } from '../background/retention.ts';
import { tidyAnswers } from '../background/tidy-answers.ts';
import { tidyJobs } from '../background/tidy-jobs.ts';
import type { Bus } from '../bus/bus.ts';
import { openBus } from '../bus/open-bus.ts';
import { type Db, openDatabase } from '../db/database.ts';
import { roles } from '../db/roles.ts';
import { numberMask } from '../domain/number-view.ts';
import { callerOfKey } from '../features/api-keys/key-callers.ts';
import { tidyRuns } from '../features/automations/tidy-runs.ts';
import { recogniserSealer } from '../features/calls/words/kept-recogniser.ts';
import { writerSealer } from '../features/calls/words/summary/kept-writer.ts';
import { summariser, tidySummaries } from '../features/calls/words/summary/summarise.ts';
import { tidyTranscripts, transcriber } from '../features/calls/words/transcribe.ts';
import { keepCuts } from '../features/consents/keep-cuts.ts';
import { callerOfAccount } from '../features/identity/account-callers.ts';
import { reportSender, tidyReports } from '../features/mailed-reports/send-reports.ts';
import { messageDeliverer, tidyMessages } from '../features/messages/deliver-messages.ts';
import { messageSealer } from '../features/messages/secret.ts';
import { watchRoom } from '../features/operators/watch-room.ts';
import { sampleDueCalls } from '../features/quality/sample-calls.ts';
import type { SheetReading } from '../features/sheets/google-sheet.ts';
import { sheetKeySealer } from '../features/sheets/service-account.ts';
import { sheetSource } from '../features/sheets/sheet-source.ts';
import { startDueSyncs } from '../features/sheets/sheet-syncs.ts';
import { webhookDeliverer } from '../features/webhooks/deliver.ts';
import { tellingWebhooks, tidyDeliveries } from '../features/webhooks/deliveries.ts';
import { webhookSealer } from '../features/webhooks/secret.ts';
import { workQueue } from '../jobs/queue.ts';
import type { QueueLog } from '../jobs/queue-log.ts';
import { StepTurns } from '../jobs/step-turns.ts';
import { eachOf } from '../kernel/each-of.ts';
import type { ServerKey } from '../kernel/key-ring.ts';
import { shares } from '../kernel/shares.ts';
import type { Mailer } from '../mail/mailer.ts';
import { resourceAnnouncer } from '../resource/announce.ts';
import { settleTallies } from '../resource/settle-tallies.ts';
import { asideFolder, forgetAside } from '../storage/aside-rows.ts';
import { installationId } from '../storage/installation-id.ts';
import type { RecordingFiles } from '../storage/small/recording-files.ts';
import { callReports, jobKinds } from './job-kinds.ts';

/** Jobs read a million rows in a statement and write them one batch after the other. */
const statementMs = 30 * 60_000;

/** Does the work in the background until it is closed: exports, imports. Stops in the order that loses nothing. */
export async function startWorker({
  databaseUrl,
  queueUrl,
  files: given,
  dataFolder,
  natsUrls = [],
  key,
  webhookHosts,
  offersTranscripts = false,
  mail,
  sheets,
  idle,
  log,
}: {
  databaseUrl: string;
  /** A sign-in that may act as the owner of the queue's tables. */
  queueUrl: string;
  files: RecordingFiles | ((by: { db: Db; bus: Bus }) => Promise<RecordingFiles>);
  dataFolder: string;
  /** The NATS that the bus goes over; over the database where there is none. */
  natsUrls?: readonly string[];
  /** The installation's secret. */
  key: ServerKey;
  /** Hosts that webhooks may post to though they are not on the internet. */
  webhookHosts: readonly string[];
  /** Companies may have their recordings written down by recognisers of theirs. */
  offersTranscripts?: boolean;
  mail: Mailer;
  /** Where Google Sheets are read from, and how patiently. */
  sheets: SheetReading;
  /** Told when nobody wanted anything for so long. */
  idle?: Parameters<typeof workQueue>[0]['idle'];
  log: QueueLog;
}): Promise<{ close(): Promise<void> }> {
  const opened = new AsyncDisposableStack();
  try {
    const bus = await openBus({
      databaseUrl,
      natsUrls,
      installation: () => installationId(dataFolder, key.all()),
      log,
    });
    opened.defer(() => bus.close());
    const turns = new StepTurns();
    const db: Db = openDatabase({
      url: databaseUrl,
      size: 8,
      goesLast: (tenantId) => turns.goesLast(tenantId),
      isLong: true,
      waitMs: 10_000,
      statementMs,
      onDropped: (error) => log.warn({ err: error }, 'the database dropped an idle connection of the worker'),
    });
    opened.defer(() => db.close());
    const files = typeof given === 'function' ? await given({ db, bus }) : given;
    const beside: OutsideDatabase = {
      forgetAside: (tenantId, isGone) => forgetAside(asideFolder(dataFolder), tenantId, isGone),
      callsErased: (tenantId) => bus.publish('calls-erased', tenantId, []),
    };
    // Whatever goes wrong with one, as with files that a bucket lets nobody delete, the others have their turn.
    const tidying = [
      () => tidyAnswers(db),
      () => tidyDeliveries(db),
      () => tidyMessages(db),
      () => tidyTranscripts(db),
      () => tidySummaries(db),
      () => tidyRuns(db),
      () => tidyReports(db),
      () => settleTallies(db),
      () =>
        watchRoom(db, {
          changed: (tenantId) => bus.publish('plan-changed', tenantId, []),
          onNotice: (tenantId, id) => bus.publish('notice-added', tenantId, [id]),
        }),
      () => makeMonthsAhead(db),
      () => startDueSyncs(db, callerOfAccount),
      () =>
        sampleDueCalls(db, {
          now: new Date(),
          told: (tenantId, ids) => {
            bus.publish('scores-changed', tenantId, ids);
            bus.publish('resource-changed', tenantId, ['quality', ...ids.slice(0, 100)]);
          },
        }),
      // Last, for they wait for the store of files.
      () => tidyJobs(db, files),
      () => keepCuts({ db, files, serverKey: key, log }),
      () => measureVoices({ db, files, log }),
      () => dropRecordings({ db, files, log }),
      () => keepRecordings({ db, files, log }),
    ];
    const queue = await workQueue({
      url: queueUrl,
      role: roles.owner,
      log,
      idle,
      tidy: () => eachOf(tidying, (one) => one()),
      nightly: () =>
        eachOf([() => checkSums(db, log), () => removeOld({ db, files, beside }, Date.now())], (one) => one()),
      lanes: [
        {
          tasks: {
            webhook: webhookDeliverer({
              inTenant: db.inTenant,
              sealer: webhookSealer(key),
              callerOf: callerOfAccount,
              allowed: webhookHosts,
              onNotice: (tenantId, id) => bus.publish('notice-added', tenantId, [id]),
            }),
          },
          atOnce: shares.deliveries.places,
          share: shares.deliveries,
          limit: 'most_deliveries',
          eachReceiver: 2,
        },
        {
          tasks: {
            letter: sendsLettersAgain({ send: mail.send, key, log }),
            'mailed-report': reportSender({
              inTenant: db.inTenant,
              sendMail: mail.send,
              exportables: callReports,
              callerOf: callerOfAccount,
              onNotice: (tenantId, id) => bus.publish('notice-added', tenantId, [id]),
              changed: (tenantId, id) => bus.publish('resource-changed', tenantId, ['mailed-reports', id]),
              log,
            }),
          },
          atOnce: shares.letters.places,
          share: shares.letters,
        },
        {
          tasks: {
            message: messageDeliverer({
              inTenant: db.inTenant,
              sealer: messageSealer(key),
              sendMail: mail.send,
              allowed: webhookHosts,
            }),
          },
          atOnce: shares.messages.places,
          share: shares.messages,
          limit: 'most_messages',
          eachReceiver: 2,
        },
        {
          tasks: {
            transcript: transcriber({
              inTenant: db.inTenant,
              files,
              sealer: recogniserSealer(key),
              offered: offersTranscripts,
              allowed: webhookHosts,
              log,
            }),
            summary: summariser({
              inTenant: db.inTenant,
              sealer: writerSealer(key),
              offered: offersTranscripts,
              allowed: webhookHosts,
            }),
          },
          atOnce: shares.transcripts.places,
          share: shares.transcripts,
        },
      ],
      perform: jobPerformer({
        inTenant: db.inTenant,
        kinds: jobKinds({
          files,
          beside,
          source: sheetSource(sheets, sheetKeySealer(key)),
          announce: tellingWebhooks(
            resourceAnnouncer((tenantId, ids) => bus.publish('resource-changed', tenantId, ids)),
          ),
        }),
        callerOf: (trx, { account_id, api_key_id }) =>
          api_key_id === null
            ? callerOfAccount(trx, account_id)
            : callerOfKey(trx, api_key_id, { callerOf: callerOfAccount, now: Date.now }),
        maskOf: numberMask,
        announce: ({ tenantId, jobId }) => bus.publish('job-changed', tenantId, [jobId]),
        turns,
        log,
      }),
    });
    opened.defer(() => queue.stop());
    return { close: () => opened.disposeAsync() };
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}
