import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@alo/testing';
import { Attribute, Change, Client } from 'ldapts';
import { generate } from 'selfsigned';

const startsWithinMs = 60_000;

const suffix = 'dc=sao-mai,dc=vn';
const manager = { dn: `cn=quan-tri,${suffix}`, password: 'cua-quan-tri' };

/** Where people and groups are, and the account that may look them up. */
export const tree = {
  people: `ou=people,${suffix}`,
  groups: `ou=groups,${suffix}`,
  service: { dn: `cn=alo,${suffix}`, password: 'mật khẩu tra cứu' },
} as const;

/** Somebody in the directory. */
export interface DirectoryPerson {
  readonly uid: string;
  readonly name: string;
  readonly mail: string;
  readonly password: string;
}

export type Slapd = Awaited<ReturnType<typeof startSlapd>>;

/**
 * Debian's OpenLDAP on the loopback interface, with a folder of its own: TLS from the first byte on one port, StartTLS on another, and
 * nothing else is let in. People may read their own entry, the service account may read all of them, and nobody sees a password.
 */
export async function startSlapd(program: string, people: readonly DirectoryPerson[]) {
  const folder = await mkdtemp(join(tmpdir(), 'alo-slapd-'));
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  const ports = { ldaps: await freePort('localhost'), starttls: await freePort('localhost') };
  await mkdir(join(folder, 'data'));
  await writeFile(join(folder, 'key.pem'), made.private, { mode: 0o600 });
  await writeFile(join(folder, 'certificate.pem'), made.cert);
  await writeFile(join(folder, 'slapd.conf'), configuration(folder));
  await writeFile(join(folder, 'people.ldif'), ldif(people));
  const filled = spawnSync(
    program,
    ['-T', 'add', '-q', '-f', join(folder, 'slapd.conf'), '-l', join(folder, 'people.ldif')],
    {
      encoding: 'utf8',
    },
  );
  if (filled.status !== 0) throw new Error(`slapd took no people: ${filled.error?.message ?? filled.stderr}`);

  const start = async () => {
    const urls = `ldaps://localhost:${ports.ldaps} ldap://localhost:${ports.starttls}`;
    const started = spawn(program, ['-f', join(folder, 'slapd.conf'), '-h', urls, '-d', '0'], { stdio: 'inherit' });
    const ended = once(started, 'exit');
    const until = Date.now() + startsWithinMs;
    for (;;) {
      if (started.exitCode !== null || Date.now() > until) throw new Error('slapd did not start');
      if (await isAnsweredAt(ports.starttls)) break;
    }
    return async () => {
      started.kill('SIGTERM');
      await ended;
    };
  };
  let stop: (() => Promise<void>) | undefined = await start();

  /** What a directory's administrator does, over the same encrypted line as everybody. */
  const manage = async (work: (line: Client) => Promise<void>) => {
    const line = new Client({ url: `ldaps://localhost:${ports.ldaps}`, tlsOptions: { ca: made.cert } });
    try {
      await line.bind(manager.dn, manager.password);
      await work(line);
    } finally {
      await line.unbind();
    }
  };
  const change = (dn: string, operation: 'add' | 'replace' | 'delete', type: string, values: string[]) =>
    manage((line) => line.modify(dn, new Change({ operation, modification: new Attribute({ type, values }) })));

  return {
    ports,
    /** PEM of its certificate, which it has signed itself, for `localhost`. */
    ca: made.cert,
    /** Locks somebody out for good, as an administrator does (draft-behera-ldap-password-policy). */
    lock: (uid: string) => change(dnOf(uid), 'add', 'pwdAccountLockedTime', ['000001010000Z']),
    unlock: (uid: string) => change(dnOf(uid), 'delete', 'pwdAccountLockedTime', []),
    /** Puts somebody into a group, which is made by its first; `memberOf` of theirs follows. */
    async putInto(group: string, uid: string) {
      const dn = `cn=${group},${tree.groups}`;
      await manage((line) => line.add(dn, { objectClass: 'groupOfNames', cn: group, member: dnOf(uid) }));
    },
    takeFrom: (group: string) => manage((line) => line.del(`cn=${group},${tree.groups}`)),
    /** Tries to enter by the plain port without encryption, as we never do; what it answers. */
    async plain(): Promise<string> {
      const line = new Client({ url: `ldap://localhost:${ports.starttls}` });
      try {
        await line.bind(manager.dn, manager.password);
        return 'let in';
      } catch (error) {
        return error instanceof Error ? error.name : 'no error';
      } finally {
        await line.unbind();
      }
    },
    async away() {
      await stop?.();
      stop = undefined;
    },
    async back() {
      stop ??= await start();
    },
    async close() {
      await stop?.();
      await rm(folder, { recursive: true });
    },
  };
}

export const dnOf = (uid: string): string => `uid=${uid},${tree.people}`;

const configuration = (folder: string): string => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload memberof
moduleload ppolicy
TLSCertificateFile ${join(folder, 'certificate.pem')}
TLSCertificateKeyFile ${join(folder, 'key.pem')}
security tls=1
database mdb
suffix "${suffix}"
directory ${join(folder, 'data')}
rootdn "${manager.dn}"
rootpw ${manager.password}
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${tree.service.dn}" read by self read by anonymous auth by * none
overlay memberof
overlay ppolicy
ppolicy_default "cn=rule,${suffix}"
`;

function ldif(people: readonly DirectoryPerson[]): string {
  const entry = (dn: string, values: Readonly<Record<string, string | readonly string[]>>) =>
    [
      `dn: ${dn}`,
      ...Object.entries(values).flatMap(([type, all]) =>
        [all].flat().map((value) => `${type}:: ${Buffer.from(value).toString('base64')}`),
      ),
      '',
    ].join('\n');
  const folder = (dn: string, ou: string) => entry(dn, { objectClass: 'organizationalUnit', ou });
  return [
    entry(suffix, { objectClass: ['dcObject', 'organization'], dc: 'sao-mai', o: 'Sao Mai' }),
    folder(tree.people, 'people'),
    folder(tree.groups, 'groups'),
    entry(`cn=rule,${suffix}`, {
      objectClass: ['device', 'pwdPolicy'],
      cn: 'rule',
      pwdAttribute: 'userPassword',
      pwdLockout: 'TRUE',
    }),
    entry(tree.service.dn, {
      objectClass: ['organizationalRole', 'simpleSecurityObject'],
      cn: 'alo',
      userPassword: hashed(tree.service.password),
    }),
    ...people.map(({ uid, name, mail, password }) =>
      entry(dnOf(uid), { objectClass: 'inetOrgPerson', uid, cn: name, sn: name, mail, userPassword: hashed(password) }),
    ),
  ].join('\n');
}

/** As OpenLDAP keeps passwords unless it is told otherwise. */
function hashed(password: string): string {
  const salt = randomBytes(8);
  const digest = createHash('sha1').update(password).update(salt).digest();
  return `{SSHA}${Buffer.concat([digest, salt]).toString('base64')}`;
}

async function isAnsweredAt(port: number): Promise<boolean> {
  const line = new Client({ url: `ldap://localhost:${port}`, connectTimeout: 10_000 });
  try {
    await line.bind('', '');
    return true;
  } catch (error) {
    // It serves, and demands encryption.
    if (error instanceof Error && 'code' in error && error.code === 13) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
    return false;
  } finally {
    await line.unbind().catch(() => undefined);
  }
}
