import { superAdmin } from '@alo/contract';
import { audit } from '../db/audit.ts';
import { roles } from '../db/roles.ts';
import { newId } from '../kernel/new-id.ts';
import { command, needed, Refused } from './command.ts';
import { type OperatorDatabase, openForOperator, withClient } from './open-database.ts';
import { addAccount, choosePassword, emailOption, operatorActor, takenBy } from './tenants.ts';

const code = 'van-hanh';
const company = 'Vận hành hệ thống';

/**
 * Whoever runs the installation signs in like everybody else, to a company of its own: the same limits, second factor, sessions and
 * trail. That it is the operators' is written as the owner of the tables: who serves cannot.
 */
export const operatorCreate = command({
  summary: 'Tạo một người vận hành: thấy các công ty, chỗ, bản quyền và tình trạng hệ thống',
  usage: 'operator create --email van-hanh@nha.vn [--name "Trần Văn Hành"] [--generate]',
  options: {
    email: { type: 'string' },
    name: { type: 'string' },
    generate: { type: 'boolean', default: false },
  },
  async run(values, _words, surroundings) {
    const email = emailOption(needed(values.email, '--email'));
    const name = values.name ?? email;
    const owner = { name, email, tenantCode: code, tenantName: company };
    const password = await choosePassword(values.generate, owner, surroundings);
    const opened = await openForOperator(surroundings.config);
    try {
      const id = await companyOfOperators(opened);
      await opened.db
        .inTenant(id, (trx) => addAccount(trx, { email, name, role: superAdmin, hash: password.hash }))
        .catch(takenBy(email));
      surroundings.say(`Đã tạo người vận hành. Đăng nhập với mã doanh nghiệp ${code}: ${email}${password.shown}`);
      return true;
    } finally {
      await opened.close();
    }
  },
});

/** Makes it where there is none. One that somebody else signed up by its name is never made theirs. */
async function companyOfOperators({ db, ownerUrl }: OperatorDatabase): Promise<string> {
  const present = await db.directory.tenantByCode(code);
  const id = present?.id ?? newId();
  const state = await db.inTenant(id, async (trx) => {
    if (present === undefined) {
      const tenant = { id, code, name: company, sip_domain: `${code}.alo.local` };
      await trx.insertInto('tenant').values(tenant).execute();
      await trx
        .insertInto('role')
        .values({ id: newId(), name: superAdmin, permissions: [], second_factor: true })
        .execute();
      await audit(trx, operatorActor(), { action: 'create', subject: 'tenant', subjectId: id, after: { code } });
    }
    const marked = await trx.selectFrom('operator_company').select('tenant_id').executeTakeFirst();
    const somebody = await trx.selectFrom('account').select('id').executeTakeFirst();
    return { isMarked: marked !== undefined, hasPeople: somebody !== undefined };
  });
  if (state.isMarked) return id;
  if (state.hasPeople) throw new Refused(`Mã ${code} là của một công ty khác: đổi mã công ty ấy trước.`);
  await withClient(ownerUrl, async (client) => {
    await client.query(`begin; set local role ${roles.owner}`);
    await client.query("select set_config('app.tenant', $1, true)", [id]);
    await client.query('insert into operator_company (tenant_id) values ($1)', [id]);
    await client.query('commit');
  });
  return id;
}
