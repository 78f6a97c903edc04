import { X509Certificate } from 'node:crypto';
import { getLdapServer, type ParsedRequestOf, setLdapServer, tryLdapServer } from '@alo/contract';

import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import { hasRole } from '../../domain/person-from-elsewhere.ts';
import { type RequestContext, type Route, route } from '../../http/route.ts';
import { actorOf } from '../../kernel/by.ts';
import type { ServerKey } from '../../kernel/key-ring.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { CompanyDirectories } from './company-directory.ts';
import { keptServer, servicePasswordSealer } from './kept-server.ts';
import { placeOfName, whyNotFilter } from './names.ts';

export interface LdapDeps {
  readonly db: Db;
  readonly serverKey: ServerKey;
  readonly directories: CompanyDirectories;
  /** Refuses who tries too often: each try asks somebody else's server, and may guess a password. */
  readonly takeTry: (from: RequestContext) => Promise<void>;
  readonly now: () => number;
}

type Given = ParsedRequestOf<typeof setLdapServer>['body'];

/** A company's own directory, whose passwords let its people in (LDAP). */
export function ldapRoutes({ db, serverKey, directories, takeTry, now }: LdapDeps): Route[] {
  const seals = servicePasswordSealer(serverKey);
  return [
    route(getLdapServer, ({ caller }) => db.inTenant(caller.tenantId, shown)),

    route(setLdapServer, async (request) => {
      const { caller, body } = request;
      const { service_password: password, version, ...values } = body;
      return db.inTenant(caller.tenantId, async (trx) => {
        const before = await shown(trx);
        if (before.version !== version) throw Problem.conflict(before);
        const keepsPassword = password === '' && isSameDoor(before, values);
        const problems = await problemsOf(trx, body, keepsPassword && before.has_password);
        if (Object.keys(problems).length > 0) throw Problem.invalid(problems);
        const sealed = password === '' ? {} : { service_password: seals.seal(caller.tenantId, password) };
        const kept = { ...values, ...sealed, updated_by: caller.accountId };
        await trx
          .insertInto('ldap_server')
          .values({ id: newId(), ...kept, created_by: caller.accountId })
          .onConflict((row) =>
            row.column('tenant_id').doUpdateSet((current) => ({
              ...kept,
              ...(password === '' && !keepsPassword ? { service_password: null } : {}),
              updated_at: new Date(now()),
              version: current(current.ref('ldap_server.version'), '+', 1),
            })),
          )
          .execute();
        const after = await shown(trx);
        const entry = { action: 'update', subject: 'ldap_server', subjectId: caller.tenantId };
        await audit(trx, actorOf(request), { ...entry, before, after });
        return after;
      });
    }),

    route(tryLdapServer, async (by) => {
      await takeTry(by);
      return { steps: await directories.tried(by.caller.tenantId, by.body, actorOf(by)) };
    }),
  ];
}

/** What is shown before anything was set up: what most directories have. */
const nothing = getLdapServer.result.parse({ version: 0, name: '', host: '', has_password: false });

async function shown(trx: Trx) {
  const kept = await keptServer(trx);
  if (kept === undefined) return nothing;
  const { service_password: sealed, ...values } = kept;
  return getLdapServer.result.parse({ ...values, has_password: sealed !== null });
}

/** The password of one server's account is told to no other server, nor in the name of another account. */
const isSameDoor = (
  before: Awaited<ReturnType<typeof shown>>,
  now: Omit<Given, 'version' | 'service_password'>,
): boolean =>
  (['host', 'port', 'security', 'ca', 'service_dn'] as const).every((field) => before[field] === now[field]);

/** What is wrong with the fields together, by field. */
async function problemsOf(trx: Trx, given: Given, hasPassword: boolean): Promise<Record<string, string>> {
  const problems: Record<string, string> = {};
  if (given.finds_by === 'search') {
    if (given.service_dn === '') problems['service_dn'] = 'Nhập tài khoản để tra cứu';
    if (given.base_dn === '') problems['base_dn'] = 'Nhập nơi tìm người trong thư mục';
    if (given.service_password === '' && !hasPassword) problems['service_password'] = 'Nhập mật khẩu của tài khoản này';
    const filter = whyNotFilter(given.filter);
    if (filter !== undefined) problems['filter'] = filter;
  } else if (!given.dn_pattern.includes(placeOfName)) {
    problems['dn_pattern'] = `Mẫu phải có ${placeOfName}`;
  }
  if (given.ca !== '' && !areCertificates(given.ca)) problems['ca'] = 'Dán chứng chỉ dạng PEM (BEGIN CERTIFICATE)';
  if (given.create_people && given.role_id === null) problems['role_id'] = 'Chọn vai trò';
  if (given.role_id !== null && !(await hasRole(trx, given.role_id))) problems['role_id'] = 'Vai trò này không còn nữa';
  return problems;
}

function areCertificates(pem: string): boolean {
  const end = '-----END CERTIFICATE-----';
  const all = pem.split(end).slice(0, -1);
  if (all.length === 0) return false;
  try {
    for (const one of all) new X509Certificate(`${one}${end}`);
    return true;
  } catch {
    return false;
  }
}
