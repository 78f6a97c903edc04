import { once } from 'node:events';
import { appendFile, chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inDepth } from '@alo/testing/in-depth';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type TestApp, type TestTenant, testApp, testPassword } from '../../testing/app.ts';
import { inProcessBus } from '../../testing/bus.ts';
import { testDatabase } from '../../testing/postgres.ts';
import { storeCall, storeRecording } from '../../testing/stored-calls.ts';
import { buildApp } from '../compose/app.ts';
import { type Config, readConfig } from '../config.ts';
import { openStorage } from '../db/open-storage.ts';
import { openLog } from '../http/log.ts';
import { openMailer } from '../mail/mailer.ts';
import { folderStore } from '../storage/folder-store.ts';
import { readKeys, serverKey } from '../storage/server-key.ts';
import { withSmall } from '../storage/small/recording-files.ts';
import { withoutTelephony } from '../switchboard/without-telephony.ts';
import { asteriskConfig } from './asterisk-config.ts';
import { auditVerify } from './audit-verify.ts';
import { backUp } from './backup/backup.ts';
import { restore } from './backup/restore.ts';
import { carrierAssign } from './carriers.ts';
import type { OperatorCommand } from './command.ts';
import { examine } from './doctor/doctor.ts';
import { withClient } from './open-database.ts';
import { operatorCreate } from './operators.ts';
import { shareList, shareSet } from './shares.ts';
import { signUpCommand } from './sign-up.ts';
import { accountCreate, tenantCreate, tenantList } from './tenants.ts';

let app: TestApp;
let demo: TestTenant;
let top: string;
let config: Config;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
  top = await mkdtemp(join(tmpdir(), 'alo-operator-'));
  config = configOf('data', app.url);
  await mkdir(config.dataFolder, { mode: 0o700 });
  await serverKey(config.dataFolder);
});

afterAll(async () => {
  await app.close();
  await rm(top, { recursive: true });
});

const configOf = (name: string, databaseUrl?: string): Config =>
  readConfig({
    ALO_DATA_DIR: join(top, name),
    ALO_PORT: '0',
    ALO_SIP_PORT: '0',
    ALO_SIP_TLS_PORT: '0',
    ALO_SIP_WSS_PORT: '0',
    ALO_LOG_LEVEL: 'silent',
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  });

async function type(command: OperatorCommand, line: readonly string[], secret = '') {
  const said: string[] = [];
  const surroundings = { config, say: (text: string) => void said.push(text), askSecret: async () => secret };
  return { well: await command.run(line, surroundings), said: said.join('\n') };
}

const asOwner = (statement: string) => withClient(app.url, (client) => client.query(statement));

const signIn = (http: TestApp['http'], ma_dn: string, username: string, password: string) =>
  http.inject({ method: 'POST', url: '/identity/login/tenant', payload: { ma_dn, username, password } });

test('a carrier inside is a company’s as soon as it was assigned to it, and not another’s', async () => {
  const other = await app.tenant('khac');
  const add = async (of: TestTenant) => {
    const trunk = { name: 'Tổng đài cơ quan', host: '10.7.0.5', addresses: ['10.7.0.5'] };
    return (await of.admin.call('POST', '//telephony/partner/trunk', trunk)).statusCode;
  };
  expect([await add(demo), await add(other)]).toEqual([422, 422]);
  const assign = () => type(carrierAssign, ['--company', 'demo', '--host', '10.7.0.5']);
  expect(await assign()).toMatchObject({ well: true });
  expect(await assign()).toMatchObject({ well: true });
  expect([await add(demo), await add(other)]).toEqual([200, 422]);
  // Whether customers' numbers may be shown there is said anew each time.
  const passes = () =>
    app.db.inTenant(demo.id, (trx) => trx.selectFrom('assigned_carrier').select(['host', 'passes_callers']).execute());
  for (const more of [['--passes-callers'], []]) {
    await type(carrierAssign, ['--company', 'demo', '--host', '10.7.0.5', ...more]);
    expect(await passes()).toEqual([{ host: '10.7.0.5', passes_callers: more.length > 0 }]);
  }
  await expect(type(carrierAssign, ['--company', 'demo', '--host', 'khong ten'])).rejects.toThrow('--host');
  await expect(type(carrierAssign, ['--company', 'ai-do', '--host', '10.7.0.5'])).rejects.toThrow('Không có công ty');
});

