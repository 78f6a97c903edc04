import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inDepth } from '@alo/testing/in-depth';
import { generateSync } from 'otplib';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type TestApp, type TestPerson, type TestTenant, testApp, testPassword } from '../../../testing/app.ts';
import { testDatabase } from '../../../testing/postgres.ts';
import { moveFiles } from '../../background/move-files.ts';
import { credentialsOf } from '../../compose/phone-credentials.ts';
import { installationFiles } from '../../compose/start-files.ts';
import { type Config, readConfig } from '../../config.ts';
import { openStorage } from '../../db/open-storage.ts';
import { codePlaceOf } from '../../domain/otp/codes.ts';
import { openSecret } from '../../features/devices/device-password.ts';
import { sessionStore } from '../../features/identity/sessions.ts';
import { sheetKeySealer } from '../../features/sheets/service-account.ts';
import { secretSealer } from '../../features/single-sign-on/kept-provider.ts';
import { otpSealer } from '../../features/voice-otp/codes.ts';
import { webhookPlaceOf, webhookSealer } from '../../features/webhooks/secret.ts';
import { openLog } from '../../http/log.ts';
import { type OneKey, proofBy, type ServerKey } from '../../kernel/key-ring.ts';
import { newId } from '../../kernel/new-id.ts';
import { installationId } from '../../storage/installation-id.ts';
import { sealer } from '../../storage/sealed.ts';
import { openText } from '../../storage/sealed-text.ts';
import { readKeys, serverKey, writeKeys } from '../../storage/server-key.ts';
import { backUp } from '../backup/backup.ts';
import { restore } from '../backup/restore.ts';
import { withClient } from '../open-database.ts';
import { sealedBy } from './reseal.ts';
import { rotateKeys } from './rotate.ts';
import { sealedColumns } from './sealed-columns.ts';

/** The installation as one process has it, and the key as another one on the same folder does. */
let app: TestApp;
let elsewhere: ServerKey;
let firm: TestTenant;
let top: string;
let config: Config;

const configOf = (name: string, databaseUrl: string): Config =>
  readConfig({ ALO_DATA_DIR: join(top, name), DATABASE_URL: databaseUrl, ALO_LOG_LEVEL: 'silent' });

beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), 'alo-keys-'));
  const folder = join(top, 'data');
  app = await testApp({ serverKey: await serverKey(folder) });
  elsewhere = await serverKey(folder);
  config = configOf('data', app.url);
  firm = await app.tenant('khoa');
});

afterEach(async () => {
  await app.close();
  await rm(top, { recursive: true });
});

const day = 24 * 60 * 60_000;
const times = { aheadMs: 1_500, copyMs: 60_000, requestMs: 0, derivedMs: 7 * day };
const later = { atOnce: false, times, now: () => Date.now() + 8 * day };

