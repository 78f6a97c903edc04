import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { allExtension, devices, loginTenant, me } from '@alo/contract';
import { patientFetch, type RtpAudio, TestPhone } from '@alo/testing';
import pg from 'pg';

import type { PersonApi } from './api.ts';
import { demo } from './people.ts';
import type { Product } from './product.ts';
import { until } from './until.ts';

/** A person at a desk phone. */
export interface DeskPhone {
  readonly extension: string;
  readonly phone: TestPhone<RtpAudio>;
  /** The same, switched off and on: it forgets whatever was under way. It is not registered yet. */
  restarted(): Promise<DeskPhone>;
}

/** Adds people with extensions to the demo company; the next server knows them. Their password is everybody's. */
export const hire = (product: Product, extensions: readonly string[]): Promise<void> =>
  inDatabase(product, async (client) => {
    await client.query(
      `insert into account (tenant_id, id, email, name, extension, password_hash, role_id, department_id, team_id)
     select tenant_id, gen_random_uuid(), added || '@demo.local', 'Máy ' || added, added, password_hash, role_id, department_id, team_id
     from account, unnest($1::text[]) as added where email = 'lan@demo.local'`,
      [extensions],
    );
    await client.query(
      `insert into extension (tenant_id, id, number, name)
     select tenant_id, gen_random_uuid(), added, 'Máy ' || added
     from account, unnest($1::text[]) as added where email = 'lan@demo.local'`,
      [extensions],
    );
  });

/** Does what no call of the API does, in the product's own database. */
export async function inDatabase(product: Product, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = await connectDatabase(product);
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Where the product's own database is, for its superuser. */
export async function databaseUrl(product: Product): Promise<string> {
  const password = (await readFile(join(product.dataFolder, 'postgres-password'), 'utf8')).trim();
  const port = (await readFile(join(product.dataFolder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[3];
  return `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/alo`;
}

/** A connection to it; whoever asks for it ends it. */
export async function connectDatabase(product: Product): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: await databaseUrl(product) });
  await client.connect();
  return client;
}

/** Gives somebody a telephone of its own beside their browser: a device of their extension. */
export async function phoneOnDesk(product: Product, admin: PersonApi, extension: string): Promise<TestPhone<RtpAudio>> {
  const { data } = await admin.call(allExtension, {});
  const { id } = data.find(({ number }) => number === extension) ?? {};
  if (id === undefined) throw new Error(`there is no extension ${extension}`);
  const { settings } = await admin.call(devices.create, { body: { name: `Máy bàn ${extension}`, extension_id: id } });
  const { domain, username: user, password } = settings;
  if (password === null) throw new Error('there is no password');
  const server = { transport: 'udp', host: '127.0.0.1', port: product.sipPort } as const;
  const phone = await TestPhone.rtp({ server, domain, user, password });
  // The switch reads of it by itself.
  await until(`${extension} is registered`, async () => (await phone.stayRegistered()).status === 200);
  return phone;
}

/** Signs somebody in and registers a desk phone by what the console is told. */
export async function deskPhone(product: Product, extension: string): Promise<DeskPhone> {
  const username = extension === '101' ? 'lan@demo.local' : `${extension}@demo.local`;
  const signedIn = await post(`${product.address}/identity${loginTenant.path}`, {
    body: { ma_dn: demo.companyCode, username, password: demo.password },
  });
  const { token } = loginTenant.result.parse(signedIn);
  const response = await patientFetch(`${product.address}/api/${demo.companyCode}${me.path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { softphone: account } = me.result.parse(await response.json());
  if (account === null) throw new Error(`${extension} has no phone`);
  const registered = await switchedOn(extension, {
    server: { transport: 'udp', host: '127.0.0.1', port: product.sipPort },
    domain: account.domain_telecom,
    user: account.username_telecom,
    password: account.password_telecom,
  });
  const { status } = await registered.phone.stayRegistered();
  if (status !== 200) throw new Error(`${extension} could not register: ${status}`);
  return registered;
}

async function switchedOn(extension: string, account: Parameters<typeof TestPhone.rtp>[0]): Promise<DeskPhone> {
  const phone = await TestPhone.rtp(account);
  return {
    extension,
    phone,
    restarted() {
      phone.close();
      return switchedOn(extension, account);
    },
  };
}

async function post(url: string, { body }: { readonly body: object }): Promise<unknown> {
  const response = await patientFetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response.json();
}