test('sign-up is closed until the operator opens it, for a product that runs', async () => {
  const offered = async () => (await app.http.inject({ url: '/config.json' })).json().sign_up;
  const heard = [];
  for (const words of [[], ['on'], ['off']]) heard.push([(await type(signUpCommand, words)).said, await offered()]);
  expect(heard).toEqual([
    ['Đăng ký đang đóng.', false],
    ['Đăng ký đang mở.', true],
    ['Đăng ký đang đóng.', false],
  ]);
  await expect(type(signUpCommand, ['maybe'])).rejects.toThrow('Cách dùng');
});

test('what a company may have is listed and set beside a running product, holds at once, and is in its trail', async () => {
  const of = (share: string, most: string) => ['--company', 'demo', '--share', share, '--most', most];
  const before = await type(shareList, ['--company', 'demo']);
  expect(before.said).toContain('webhooks\t100\tWebhook đang bật');
  expect((await type(shareSet, of('webhooks', '1'))).said).toBe('Công ty demo: Webhook đang bật 1.');
  const make = (name: string) =>
    demo.admin.call('POST', '/webhook', { name, url: 'https://nhan.demo.vn/a', events: ['call.ended'] });
  expect([(await make('Một')).statusCode, (await make('Hai')).json().code]).toEqual([200, 'over_share']);
  const { data } = (await demo.admin.call('GET', '/activity-user-tenant?subject=tenant&action=update')).json();
  expect(data[0]).toMatchObject({ account_name: null, network: 'operator' });
  await type(shareSet, of('webhooks', 'usual'));
  expect((await type(shareList, ['--company', 'demo'])).said).toBe(before.said);
  for (const wrong of [of('webhooks', '0'), of('webhooks', 'nhiều'), of('letters', '1'), of('gì đó', '5')]) {
    await expect(type(shareSet, wrong)).rejects.toThrow('--');
  }
});

test('a company and its people are made beside a running product, and can sign in at once', async () => {
  const made = await type(tenantCreate, ['--code', 'acme', '--name', 'ACME', '--email', 'sep@acme.vn', '--generate']);
  const password = /\(chỉ hiện một lần\): (\S+)/.exec(made.said)?.[1] ?? '';
  const boss = await signIn(app.http, 'acme', 'sep@acme.vn', password);
  expect(boss.statusCode).toBe(200);
  await type(accountCreate, ['--company', 'acme', '--email', 'lan@acme.vn', '--role', 'nhân viên'], 'mot-mat-khau-dai');
  expect((await signIn(app.http, 'acme', 'lan@acme.vn', 'mot-mat-khau-dai')).statusCode).toBe(200);
  expect((await type(tenantList, [])).said).toContain('acme\tACME\t2 tài khoản');
});

test('a company that a stranger signed up by the name of the operators does not become theirs', async () => {
  const stranger = await app.tenant('van-hanh');
  await expect(type(operatorCreate, ['--email', 'hanh@nha.vn', '--generate'])).rejects.toThrow('của một công ty khác');
  expect((await stranger.admin.call('GET', '/me')).json().operates).toBe(false);
  await withClient(app.url, (client) =>
    client.query("update tenant set code = 'nguoi-la', sip_domain = 'nguoi-la.vn' where id = $1", [stranger.id]),
  );
});

