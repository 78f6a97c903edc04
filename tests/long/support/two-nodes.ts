import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { me } from '@alo/contract';
import { freePort, type PhoneCall, type RtpAudio, TestPhone } from '@alo/testing';
import pg from 'pg';
import { readConfig } from '../../../apps/server/src/config.ts';
import type { OperatorCommand } from '../../../apps/server/src/operator/command.ts';
import { tenantCreate } from '../../../apps/server/src/operator/tenants.ts';
import { serverKey } from '../../../apps/server/src/storage/server-key.ts';
import { migratedTestDatabase } from '../../../apps/server/testing/database.ts';
import { testS3Server } from '../../../apps/server/testing/s3-server.ts';
import { signInTo } from '../../e2e/support/api.ts';
import { type Product, startProduct } from '../../e2e/support/product.ts';
import { until } from '../../e2e/support/until.ts';

/** Of everybody. */
export const password = 'mat-khau-thu-1-dai';

export type NodeName = 'n1' | 'n2';

/** Two machines of one installation: a data folder each, one database and one bucket. */
export interface TwoNodes {
  readonly n1: Product;
  readonly n2: Product;
  readonly client: pg.Client;
  readonly databaseUrl: string;
  /** What the operator types; what it says. */
  operate(command: OperatorCommand, ...words: readonly string[]): Promise<string>;
  /** A new company with two people, 101 and 102. */
  company(code: string): Promise<Company>;
  /** Where a company runs; undefined while nobody has it. */
  runsAt(company: Company): Promise<NodeName | undefined>;
  close(): Promise<void>;
}

export interface Company {
  readonly code: string;
  readonly id: string;
}

/** `more` is set on both. People have the console of the second one, which the first one's phones know. */
export async function startTwoNodes(more: Readonly<Record<string, string>> = {}): Promise<TwoNodes> {
  await using opened = new AsyncDisposableStack();
  const top = await mkdtemp(join(tmpdir(), 'alo-two-nodes-'));
  opened.defer(() => rm(top, { recursive: true, force: true, maxRetries: 5 }));
  const database = await migratedTestDatabase();
  opened.defer(() => database.close());
  const s3 = await testS3Server();
  opened.defer(() => s3.close());
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  opened.defer(() => client.end());
  const folder = (name: NodeName) => join(top, name);
  await serverKey(folder('n1'));
  await mkdir(folder('n2'));
  await copyFile(join(folder('n1'), 'server-key'), join(folder('n2'), 'server-key'));
  const bucket = {
    ALO_S3_ENDPOINT: s3.settings.endpoint,
    ALO_S3_BUCKET: s3.settings.bucket,
    ALO_S3_REGION: s3.settings.region,
    ALO_S3_ACCESS_KEY: s3.settings.accessKeyId,
    ALO_S3_SECRET_KEY: s3.settings.secretAccessKey,
  };
  const around = (said: string[] = []) => ({
    config: readConfig({ ALO_DATA_DIR: folder('n1'), DATABASE_URL: database.url, ...bucket }),
    say: (line: string) => void said.push(line),
    askSecret: async () => password,
  });
  const ports = { n1: await freePort(), n2: await freePort() };
  const start = async (name: NodeName) => {
    const [port, sipPort] = [ports[name], await freePort()];
    const own = {
      ...more,
      ALO_PUBLIC_URL: `http://localhost:${ports.n2}`,
      ALO_NODE: name,
      ALO_PORT: String(port),
      ALO_SIP_PORT: String(sipPort),
      ALO_NODE_WS: `ws://localhost:${port}/sip`,
      ALO_NODE_SIP: `127.0.0.1:${sipPort}`,
    };
    const product = await startProduct({ DATABASE_URL: database.url, ...bucket, ...own }, folder(name));
    opened.defer(() => product.close());
    return product;
  };
  const n1 = await start('n1');
  const n2 = await start('n2');
  const closing = opened.move();
  return {
    n1,
    n2,
    client,
    databaseUrl: database.url,
    async operate(command, ...words) {
      const said: string[] = [];
      await command.run(words, around(said));
      return said.join('\n');
    },
    async company(code) {
      await tenantCreate.run(['--code', code, '--name', code, '--email', `101@${code}.vn`], around());
      const { rows } = await client.query<{ id: string }>('select id from tenant where code = $1', [code]);
      const [{ id } = { id: '' }] = rows;
      await client.query(
        `insert into extension (tenant_id, id, number, name)
          select $1, gen_random_uuid(), number, number from unnest(array['101', '102']) as number`,
        [id],
      );
      await client.query(`update account set extension = '101' where tenant_id = $1`, [id]);
      await client.query(
        `insert into account (tenant_id, id, email, name, extension, password_hash, role_id)
          select tenant_id, gen_random_uuid(), '102@' || $2 || '.vn', '102', '102', password_hash, role_id
          from account where tenant_id = $1`,
        [id, code],
      );
      return { code, id };
    },
    async runsAt({ id }) {
      const { rows } = await client.query<{ holder: string }>(
        `select holder from tenant_lease join server_process using (holder, epoch)
          where tenant_id = $1 and expires_at > clock_timestamp()`,
        [id],
      );
      const name = rows[0]?.holder.split('/')[1];
      return name === 'n1' || name === 'n2' ? name : undefined;
    },
    close: () => closing.disposeAsync(),
  };
}