/** One of each secret that a company has, and what shows that it still does what it is for. */
async function secretsOf(of: TestTenant) {
  const { admin, id: tenant } = of;
  const add = async (path: string, body: object): Promise<string> => {
    const added = await admin.call('POST', path, body);
    expect([path, added.statusCode]).toEqual([path, 200]);
    return added.json().id;
  };
  const trunk = await add('//telephony/partner/trunk', {
    name: 'Nhà mạng',
    host: 'sip.vn',
    kind: 'registration',
    username: 'a',
  });
  await admin.call('PUT', `//telephony/partner/trunk-secret/${trunk}`, { password: 'nhà mạng' });
  const webhook = await add('/webhook', { name: 'Kho', url: 'https://kho.example.com', events: ['call.ended'] });
  const { secret: hook } = (await admin.call('POST', `/webhook/${webhook}/secret`)).json();
  const person = await of.person('lan', undefined, '101');
  const extension = newId();
  await app.db.inTenant(tenant, (trx) =>
    trx.insertInto('extension').values({ id: extension, number: '105', name: 'Lễ tân' }).execute(),
  );
  const device = await add('/device', { name: 'Bàn lễ tân', extension_id: extension });
  const { secret: totp } = (await person.call('POST', '/second-factor/totp', {})).json();
  const confirmed = await person.call('POST', '/second-factor/totp/confirm', { code: codeOf(totp) });
  const codes: string[] = confirmed.json().recovery_codes;
  const [request, source] = [newId(), newId()];
  await app.db.inTenant(tenant, async (trx) => {
    await trx
      .insertInto('otp_request')
      .values({
        id: request,
        number: '+84901234567',
        generated: false,
        tries: 1,
        pause_seconds: 10,
        expires_at: new Date(Date.now() + day),
        sealed_code: otpSealer(app.serverKey).seal(codePlaceOf(tenant, request), '1234'),
      })
      .execute();
    await trx.insertInto('data_source').values({ id: source, name: 'Trang tính', code: 'trang-tinh' }).execute();
    await trx
      .insertInto('sheet_key')
      .values({
        data_source_id: source,
        client_email: 'a@b.vn',
        sealed: sheetKeySealer(app.serverKey).seal(source, 'tệp khoá'),
      })
      .execute();
    await trx
      .insertInto('sign_in_provider')
      .values({
        id: newId(),
        name: 'Sao Mai',
        issuer: 'https://a.vn',
        client_id: 'a',
        secret: secretSealer(app.serverKey).seal(tenant, 'máy khách'),
      })
      .execute();
  });
  await addOnce(of);
  return { tenant, trunk, webhook, hook, device, person, totp, codes, request, source };
}

const addOnce = ({ admin, code }: TestTenant) =>
  app.http.inject({
    method: 'POST',
    url: `/api/${code}/department`,
    headers: { authorization: `Bearer ${admin.token}`, 'idempotency-key': 'mot-lan' },
    payload: { name: 'Kho', code: 'kho' },
  });

type Secrets = Awaited<ReturnType<typeof secretsOf>>;
const codeOf = (secret: string) => generateSync({ secret, epoch: Math.floor(app.clock.now / 1_000) });

/** What is kept of them, opened by a process that has this key. */
const opened = (of: Secrets, key: ServerKey, db = app.db) =>
  db.inTenant(of.tenant, async (trx) => {
    const trunk = await trx.selectFrom('trunk').where('id', '=', of.trunk).selectAll().executeTakeFirstOrThrow();
    const webhook = await trx.selectFrom('webhook').where('id', '=', of.webhook).selectAll().executeTakeFirstOrThrow();
    const device = await trx.selectFrom('device').where('id', '=', of.device).selectAll().executeTakeFirstOrThrow();
    const otp = await trx.selectFrom('otp_request').where('id', '=', of.request).selectAll().executeTakeFirstOrThrow();
    const sheet = await trx.selectFrom('sheet_key').selectAll().executeTakeFirstOrThrow();
    const provider = await trx.selectFrom('sign_in_provider').selectAll().executeTakeFirstOrThrow();
    const empty = Buffer.alloc(0);
    return [
      openText(key, of.tenant, trunk.secret ?? ''),
      webhookSealer(key).open(webhookPlaceOf(of.tenant, of.webhook), webhook.sealed_secret ?? empty),
      typeof openSecret(key, of.tenant, of.device, device.secret ?? empty)?.ha1Md5,
      otpSealer(key).open(codePlaceOf(of.tenant, of.request), otp.sealed_code ?? empty),
      sheetKeySealer(key).open(of.source, sheet.sealed),
      secretSealer(key).open(of.tenant, provider.secret ?? empty),
    ];
  });
const whole = (of: Secrets) => ['nhà mạng', of.hook, 'string', '1234', 'tệp khoá', 'máy khách'];

const signIn = async (person: TestPerson, code: string) =>
  (
    await app.http.inject({
      method: 'POST',
      url: '/identity/login/tenant',
      payload: { ma_dn: 'khoa', username: person.email, password: testPassword, code },
    })
  ).statusCode;

