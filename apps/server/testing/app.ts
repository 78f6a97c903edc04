import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyBoard, type Person, personOf, setIn } from '@alo/call-core';
import { type Feature, featureLabels, type Permission } from '@alo/contract';
import type { LightMyRequestResponse } from 'fastify';
import type { Logger } from 'pino';
import type { Sounds } from '../src/audio/sounds.ts';
import { wavOf } from '../src/audio/wav.ts';
import type { Bus } from '../src/bus/bus.ts';
import type { Links } from '../src/bus/link-client.ts';
import { type App, buildApp } from '../src/compose/app.ts';
import { countFigures } from '../src/compose/installation-metrics.ts';
import type { Db } from '../src/db/database.ts';
import { newlyFollowed } from '../src/domain/calls-now.ts';
import type { BotCallOrder } from '../src/features/bot-calls/routes.ts';
import { consoleMistakes } from '../src/features/console-mistakes/console-mistakes.ts';
import { passwordHasher } from '../src/features/identity/passwords.ts';
import { openLog } from '../src/http/log.ts';
import { fixedKey, type ServerKey } from '../src/kernel/key-ring.ts';
import { newId } from '../src/kernel/new-id.ts';
import type { Mail, Mailer } from '../src/mail/mailer.ts';
import type { DiskReport } from '../src/storage/disk-watch.ts';
import type { FileStore } from '../src/storage/file-store.ts';
import { folderStore } from '../src/storage/folder-store.ts';
import { type RecordingFiles, withSmall } from '../src/storage/small/recording-files.ts';
import { outsideNumberOn, ownQueuesOn, parkedOn, phoneOn, traceOn } from '../src/switchboard/calls-on-board.ts';
import { goingOnOn } from '../src/switchboard/ongoing-calls.ts';
import { reportCalls } from '../src/switchboard/report-calls.ts';
import { type Switchboard, switchboardOver } from '../src/switchboard/switchboard.ts';
import { withoutTelephony } from '../src/switchboard/without-telephony.ts';
import type { Telephony } from '../src/telephony/telephony.ts';
import type { TelephonyListener } from '../src/telephony/telephony-options.ts';
import { inProcessBus } from './bus.ts';
import { migratedTestDatabase } from './database.ts';

export const testPassword = 'mat-khau-thu-1';

/** Someone who is signed in. Calls go to their own tenant's base unless the address says otherwise. */
export interface TestPerson {
  readonly accountId: string;
  readonly email: string;
  readonly token: string;
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<LightMyRequestResponse>;
}

export interface TestTenant {
  readonly id: string;
  readonly code: string;
  /** A super-admin. */
  readonly admin: TestPerson;
  /** Adds someone with exactly these permissions. */
  person(name: string, permissions?: readonly Permission[], extension?: string): Promise<TestPerson>;
}

export interface TestApp extends App {
  readonly db: Db;
  readonly bus: Bus;
  readonly url: string;
  readonly serverKey: ServerKey;
  /** The clock that the app sees, in milliseconds since 1970; tests move it. */
  readonly clock: { now: number };
  /** How the disk is; tests change it. */
  readonly disk: { report: DiskReport };
  readonly files: RecordingFiles;
  /** Where `files` keeps them. */
  readonly filesFolder: string;
  /** Letters that were sent. */
  readonly letters: readonly Mail[];
  /** As the app has it, for who sends letters beside it. */
  readonly mail: Mailer;
  /** Bot calls that were asked for. */
  readonly botOrders: readonly BotCallOrder[];
  /** Who wants to be told of calls; a test tells them in telephony's place. */
  readonly listeners: readonly TelephonyListener[];
  /** What telephony knows of an extension's phone. */
  setPhone(extension: string, phone: Partial<Person>): void;
  /** A company with every feature, or with these. */
  tenant(code: string, licences?: readonly Feature[]): Promise<TestTenant>;
  close(): Promise<void>;
}