test('an operator is made beside a running product, proves more than a password, and belongs to no company of it', async () => {
  const made = await type(operatorCreate, ['--email', 'hanh@nha.vn', '--generate']);
  const password = /\(chỉ hiện một lần\): (\S+)/.exec(made.said)?.[1] ?? '';
  const entered = (await signIn(app.http, 'van-hanh', 'hanh@nha.vn', password)).json();
  expect(entered.must_set_up_second_factor).toBe(true);
  const me = await app.http.inject({
    method: 'GET',
    url: '/api/van-hanh/me',
    headers: { authorization: `Bearer ${entered.token}` },
  });
  expect(me.json()).toMatchObject({ operates: true, roles: [{ name: 'super-admin' }] });
  // A second one joins the first; the same name twice is refused.
  await type(operatorCreate, ['--email', 'hai@nha.vn'], 'mot-mat-khau-that-dai');
  await expect(type(operatorCreate, ['--email', 'hai@nha.vn', '--generate'])).rejects.toThrow('hai@nha.vn đã có rồi');
});

test('what cannot be is refused in words, and nothing is made', async () => {
  const refused = (command: OperatorCommand, line: readonly string[], secret?: string) => type(command, line, secret);
  await expect(refused(tenantCreate, ['--code', 'Có Dấu', '--name', 'x', '--email', 'a@b.vn'])).rejects.toThrow(
    '--code',
  );
  await expect(
    refused(tenantCreate, ['--code', 'demo', '--name', 'x', '--email', 'a@b.vn', '--generate']),
  ).rejects.toThrow('demo đã có rồi');
  const lan = ['--company', 'demo', '--email', 'lan@demo.vn', '--role', 'super-admin'];
  await expect(refused(accountCreate, lan, 'ngan')).rejects.toThrow('ít nhất 12 ký tự');
  await expect(refused(accountCreate, [...lan.slice(0, 4), '--role', 'Vua', '--generate'])).rejects.toThrow('Vua');
  // The same policy as on the screens: neither what everybody guesses first nor one's own name.
  await expect(refused(accountCreate, lan, 'passwordpassword')).rejects.toThrow('quá phổ biến');
  await expect(refused(accountCreate, lan, 'lan@demo.vn-1')).rejects.toThrow('không được dựa trên');
  const boss = ['--code', 'moi', '--name', 'Công ty Mới', '--email', 'sep@moi.vn'];
  await expect(refused(tenantCreate, boss, '123456789012')).rejects.toThrow('quá phổ biến');
  expect((await type(tenantList, [])).said).not.toContain('moi');
  // There is no option that would put a password into the shell's history.
  await expect(refused(accountCreate, [...lan, '--password', 'mot-mat-khau-dai'])).rejects.toThrow('--password');
  await expect(refused(accountCreate, ['--company', 'khong-co', ...lan.slice(2)])).rejects.toThrow('khong-co');
});

test('the chain of the trail is read by a command, which names what was changed, what is gone and what was cut off', async () => {
  const { code, id, admin } = await app.tenant('chuoi');
  for (const name of ['Một', 'Hai', 'Ba', 'Bốn']) await admin.call('POST', '/branch', { name });
  const whole = await type(auditVerify, []);
  expect([whole.well, whole.said]).toEqual([
    true,
    expect.stringMatching(/^chuoi\t\d+ mục\tnguyên vẹn\t[0-9a-f]{64}$/m),
  ]);
  const chain = await app.db.inTenant(id, (trx) =>
    trx.selectFrom('audit_link').orderBy('seq', 'desc').select(['seq', 'audit_id']).limit(3).execute(),
  );
  const [last, missing, changed] = chain;
  await asOwner(`update audit set action = 'nothing' where id = '${changed?.audit_id}'`);
  await asOwner(`delete from audit where id = '${missing?.audit_id}'`);
  await asOwner(`delete from audit_link where audit_id = '${last?.audit_id}'`);
  const found = await type(auditVerify, ['--company', code]);
  expect(found.well).toBe(false);
  const [head, ...faults] = found.said.split('\n').map((line) => line.trim().split('\t'));
  expect(head?.slice(0, 3)).toEqual([code, `${last?.seq} mục`, 'CÓ LỖI']);
  expect(faults.map(([seq, , entry, words]) => [seq, entry, words])).toEqual([
    [String(changed?.seq), changed?.audit_id, 'nội dung đã bị sửa'],
    [String(missing?.seq), missing?.audit_id, 'mục đã bị xoá'],
    [String(last?.seq), '', 'phần cuối chuỗi đã bị cắt'],
    ['–', last?.audit_id, 'mục không thuộc chuỗi'],
  ]);
  // Other companies are as they were, and a command that finds something says so to who called it.
  expect([(await type(auditVerify, ['--company', 'demo'])).well, (await type(auditVerify, [])).well]).toEqual([
    true,
    false,
  ]);
  await expect(type(auditVerify, ['--company', 'khong-co'])).rejects.toThrow('khong-co');
});