const heldBy = async (keys: readonly OneKey[]) => {
  const counts = await sealedBy(app.db, keys);
  return [...keys.map(({ id }) => counts.get(id.toString('hex')) ?? 0), counts.get('') ?? 0];
};

/** By what calls are held, and journals known. */
const idOf = async ({ dataFolder }: Config) => installationId(dataFolder, await readKeys(dataFolder));

test('the key is changed while the product runs: two processes take the new one, secrets open throughout, and the old one goes last', async () => {
  const secrets = await secretsOf(firm);
  const { person } = secrets;
  const [first] = await readKeys(config.dataFolder);
  const installation = await idOf(config);
  // Two that an earlier version left: a carrier's secret without the name of its key, and a recovery code that the key has proved.
  const old = { tenant: firm.id, code: 'abcdefghjk' };
  await app.db.inTenant(firm.id, async (trx) => {
    const { secret } = await trx.selectFrom('trunk').select('secret').executeTakeFirstOrThrow();
    await trx
      .updateTable('trunk')
      .set({
        secret: Buffer.from(secret ?? '', 'base64')
          .subarray(6)
          .toString('base64'),
      })
      .execute();
    if (first === undefined) throw new Error('There is a key.');
    const proof = proofBy(first, `recovery-code:${person.accountId}:${old.code}`);
    await trx
      .insertInto('recovery_code')
      .values({ id: newId(), account_id: person.accountId, code_hash: proof })
      .execute();
  });
  expect(await opened(secrets, app.serverKey)).toEqual(whole(secrets));
  const phone = async () => (await person.call('GET', '/me')).json().softphone;
  const before = await phone();
  const versions = () =>
    app.db.inTenant(firm.id, (trx) => trx.selectFrom('trunk').select(['version', 'updated_at']).execute());
  const rows = await versions();

  const rotated = await rotateKeys(config, { atOnce: false, times });
  expect(rotated).toMatchObject({ unreadable: 0, kept: { untilMs: rotated.newest.fromMs + 7 * day } });
  const both = await readKeys(config.dataFolder);
  expect(both.map(({ id }) => id)).toEqual([rotated.newest.id, first?.id]);
  const [byNew = 0, ...byOthers] = await heldBy(both);
  expect([byNew >= 18, ...byOthers]).toEqual([true, 0, 0]);
  // Nobody's form is out of date by it.
  expect(await versions()).toEqual(rows);
  for (const key of [app.serverKey, elsewhere]) {
    expect(key.sealing().id).toEqual(rotated.newest.id);
    expect(await opened(secrets, key)).toEqual(whole(secrets));
  }
  // What one seals from now on the other opens.
  const sealed = sealer(app.serverKey, 'thử').seal('nơi', 'chữ');
  expect([sealed.subarray(0, 6), sealer(elsewhere, 'thử').open('nơi', sealed)]).toEqual([rotated.newest.id, 'chữ']);
  // A phone that is signed in keeps its password, in the page as in the switch; so do the app's codes and the paper's.
  expect(await phone()).toEqual(before);
  const known = credentialsOf({ db: app.db, sessions: sessionStore(app.db), serverKey: elsewhere });
  const [told] = await known({ id: firm.id, sip_domain: 'khoa.vn' }, 'all');
  expect(told?.secrets.length).toBeGreaterThan(0);
  app.clock.now += 30_000;
  expect(await signIn(person, codeOf(secrets.totp))).toBe(200);
  expect([await signIn(person, secrets.codes[0] ?? ''), await signIn(person, old.code)]).toEqual([200, 200]);
  const replayed = await addOnce(firm);
  expect(replayed.headers['idempotency-replayed']).toBe('true');

  // Typed again it goes on where it was, and makes no third.
  expect((await rotateKeys(config, { atOnce: false, times })).sealed).toBe(0);
  expect(await readKeys(config.dataFolder)).toHaveLength(2);
  // Keys that callers press lie in the journal for a moment.
  const journal = join(config.dataFolder, 'journal', firm.id);
  await mkdir(journal, { recursive: true });
  if (first === undefined) throw new Error('There is a key.');
  const pressed = { type: 'digit', sealed: Buffer.concat([first.id, Buffer.alloc(40)]).toString('base64') };
  await writeFile(join(journal, '1.ndjson'), `{"seq":1}\n${JSON.stringify(pressed)}\n`);
  expect((await rotateKeys(config, later)).kept).toBe('journal');
  await rm(journal, { recursive: true });
  expect((await rotateKeys(config, later)).kept).toBeNull();
  expect(await readKeys(config.dataFolder)).toEqual([rotated.newest]);
  expect(await idOf(config)).toBe(installation);
  await vi.waitFor(() => expect([...app.serverKey.all(), ...elsewhere.all()]).toHaveLength(2));
  expect(await opened(secrets, elsewhere)).toEqual(whole(secrets));
  expect(await signIn(person, secrets.codes[1] ?? '')).toBe(200);
}, 120_000);

