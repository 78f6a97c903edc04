import { forgotPassword } from '@alo/contract';

import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/database.ts';
import { brandOf } from '../../domain/brand.ts';
import { letterOf } from '../../domain/letters.ts';
import { linkAddress, makeLink } from '../../domain/one-use-links.ts';
import { publicRoute, type RequestContext, type Route } from '../../http/route.ts';

export interface ForgotPasswordDeps {
  readonly db: Db;
  /** Refuses who has asked for too many links of late. */
  readonly takeTry: (from: RequestContext, whom: string) => Promise<void>;
  readonly sendMail: (letter: { to: string; subject: string; text: string }) => Promise<void>;
  readonly onFailed: (error: unknown) => void;
  readonly consoleUrl: () => string;
  readonly now: () => number;
}

/** A link for who has forgotten their password. Nothing of the answer, nor its time, says whether there is such a person. */
export function forgotPasswordRoutes({
  db,
  takeTry,
  sendMail,
  onFailed,
  consoleUrl,
  now,
}: ForgotPasswordDeps): Route[] {
  return [
    publicRoute(forgotPassword, async ({ body, ...from }) => {
      await takeTry(from, `${body.ma_dn} ${body.email.toLowerCase()}`);
      void send(body, from).catch(onFailed);
      return {};
    }),
  ];

  async function send({ ma_dn, email }: { ma_dn: string; email: string }, from: RequestContext): Promise<void> {
    const tenant = await db.directory.tenantByCode(ma_dn);
    if (tenant === undefined) return;
    const letter = await db.inTenant(tenant.id, async (trx) => {
      const person = await trx
        .selectFrom('account')
        .where((row) => row(row.fn('lower', ['email']), '=', email.toLowerCase()))
        .where('active', '=', true)
        // Who was invited has their own link.
        .where('password_hash', 'is not', null)
        .select(['id', 'name', 'email'])
        .executeTakeFirst();
      if (person === undefined) return undefined;
      const wanted = { tenantId: tenant.id, accountId: person.id, kind: 'reset' as const, now: now() };
      const link = await makeLink(trx, wanted);
      await audit(
        trx,
        { ...from, accountId: null },
        { action: 'forgot-password', subject: 'account', subjectId: person.id },
      );
      const url = linkAddress(consoleUrl(), link.token);
      const about = { person, company: await brandOf(trx), url, expiresAt: link.expiresAt, timeZone: tenant.time_zone };
      return { to: person.email, ...letterOf('reset', about) };
    });
    if (letter !== undefined) await sendMail(letter);
  }
}