test('a backup of the running product becomes another one, on the built-in database, that plays the recording of a call', async () => {
  const call = await storeCall(app.db, demo.id, { recording: {}, rang: [{ extension: '101', answered: true }] });
  const sound = await storeRecording(folderStore(config.dataFolder), demo.id, call.recordingId);
  await mkdir(join(config.dataFolder, 'journal', demo.id), { recursive: true });
  await writeFile(join(config.dataFolder, 'journal', demo.id, '1.ndjson'), '{"seq":1}\n');
  const manifest = await backUp(config, join(top, 'kept'));
  expect(manifest.tables.find(({ name }) => name === 'call')?.rows).toBe(1);
  // What happens after the moment of the backup is not in it.
  await storeCall(app.db, demo.id);

  const other = configOf('other');
  await restore(other, join(top, 'kept'));
  expect((await readdir(other.dataFolder)).toSorted()).toEqual([
    'journal',
    'postgres',
    'postgres-password',
    'recordings',
    'server-key',
    'version',
  ]);
  expect(await readFile(join(other.dataFolder, 'journal', demo.id, '1.ndjson'), 'utf8')).toBe('{"seq":1}\n');
  const storage = await openStorage({ ...other, log: openLog('silent') });
  onTestFinished(() => storage.close());
  expect(storage.isNew).toBe(false);
  const restored = await buildApp({
    db: storage.db,
    bus: inProcessBus(),
    log: openLog('silent'),
    files: withSmall(folderStore(other.dataFolder)),
    serverKey: await serverKey(other.dataFolder),
    ...withoutTelephony,
    overloadDelayMs: 0,
    mail: openMailer({ ...other.mail }),
    consoleUrl: () => 'http://localhost',
  });
  onTestFinished(() => restored.http.close());
  expect(await readKeys(other.dataFolder)).toEqual(await readKeys(config.dataFolder));
  const { token } = (await signIn(restored.http, 'demo', demo.admin.email, testPassword)).json();
  const get = (path: string) =>
    restored.http.inject({ url: `/api/demo${path}`, headers: { authorization: `Bearer ${token}` } });
  expect((await get('/histories-call')).json()).toMatchObject({ total: 1, data: [{ id: call.id }] });
  const played = await get(`/histories-call/${call.id}/recording`);
  expect([played.statusCode, played.rawPayload.equals(sound)]).toEqual([200, true]);
  // It goes on from there.
  await storeCall(storage.db, demo.id, { started_at: new Date('2026-03-01T00:00:00Z') });
  expect((await get('/histories-call')).json().total).toBe(2);

  // And back: from the built-in one, while it runs, to a database of the operator's.
  const again = await backUp(other, join(top, 'again'));
  expect(again.tables.find(({ name }) => name === 'call')?.rows).toBe(2);
  const elsewhere = await testDatabase();
  onTestFinished(() => elsewhere.drop());
  await restore(configOf('third', elsewhere.url), join(top, 'again'));
  const third = await openStorage({ ...configOf('third', elsewhere.url), log: openLog('silent') });
  onTestFinished(() => third.close());
  const calls = await third.db.inTenant(demo.id, (trx) => trx.selectFrom('call').select('id').execute());
  expect(calls).toHaveLength(2);
  await expect(restore(configOf('fourth', elsewhere.url), join(top, 'again'))).rejects.toThrow('không trống');
});