/** Whatever somebody brings or wants spoken is a second of the same. */
const quickSounds: Sounds = {
  convert: async () => ({ ok: true, wav: wavOf(new Int16Array(8_000).fill(1_000)) }),
  speak: async () => ({ ok: true, wav: wavOf(new Int16Array(8_000).fill(1_000)) }),
  clip: async () => ({
    ok: true,
    wav: wavOf(new Int16Array(8_000).fill(1_000)),
    measures: { levelDb: -20, noiseDb: -70, beginsCut: false, endsCut: false, speechMs: 400, clipped: 0 },
  }),
};

/** Of `testPassword`, made once for all files of a process. */
let hashed: Promise<string> | undefined;

// The labels' names are the features.
const everyFeature = Object.keys(featureLabels) as Feature[];

/** The real application on a database of its own, without a port and without telephony. */
export async function testApp({
  log = openLog('silent'),
  telephonyOf,
  linksOf,
  busOf = async () => inProcessBus(),
  sendMail,
  keepsMail = false,
  metricsToken,
  sounds = quickSounds,
  serverKey = fixedKey(randomBytes(32)),
  files: otherFiles,
}: {
  log?: Logger;
  /** Calls that run in this process, or in another one that hears the same bus. */
  telephonyOf?: (db: Db) => Telephony | 'elsewhere';
  /** With machines that run calls elsewhere. */
  linksOf?: (key: ServerKey) => Promise<Links>;
  busOf?: (url: string) => Promise<Bus>;
  /** Instead of keeping letters. */
  sendMail?: (letter: Mail) => Promise<void>;
  /** As an installation without a mail server does. */
  keepsMail?: boolean;
  /** Those that are built in take seconds for each. */
  sounds?: Sounds;
  /** With it `/metrics` is there, without telephony. */
  metricsToken?: string;
  /** One of a data folder, which can be changed. */
  serverKey?: ServerKey;
  /** In place of a folder of its own. */
  files?: FileStore | RecordingFiles;
} = {}): Promise<TestApp> {
  const database = await migratedTestDatabase();
  const bus = await busOf(database.url);
  const { db } = database;
  const clock = { now: Date.now() };
  const disk: TestApp['disk'] = { report: { state: 'ok', since: 0, words: '' } };
  const filesFolder = await mkdtemp(join(tmpdir(), 'alo-app-files-'));
  const store = otherFiles ?? folderStore(filesFolder);
  const files: RecordingFiles = isSmallStore(store) ? store : withSmall(store);
  const letters: Mail[] = [];
  const mail: Mailer = { keeps: keepsMail, send: sendMail ?? (async (letter) => void letters.push(letter)) };
  const botOrders: BotCallOrder[] = [];
  let board = emptyBoard;
  const listeners: TelephonyListener[] = [];
  const given = telephonyOf?.(db);
  const local = given === 'elsewhere' ? undefined : given;
  const told: Pick<Telephony, 'listen' | 'boardOf'> = local ?? {
    boardOf: () => board,
    listen: (listener) => void listeners.push(listener),
  };
  reportCalls(told, bus);
  const telephony: Switchboard =
    given === undefined
      ? {
          ...withoutTelephony.telephony,
          // No line goes out of a test.
          request: async (_tenant, { id }) => ({ id, ok: false, refused: 'not-now', words: 'Chưa gọi được' }),
          phones: async (_, extensions) => new Map(extensions.map((one) => [one, phoneOn(board, one)])),
          goingOn: async () => goingOnOn(board, clock.now),
          followed: () => async () => newlyFollowed(goingOnOn(board, clock.now)),
          ownQueues: async (_, extension) => ownQueuesOn(board, extension, clock.now),
          parked: async () => parkedOn(board),
          outsideNumber: async (_, of) => outsideNumberOn(board, of),
          trace: async (_, callId) => traceOn(board, callId),
        }
      : switchboardOver({ bus, inTenant: db.inTenant, links: await linksOf?.(serverKey), local });
  const mistakes = consoleMistakes({ log, now: () => clock.now });
  const app = await buildApp({
    mistakes,
    ...(metricsToken !== undefined && {
      metrics: { token: metricsToken, figures: () => countFigures({ db, calls: undefined, mistakes }) },
    }),
    db,
    bus,
    log,
    serverKey,
    now: () => clock.now,
    telephony,
    engine: {
      ...withoutTelephony.engine,
      startBotCall: async (order) => {
        botOrders.push(order);
        return `bot-${botOrders.length}`;
      },
    },
    // CRMs and providers of people's accounts that tests run.
    crmHosts: ['127.0.0.1'],
    offersTranscripts: true,
    oidcHosts: ['127.0.0.1'],
    ldapHosts: ['localhost'],
    disk: () => disk.report,
    sounds,
    files,
    mail,
    consoleUrl: () => 'https://alo.test',
    consoleFolder: '/nonexistent',
    // Tests say themselves when they are looked at.
    automationsEveryMs: 3_600_000,
    // Tests share the machine with others, and none of them is about its speed.
    overloadDelayMs: 0,
  });
  hashed ??= passwordHasher().hash(testPassword);
  const passwordHash = await hashed;

  async function tenant(code: string, licences: readonly Feature[] = everyFeature): Promise<TestTenant> {
    const id = newId();
    await db.inTenant(id, async (trx) => {
      await trx
        .insertInto('tenant')
        .values({ id, code, name: `Công ty ${code}`, sip_domain: `${code}.alo.local` })
        .execute();
      if (licences.length > 0) {
        const until = new Date(clock.now + 365 * 86_400_000);
        await trx
          .insertInto('feature')
          .values({ id: newId(), feature_name_data: [...licences], date_expired: until })
          .execute();
      }
    });

    async function add(name: string, role: { name: string; permissions: readonly string[] }, extension?: string) {
      const accountId = newId();
      const email = `${name}@${code}.local`;
      await db.inTenant(id, async (trx) => {
        const roleId = newId();
        await trx
          .insertInto('role')
          .values({ id: roleId, name: role.name, permissions: [...role.permissions] })
          .execute();
        await trx
          .insertInto('account')
          .values({
            id: accountId,
            email,
            name,
            password_hash: passwordHash,
            email_proved_at: new Date(clock.now),
            role_id: roleId,
            department_id: null,
            team_id: null,
            extension: extension ?? null,
          })
          .execute();
      });
      const from = { network: 'test', userAgent: 'test', requestId: 'test' };
      const { token } = await app.sessions.start(id, accountId, from);
      return {
        accountId,
        email,
        token,
        call: (method, path, body) =>
          app.http.inject({
            method,
            url: path.startsWith('//') ? path.slice(1) : `/api/${code}${path}`,
            headers: { authorization: `Bearer ${token}` },
            ...(body === undefined ? {} : { payload: body }),
          }),
      } satisfies TestPerson;
    }

    return {
      id,
      code,
      admin: await add('admin', { name: 'super-admin', permissions: [] }),
      person: (name, permissions = [], extension) => add(name, { name: `Vai trò của ${name}`, permissions }, extension),
    };
  }

  return {
    ...app,
    db,
    bus,
    url: database.url,
    serverKey,
    clock,
    disk,
    files,
    filesFolder,
    letters,
    mail,
    botOrders,
    listeners,
    setPhone(extension, phone) {
      board = { ...board, people: setIn(board.people, extension, { ...personOf(board, extension), ...phone }) };
    },
    tenant,
    async close() {
      await app.http.close();
      await bus.close();
      await database.close();
      await rm(filesFolder, { recursive: true });
    },
  };
}

const isSmallStore = (store: FileStore | RecordingFiles): store is RecordingFiles => 'kept' in store;