/** A machine with that data folder, which says what it has as one that runs does. */
async function machine(of: Config, name: string) {
  const { db } = app;
  const { folder, copies } = await installationFiles({ config: of, db, bus: app.bus, key: app.serverKey });
  const key = await serverKey(of.dataFolder);
  const log = { warn: () => undefined };
  const own = { dataFolder: of.dataFolder, folder, node: name, copies, key, bucket: undefined, seal: undefined };
  const moving = moveFiles({ db, ...own, log, everyMs: 100 });
  onTestFinished(() => moving.close());
  await moving.begin();
  return key;
}

test('machines with folders of their own take a new key while they run: it is copied, and the older one goes when none holds anything by it', async () => {
  const secrets = await secretsOf(firm);
  const there = configOf('may-2', app.url);
  const path = ({ dataFolder }: Config) => join(dataFolder, 'server-key');
  const copied = () => copyFile(path(config), path(there));
  await mkdir(there.dataFolder);
  await copied();
  await machine(config, 'n1');
  const key = await machine(there, 'n2');
  const from = (ms: number) => ({ atOnce: false, times, now: () => Date.now() + ms });

  const begun = await rotateKeys(config, from(0));
  expect(begun).toMatchObject({ sealed: 0, kept: { copyTo: ['n2'], fromMs: begun.newest.fromMs } });
  // Its moment has come, and one machine has not got it: nothing is sealed that would not open there.
  expect((await rotateKeys(config, from(120_000))).kept).toMatchObject({ copyTo: ['n2'] });
  expect((await heldBy([begun.newest]))[0]).toBe(0);
  const patient = { timeout: 60_000 };
  await expect.poll(() => rotateKeys(there, from(0)).catch(String), patient).toContain('Máy n1 đang đổi khoá');

  await copied();
  await expect.poll(async () => (await rotateKeys(config, from(0))).kept, patient).toMatchObject({ copyTo: [] });
  const sealed = await rotateKeys(config, from(120_000));
  expect([sealed.sealed >= 18, sealed.kept]).toEqual([true, { rotateAt: ['n2'] }]);
  expect(await opened(secrets, key)).toEqual(whole(secrets));
  expect(await rotateKeys(there, from(120_000))).toMatchObject({
    sealed: 0,
    kept: { untilMs: begun.newest.fromMs + 7 * day },
  });

  expect((await rotateKeys(config, from(8 * day))).kept).toBeNull();
  await expect.poll(() => rotateKeys(config, from(8 * day)).catch(String), patient).toContain('n2 chưa bỏ khoá cũ');
  expect((await rotateKeys(there, from(8 * day))).kept).toBeNull();
  for (const one of [config, there]) expect(await readKeys(one.dataFolder)).toEqual([begun.newest]);
  await vi.waitFor(() => expect(key.all()).toHaveLength(1));
  expect(await opened(secrets, key)).toEqual(whole(secrets));
}, 240_000);

