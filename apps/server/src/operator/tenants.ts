import { randomBytes } from 'node:crypto';
import { messages, superAdmin, tenantCode } from '@alo/contract';
import { z } from 'zod';

import { audit } from '../db/audit.ts';
import type { Trx } from '../db/database.ts';
import { beginNarrow } from '../domain/built-in-roles.ts';
import { firstStatuses } from '../domain/first-statuses.ts';
import { type PasswordOwner, whyNotPassword } from '../domain/password-policy.ts';
import { passwordHasher } from '../features/identity/passwords.ts';
import type { Actor } from '../kernel/by.ts';
import { hasCode } from '../kernel/has-code.ts';
import { newId } from '../kernel/new-id.ts';
import { command, needed, Refused, type Surroundings } from './command.ts';
import { openForOperator } from './open-database.ts';

/** The trail says that it was nobody of the company's. */
export const operatorActor = (): Actor => ({ accountId: null, network: 'operator', requestId: newId() });

const email = z.email('Địa chỉ e-mail không hợp lệ');
const shortestPassword = 12;

export const emailOption = (value: string): string => checked(email, value, '--email');

export const tenantCreate = command({
  summary: 'Tạo một công ty với người quản trị đầu tiên',
  usage: 'tenant create --code acme --name "Công ty ACME" --email admin@acme.vn [--domain acme.alo.local] [--generate]',
  options: {
    code: { type: 'string' },
    name: { type: 'string' },
    email: { type: 'string' },
    domain: { type: 'string' },
    generate: { type: 'boolean', default: false },
  },
  async run(values, _words, surroundings) {
    const code = checked(tenantCode, values.code, '--code');
    const name = needed(values.name, '--name');
    const admin = checked(email, values.email, '--email');
    const domain = values.domain ?? `${code}.alo.local`;
    const owner = { name: admin, email: admin, tenantCode: code, tenantName: name };
    const password = await choosePassword(values.generate, owner, surroundings);
    const opened = await openForOperator(surroundings.config);
    try {
      const id = newId();
      await opened.db
        .inTenant(id, async (trx) => {
          await trx.insertInto('tenant').values({ id, code, name, sip_domain: domain }).execute();
          await audit(trx, operatorActor(), {
            action: 'create',
            subject: 'tenant',
            subjectId: id,
            after: { code, name },
          });
          await beginNarrow(trx);
          await trx
            .insertInto('profile_status')
            .values(firstStatuses.map((status) => ({ id: newId(), ...status })))
            .execute();
          await addAccount(trx, { email: admin, name: admin, role: superAdmin, hash: password.hash });
        })
        .catch(takenBy(code));
      surroundings.say(`Đã tạo công ty ${code} (${name}). Đăng nhập: ${admin}${password.shown}`);
      return true;
    } finally {
      await opened.close();
    }
  },
});

export const tenantList = command({
  summary: 'Liệt kê các công ty',
  usage: 'tenant list',
  options: {},
  async run(_values, _words, { config, say }) {
    const opened = await openForOperator(config);
    try {
      const tenants = await opened.db.directory.tenants();
      if (tenants.length === 0) say('Chưa có công ty nào. Tạo công ty đầu tiên bằng: tenant create');
      for (const { id, code, name } of tenants) {
        const people = await opened.db.inTenant(id, (trx) =>
          trx
            .selectFrom('account')
            .where('active', '=', true)
            .select((account) => account.fn.countAll<number>().as('n'))
            .executeTakeFirstOrThrow(),
        );
        say(`${code}\t${name}\t${people.n} tài khoản`);
      }
      return true;
    } finally {
      await opened.close();
    }
  },
});

export const accountCreate = command({
  summary: 'Tạo một tài khoản trong công ty',
  usage: 'account create --company acme --email lan@acme.vn --name "Nguyễn Thị Lan" --role "Nhân viên" [--generate]',
  options: {
    company: { type: 'string' },
    email: { type: 'string' },
    name: { type: 'string' },
    role: { type: 'string' },
    generate: { type: 'boolean', default: false },
  },
  async run(values, _words, surroundings) {
    const code = checked(tenantCode, values.company, '--company');
    const address = checked(email, values.email, '--email');
    const name = values.name ?? address;
    const role = needed(values.role, '--role');
    const opened = await openForOperator(surroundings.config);
    try {
      const tenant = await opened.db.directory.tenantByCode(code);
      if (tenant === undefined) throw new Refused(`Không có công ty ${code}. Xem danh sách bằng: tenant list`);
      const owner = { name, email: address, tenantCode: code, tenantName: tenant.name };
      const password = await choosePassword(values.generate, owner, surroundings);
      await opened.db
        .inTenant(tenant.id, (trx) => addAccount(trx, { email: address, name, role, hash: password.hash }))
        .catch(takenBy(address));
      surroundings.say(`Đã tạo tài khoản ${address} của công ty ${code}.${password.shown}`);
      return true;
    } finally {
      await opened.close();
    }
  },
});

/** Somebody of a company, by the name of a role that it has. */
export async function addAccount(
  trx: Trx,
  { email: address, name, role, hash }: { email: string; name: string; role: string; hash: string },
): Promise<void> {
  const roles = await trx.selectFrom('role').select(['id', 'name']).execute();
  const chosen = roles.find((one) => one.name.toLowerCase() === role.toLowerCase());
  if (chosen === undefined) {
    throw new Refused(`Không có vai trò "${role}"; có: ${roles.map((one) => one.name).join(', ')}.`);
  }
  const id = newId();
  await trx
    .insertInto('account')
    .values({ id, email: address, name, role_id: chosen.id, password_hash: hash, email_proved_at: new Date() })
    .execute();
  const after = { email: address, name, role: chosen.name };
  await audit(trx, operatorActor(), { action: 'create', subject: 'account', subjectId: id, after });
}

/** A password never stands on the command line, where every process of the machine and the shell's history would have it. */
export async function choosePassword(generate: boolean, owner: PasswordOwner, { askSecret }: Surroundings) {
  const made = generate ? randomBytes(15).toString('base64url') : undefined;
  const password = made ?? (await askSecret('Mật khẩu'));
  if (password.length < shortestPassword) {
    throw new Refused(`Mật khẩu phải có ít nhất ${shortestPassword} ký tự; --generate tạo một mật khẩu ngẫu nhiên.`);
  }
  const weakness = made === undefined ? whyNotPassword(password, owner) : undefined;
  if (weakness !== undefined) throw new Refused(`${weakness}.`);
  const hash = await passwordHasher().hash(password);
  return { hash, shown: made === undefined ? '' : ` Mật khẩu (chỉ hiện một lần): ${made}` };
}

/** What stands behind an option, or why it cannot. */
export function checked<T>(schema: z.ZodType<T>, value: string | undefined, option: string): T {
  const outcome = schema.safeParse(needed(value, option));
  if (outcome.success) return outcome.data;
  throw new Refused(`${option}: ${outcome.error.issues[0]?.message ?? messages.generic}`);
}

/** A name that somebody has already. */
export const takenBy =
  (name: string) =>
  (error: unknown): never => {
    if (hasCode(error, '23505')) throw new Refused(`${name} đã có rồi.`);
    throw error;
  };
