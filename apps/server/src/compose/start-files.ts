import { fileCopies } from '../background/file-copies.ts';
import { moveFiles } from '../background/move-files.ts';
import type { Bus } from '../bus/bus.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import type { ServerKey } from '../kernel/key-ring.ts';
import type { FileCopies } from '../storage/file-copies.ts';
import type { FileStore } from '../storage/file-store.ts';
import { folderId } from '../storage/folder-id.ts';
import { openFiles } from '../storage/open-files.ts';
import { s3Store } from '../storage/s3-store.ts';

export interface Files {
  readonly files: ReturnType<typeof openFiles>;
  readonly copies: FileCopies;
  /** Which data folder is this one's. */
  readonly folder: string;
  /** The bucket as files lie there; undefined where there is none. */
  readonly bucket: FileStore | undefined;
}

type FilesConfig = Pick<Config, 'dataFolder' | 's3' | 'sealsRecordings'>;

/** The installation's files for one process. */
export async function installationFiles({
  config,
  db,
  bus,
  key,
}: {
  config: FilesConfig;
  db: Pick<Db, 'inTenant' | 'outside'>;
  bus: Pick<Bus, 'publish'>;
  key: ServerKey;
}): Promise<Files> {
  const folder = await folderId(config.dataFolder);
  const copies = fileCopies({ db, folder, tell: bus.publish });
  return {
    files: openFiles(config, key, copies),
    copies,
    folder,
    bucket: config.s3 && s3Store(config.s3),
  };
}

/** Takes files of this process's data folder to the bucket, and removes there what was erased elsewhere. Closed by `opened`. */
export async function startMoving({
  config,
  parts: { db, bus, log, opened, key },
  files: { files, copies, folder, bucket },
}: {
  config: Pick<Config, 'dataFolder' | 'node' | 'sealsRecordings'>;
  parts: {
    db: Db;
    bus: Bus;
    log: { warn(fields: object, message: string): void };
    opened: AsyncDisposableStack;
    key: ServerKey;
  };
  files: Files;
}): Promise<void> {
  const seal = config.sealsRecordings ? files.seal : undefined;
  const moving = moveFiles({
    db,
    dataFolder: config.dataFolder,
    folder,
    node: config.node,
    copies,
    key,
    bucket,
    seal,
    log,
  });
  opened.defer(() => moving.close());
  await moving.begin();
  bus.subscribe('files-removed', () => moving.removed());
  bus.onGap(() => moving.removed());
  if (bucket === undefined) return;
  bus.subscribe('calls-written', (tenantId, ids) => moving.written(tenantId, ids));
  bus.subscribe('file-wanted', (tenantId, names) => moving.wanted(tenantId, names));
  bus.subscribe('plan-changed', (tenantId) => moving.saved(tenantId));
}