inDepth(
  'a change that is killed in the middle is gone on with, and no second one runs beside it',
  async () => {
    const secrets = await secretsOf(firm);
    const [first] = await readKeys(config.dataFolder);
    if (first === undefined) throw new Error('There is a key.');
    const other = await readOf('other');
    await writeKeys(config.dataFolder, [{ ...other, fromMs: Date.now() - 60_000 }, first]);

    // Somebody has the webhook's row: there the command waits.
    await withClient(app.url, async (client) => {
      await client.query('begin');
      await client.query('select from webhook for update');
      const command = spawn(process.execPath, [join(import.meta.dirname, '../alo.ts'), 'key', 'rotate'], {
        env: { ALO_DATA_DIR: config.dataFolder, DATABASE_URL: app.url },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const gone = once(command, 'exit');
      await vi.waitFor(
        async () => {
          const { rowCount } = await withClient(app.url, (another) =>
            another.query(
              "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
            ),
          );
          expect(rowCount).toBe(1);
        },
        { timeout: 60_000 },
      );
      await expect(rotateKeys(config, later)).rejects.toThrow('Một lần đổi khoá khác');
      await expect(backUp(config, join(top, 'meanwhile'))).rejects.toThrow('Đang đổi khoá');
      command.kill('SIGKILL');
      await gone;
      await client.query('rollback');
    });
    const keys = await readKeys(config.dataFolder);
    const half = await heldBy(keys);
    expect([(half[0] ?? 0) > 0, (half[1] ?? 0) > 0]).toEqual([true, true]);
    expect(await opened(secrets, elsewhere)).toEqual(whole(secrets));
    const done = await vi.waitFor(() => rotateKeys(config, later));
    expect([done.newest.id, done.kept, done.unreadable]).toEqual([other.id, null, 0]);
    expect(await readKeys(config.dataFolder)).toHaveLength(1);
    await vi.waitFor(() => expect(elsewhere.all()).toHaveLength(1));
    expect(await opened(secrets, elsewhere)).toEqual(whole(secrets));
  },
  120_000,
);

inDepth(
  'a backup that was sealed by the older key is restored with it, and its key is changed there',
  async () => {
    const secrets = await secretsOf(firm);
    const installation = await idOf(config);
    await backUp(config, join(top, 'kept'));
    const { newest, kept } = await rotateKeys(config, { atOnce: true, times });
    expect([kept, await readKeys(config.dataFolder)]).toEqual([null, [newest]]);

    const database = await testDatabase();
    onTestFinished(() => database.drop());
    const restored = configOf('restored', database.url);
    await restore(restored, join(top, 'kept'));
    const storage = await openStorage({ ...restored, log: openLog('silent') });
    onTestFinished(() => storage.close());
    const theirs = await serverKey(restored.dataFolder);
    expect(theirs.sealing().id).not.toEqual(newest.id);
    expect(await opened(secrets, theirs, storage.db)).toEqual(whole(secrets));
    expect((await rotateKeys(restored, { atOnce: true, times })).kept).toBeNull();
    expect([await idOf(config), await idOf(restored)]).toEqual([installation, installation]);
    expect(await opened(secrets, await serverKey(restored.dataFolder), storage.db)).toEqual(whole(secrets));
  },
  120_000,
);

test('each column of a table that is called sealed or secret is sealed anew when keys are changed', async () => {
  const { rows } = await withClient(app.url, (client) =>
    client.query<{ name: string }>(`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and table_name in (select tablename from pg_tables where schemaname = 'public')
        and (column_name ~ 'sealed' or column_name ~ 'secret' and data_type in ('bytea', 'text')) order by 1`),
  );
  const known = sealedColumns.map(({ table, column }) => `${table}.${column}`);
  // Of these keys there is a hash, of 256 bits.
  expect(rows.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([
    'api_key.secret_hash',
    'directory_sync.secret_hash',
  ]);
});

/** A key of another folder. */
async function readOf(name: string): Promise<OneKey> {
  await serverKey(join(top, name));
  const [key] = await readKeys(join(top, name));
  if (key === undefined) throw new Error('There is a key.');
  return key;
}