/** Makes companies until each machine has one of them. Which has which is drawn by their ids. */
export async function onePlacedOnEach(nodes: TwoNodes) {
  const companies: Company[] = [];
  const at: Partial<Record<NodeName, Company>> = {};
  while (at.n1 === undefined || at.n2 === undefined) {
    const company = await nodes.company(`cty-${companies.length}`);
    companies.push(company);
    at[await until(`${company.code} runs somewhere`, () => nodes.runsAt(company))] = company;
  }
  return { placed: { n1: at.n1, n2: at.n2 }, companies };
}

/** Somebody of a company, signed in at one of the machines: whichever, for the console is the same on both. */
export async function signIn({ address }: Product, { code }: Company, extension: string) {
  const api = await signInTo({ address, code }, `${extension}@${code}.vn`, password);
  return {
    ...api,
    async softphone() {
      const { softphone } = await api.call(me, {});
      if (softphone === null) throw new Error(`${extension} has no phone`);
      return softphone;
    },
  };
}

/** A phone that finds the machine of its company by trying one after the other, as the edge does for it. It answers whoever calls. */
export interface RoamingPhone {
  /** Registers where the company is. */
  register(): Promise<TestPhone<RtpAudio>>;
  /** The calls that it has answered. */
  readonly answered: readonly PhoneCall<RtpAudio>[];
  close(): void;
}

export async function roamingPhone(nodes: TwoNodes, company: Company, extension: string): Promise<RoamingPhone> {
  const account = await (await signIn(nodes.n1, company, extension)).softphone();
  const phones: TestPhone<RtpAudio>[] = [];
  const answered: PhoneCall<RtpAudio>[] = [];
  let closed = false;
  const answerAll = async (phone: TestPhone<RtpAudio>) => {
    while (!closed) {
      // Nobody calls for a while: it is waited for again.
      const call = await phone.nextCall().catch(() => undefined);
      await call?.answer().then(
        () => answered.push(call),
        // Whoever called has hung up.
        () => undefined,
      );
    }
  };
  for (const { sipPort } of [nodes.n1, nodes.n2]) {
    const phone = await TestPhone.rtp({
      server: { transport: 'udp', host: '127.0.0.1', port: sipPort },
      domain: account.domain_telecom,
      user: account.username_telecom,
      password: account.password_telecom,
    });
    phones.push(phone);
    void answerAll(phone);
  }
  return {
    answered,
    register: () =>
      until(
        `${extension} of ${company.code} is registered somewhere`,
        async () => {
          for (const phone of phones) {
            const answer = await Promise.race([phone.register().catch(() => undefined), sleep(2_000, undefined)]);
            if (answer?.status === 200) return phone;
          }
          return undefined;
        },
        120_000,
      ),
    close() {
      closed = true;
      for (const phone of phones) phone.close();
    },
  };
}

/** 101 calls 102; dialled anew where the company is just on its way from one machine to the other. */
export const talk = (caller: RoamingPhone, callee: RoamingPhone): Promise<PhoneCall<RtpAudio>> =>
  until(
    'they talk',
    async () => {
      await callee.register();
      const call = await (await caller.register()).call('102');
      try {
        return await call.until('talking');
      } catch {
        call.end(undefined);
        return undefined;
      }
    },
    180_000,
  );