inDepth(
  'who was erased since a backup was made is erased in what is restored of it, if a later backup beside it knows',
  async () => {
    const backups = join(top, 'one-beside-the-other');
    const status = (await demo.admin.call('POST', '/profile-status', { name: 'Xoá', colour: '#2563eb' })).json().id;
    const add = async (name: string, phone: string) =>
      (await demo.admin.call('POST', '/customer', { status, name, phone })).json().id;
    const [erased] = [await add('Trịnh Xoá Lại', '0987455001'), await add('Người Còn', '0987455002')];
    await storeCall(app.db, demo.id, { outside_number: '+84987455001', status: 'answered' });
    const request = await demo.admin.call('POST', `/customer/${erased}/data-request`, {
      kind: 'erase',
      note: 'Trịnh Xoá Lại',
    });
    await backUp(config, join(backups, 'before'));
    await app.db.inTenant(demo.id, async (trx) => {
      await trx
        .updateTable('data_request')
        .set({ state: 'done', note: '' })
        .where('id', '=', request.json().id)
        .execute();
      await trx.deleteFrom('customer').where('id', '=', erased).execute();
    });
    await backUp(config, join(backups, 'after'));
    const other = configOf('erased-again');
    await restore(other, join(backups, 'before'));
    const storage = await openStorage({ ...other, log: openLog('silent') });
    onTestFinished(() => storage.close());
    const texts = await withClient(storage.ownerUrl, async (client) => {
      const { rows: tables } = await client.query<{ name: string }>(
        "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'public' order by 1",
      );
      const found: string[] = [];
      for (const { name } of tables) {
        const { rows } = await client.query<{ text: string }>(`select to_jsonb(its)::text as text from ${name} as its`);
        found.push(...rows.map(({ text }) => `${name} ${text}`));
      }
      return found;
    });
    expect(texts.filter((text) => /987455001|Trịnh Xoá/.test(text))).toEqual([]);
    expect(texts.filter((text) => text.includes('987455002')).length).toBeGreaterThan(0);
  },
);

test('nothing is restored over something, nor from a backup that is not what was written', async () => {
  await backUp(config, join(top, 'whole'));
  await expect(backUp(config, join(top, 'whole'))).rejects.toThrow('không trống');
  await expect(backUp(config, join(config.dataFolder, 'inside'))).rejects.toThrow('trong thư mục dữ liệu');
  await expect(restore(configOf('data'), join(top, 'whole'))).rejects.toThrow('không trống');
  await mkdir(join(top, 'half', 'restoring'), { recursive: true });
  await expect(restore(configOf('half'), join(top, 'whole'))).rejects.toThrow('có một lần phục hồi chưa xong');
  const damaged = join(top, 'whole/database/account.copy.gz');
  await appendFile(damaged, 'x');
  await expect(restore(configOf('new'), join(top, 'whole'))).rejects.toThrow(
    'database/account.copy.gz của bản sao lưu bị hỏng',
  );
  await rm(damaged);
  await expect(restore(configOf('new'), join(top, 'whole'))).rejects.toThrow('thiếu tệp database/account.copy.gz');
  await rm(join(top, 'whole/manifest.json'));
  await expect(restore(configOf('new'), join(top, 'whole'))).rejects.toThrow(
    'không phải là một bản sao lưu hoàn chỉnh',
  );
  expect(await readdir(top)).not.toContain('new');
});

