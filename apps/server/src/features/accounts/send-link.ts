import type { LinkKind } from '@alo/contract';

import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import { tellingOverShare } from '../../db/over-share-told.ts';
import { brandOf } from '../../domain/brand.ts';
import { letterOf } from '../../domain/letters.ts';
import { takeLetter } from '../../domain/letters-of-a-day.ts';
import { letterToken, linkAddress, makeLink } from '../../domain/one-use-links.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import type { ServerKey } from '../../kernel/key-ring.ts';
import { Problem } from '../../kernel/problem.ts';
import { isAbove } from '../../kernel/rights.ts';

export interface LinkDeps {
  readonly db: Db;
  readonly serverKey: ServerKey;
  readonly sendMail: (letter: { to: string; subject: string; text: string }) => Promise<void>;
  /** Letters go nowhere by themselves: they lie as files on the server. */
  readonly keepsMail: boolean;
  readonly onMailFailed: (error: unknown) => void;
  readonly consoleUrl: () => string;
  readonly now: () => number;
}

/**
 * Somebody whose account the caller may act on: who may do more than the caller is out of reach. They stay as they were found until
 * all is done: a letter goes where they are reached by then, and of two links one is the latest.
 */
export async function withinReach(trx: Trx, { caller }: By, id: string) {
  const person = await trx
    .selectFrom('account')
    .innerJoin('role', 'role.id', 'account.role_id')
    .where('account.id', '=', id)
    .select(['account.id', 'account.name', 'account.email', 'account.active', 'account.password_hash'])
    .select(['role.name as role_name', 'role.permissions', 'role.scope'])
    .forNoKeyUpdate('account')
    .executeTakeFirst();
  if (person === undefined) throw Problem.notFound();
  const { role_name, permissions, scope, ...rest } = person;
  if (isAbove({ name: role_name, permissions, scope }, caller.role)) throw Problem.refused('forbidden');
  return rest;
}

/** Makes a one-use link for somebody and sends it; where no mail server takes the letter it is handed over by other means. */
export async function sendLink(deps: LinkDeps, by: By, id: string, kind: LinkKind) {
  const { caller } = by;
  const making = async (trx: Trx) => {
    const found = await withinReach(trx, by, id);
    if (!found.active) throw Problem.invalid({ active: 'Tài khoản đang ngừng hoạt động' });
    const isNew = found.password_hash === null;
    if (kind === 'invite' && !isNew)
      throw Problem.invalid({ id: 'Người này đã có mật khẩu; hãy gửi liên kết đặt lại' });
    if (kind === 'reset' && isNew) throw Problem.invalid({ id: 'Người này chưa nhận lời mời; hãy mời lại' });
    if (!(await takeLetter(trx))) throw Problem.overShare('letters');
    const entry = { action: `send-${kind}`, subject: 'account', subjectId: id, after: { name: found.name } };
    await audit(trx, actorOf(by), entry);
    const wanted = { tenantId: caller.tenantId, accountId: id, kind, now: deps.now() };
    return { person: found, company: await brandOf(trx), link: await makeLink(trx, wanted) };
  };
  const { tenantId } = caller;
  const { person, company, link } = await tellingOverShare(
    { inTenant: deps.db.inTenant, tenantId, actor: actorOf(by), subject: kind },
    () => deps.db.inTenant(tenantId, making),
  );
  const url = linkAddress(deps.consoleUrl(), link.token);
  const byLetter = linkAddress(deps.consoleUrl(), letterToken(deps.serverKey, link.token));
  const letter = letterOf(kind, {
    person,
    company,
    code: caller.tenantCode,
    url: byLetter,
    expiresAt: link.expiresAt,
    timeZone: caller.timeZone,
  });
  const sent = await deps.sendMail({ to: person.email, ...letter }).then(
    () => true,
    (error: unknown) => {
      deps.onMailFailed(error);
      return false;
    },
  );
  return { url, expires_at: link.expiresAt, sent, kept: sent && deps.keepsMail };
}