test('the doctor finds nothing bad where all is well, and says in words what is wrong where it is not', async () => {
  const states = async (which: Config, now?: number) =>
    Object.fromEntries((await examine(which, now)).map(({ about, state, words }) => [about, `${state} ${words}`]));
  const well = await states(config);
  expect(Object.values(well).filter((words) => words.startsWith('bad'))).toEqual([]);
  // The database of a test is a superuser's.
  expect(well['Tài khoản phục vụ']).toMatch(/^warning/);

  const lost = await storeCall(app.db, demo.id, { recording: {} });
  await mkdir(join(config.dataFolder, 'set-aside'));
  await writeFile(join(config.dataFolder, 'set-aside', '1.ndjson'), '{}');
  await chmod(config.dataFolder, 0o755);
  const ill = await states(config);
  expect(ill['Ghi âm']).toMatch(new RegExp(`^warning 1 trong .*${lost.recordingId}`));
  expect(ill['Thư mục dữ liệu']).toMatch(/^bad .*chmod 700/);
  expect(ill['Dữ liệu để riêng']).toMatch(/^warning Có 1 tệp/);
  const away = await states(configOf('data', 'postgres://nobody@127.0.0.1:1/none'));
  expect(away['Cơ sở dữ liệu']).toMatch(/^bad Không trả lời/);
});

inDepth('the doctor looks at the Asterisk that carries the calls, and leaves the ports of phones to it', async () => {
  const answers: Record<string, string> = {
    '/ari/asterisk/info': JSON.stringify({ system: { version: '22.10.1~dfsg' } }),
    '/ari/asterisk/modules': JSON.stringify([{ name: 'app_stasis.so', status: 'Running' }]),
  };
  const expected = `Basic ${Buffer.from('alo:bí-mật').toString('base64')}`;
  const server = createServer(({ url = '', headers }, response) => {
    if (headers.authorization !== expected) return response.writeHead(401).end();
    response.end(answers[url]);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const found = async (password: string) => {
    const url = `http://127.0.0.1:${port}`;
    const named: Config = {
      ...config,
      // Taken, by the Asterisk that listens there.
      sipPort: port,
      asterisk: { url, user: 'alo', password, promptsFolder: undefined, companyPromptsFolder: undefined },
    };
    const findings = (await examine(named)).filter(({ about }) => about === 'Asterisk' || about === 'Cổng');
    return findings.map(({ state, about, words }) => `${state} ${about} ${words}`);
  };
  try {
    expect(await found('sai')).toEqual([expect.stringMatching(/^bad Asterisk .* từ chối tên hoặc mật khẩu/)]);
    expect(await found('bí-mật')).toEqual([expect.stringMatching(/^bad Asterisk phiên bản 22.10.1.* thiếu 13 mô-đun/)]);
    answers['/ari/asterisk/info'] = JSON.stringify({ system: { version: '22.3.0' } });
    expect(await found('bí-mật')).toEqual([expect.stringMatching(/^bad Asterisk phiên bản 22.3.0 quá cũ/)]);
  } finally {
    await once(server.close(), 'close');
  }
  expect(await found('bí-mật')).toEqual([expect.stringMatching(/^bad Asterisk .* không trả lời \(.*ECONNREFUSED/)]);
});

inDepth(
  'an Asterisk is configured by the address that it is reached by, and nothing that is there is written over',
  async () => {
    const folder = join(top, 'asterisk');
    const named = { ...config, asterisk: { url: 'http://127.0.0.1:8088', user: 'alo', password: 'bi-mat' } };
    const line = ['--to', folder];
    const surroundings = { say: () => {}, askSecret: () => Promise.resolve('') };
    await expect(asteriskConfig.run(line, { config, ...surroundings })).rejects.toThrow('ALO_ASTERISK_URL');
    expect(await asteriskConfig.run(line, { config: { ...config, ...named } as Config, ...surroundings })).toBe(true);
    expect(await readFile(join(folder, 'ari.conf'), 'utf8')).toContain(
      '[alo]\ntype=user\nread_only=no\npassword=bi-mat\n',
    );
    expect(await readFile(join(folder, 'http.conf'), 'utf8')).toContain('bindport=8088');
    await expect(
      asteriskConfig.run(line, { config: { ...config, ...named } as Config, ...surroundings }),
    ).rejects.toThrow('ari.conf');
  },
);
