import type { loginTenant, ParsedRequestOf, PasskeyAnswer } from '@alo/contract';
import type { FastifyBaseLogger } from 'fastify';

import type { Db } from '../../db/database.ts';
import { siteOf } from '../../http/network.ts';
import type { RequestContext } from '../../http/route.ts';
import type { ServerKey } from '../../kernel/key-ring.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import { signedInUser } from './account-callers.ts';
import { fairQueue } from './fair-queue.ts';
import { takePasskey, tenantOfHandle } from './passkeys/passkeys.ts';
import type { PasswordHasher } from './passwords.ts';
import { accountToSignIn, knownInDirectory, ldapNameOf } from './queries.ts';
import { type Factors, factorsIn, factorsOf, hasSecondFactor, readFactors } from './second-factor/factors.ts';
import { takeRecoveryCode } from './second-factor/recovery-codes.ts';
import { takeTotp } from './second-factor/totp.ts';
import type { SessionStore } from './sessions.ts';
import type { CountedBy, SignInThrottle } from './sign-in-throttle.ts';
import { signInTrail } from './sign-in-trail.ts';
import { passwordPrint } from './tokens.ts';

export interface SignInDeps {
  readonly db: Db;
  readonly sessions: SessionStore;
  readonly passwords: PasswordHasher;
  readonly throttle: SignInThrottle;
  readonly serverKey: ServerKey;
  /** The account of who has typed a name and a password of their company's directory; undefined where it knows none such. */
  readonly directories: {
    accountBy(tenantId: string, given: { username: string; password: string }, from: From): Promise<string | undefined>;
  };
  readonly now: () => number;
  readonly log: FastifyBaseLogger;
}

type Given = ParsedRequestOf<typeof loginTenant>['body'];
type From = Pick<RequestContext, 'network' | 'userAgent' | 'requestId'>;

interface Company {
  readonly id: string;
  readonly code: string;
  readonly name: string;
}

/** Whom the name may mean in one company. */
interface Candidate {
  readonly company: Company | undefined;
  readonly account: Awaited<ReturnType<ReturnType<typeof accountToSignIn>['executeTakeFirst']>>;
  /** They came in from this network before, by this name. */
  readonly known: boolean;
}

type Begun = Awaited<ReturnType<SessionStore['start']>>;

const mustSetUp = (factors: Factors): boolean => factors.required && !hasSecondFactor(factors);

/** Whose e-mail is proved in more companies says which one. */
const mostCompanies = 8;

/** More networks than any installation's people have; a stranger cannot fill it without signing in. */
const rememberedNetworks = 10_000;

/** Lets people in: by password and what else they have, or by a passkey alone. */
export function signInDesk(deps: SignInDeps) {
  const { db, sessions, passwords, throttle, serverKey, now } = deps;
  const { recordFailure, noticeGuessing } = signInTrail(deps);
  // A turn costs a check of a password; whoever is refused here for load has not used up a try.
  const turns = fairQueue({ atOnce: 4, waitingAtMost: 5_000 });
  const familiar = new Set<string>();

  /** Who is strange has the turn of all that their provider gave them: of the networks of one site there are 65,536. */
  function inTurn<T>({ network }: From, work: () => Promise<T>): Promise<T> {
    const isFamiliar = familiar.has(network);
    return turns.inTurn(isFamiliar ? network : siteOf(network), isFamiliar, work);
  }

  async function candidatesFor({ ma_dn, username }: Given, from: From): Promise<Candidate[]> {
    const companies = ma_dn === undefined ? await companiesOf(username) : [await db.directory.tenantByCode(ma_dn)];
    const found = await Promise.all(
      companies.map(async (company): Promise<Candidate> => {
        const known = { network: from.network, since: new Date(now() - 90 * 24 * 3_600_000) };
        const { accounts, inDirectory } = await db.read(company?.id ?? newId(), (trx) => ({
          accounts: accountToSignIn(trx, username, known),
          inDirectory: knownInDirectory(trx, username, known),
        }));
        return { company, account: accounts[0], known: accounts[0]?.known === true || inDirectory.length > 0 };
      }),
    );
    return found.length > 0 ? found : [{ company: undefined, account: undefined, known: false }];
  }

  /**
   * The companies that an e-mail alone means: those in which it is proved. An unproved one counts where it is the only one, so
   * that accounts of others can neither crowd it out nor be tried in its place; otherwise the company code is needed.
   */
  async function companiesOf(email: string): Promise<Company[]> {
    const found = await db.directory.companiesOfEmail(email);
    const proved = found.filter((company) => company.proved);
    const meant = proved.length > 0 ? proved : found;
    return meant.length > (proved.length > 0 ? mostCompanies : 1) ? [] : meant;
  }

  /** Everything that a wrong answer counts for. Who signed in from there before is slowed down by their own mistakes only. */
  function countedBy({ ma_dn, username, password }: Given, candidates: readonly Candidate[], from: From): CountedBy[] {
    const written = `${ma_dn ?? ''} ${username.normalize('NFC').toLowerCase()}`;
    const names = candidates.map(({ account }) => account?.id ?? written);
    const own = names.map((name): CountedBy => ({ kind: 'pair', name: `${name} ${from.network}` }));
    if (candidates.every(({ known }) => known)) return own;
    return [
      ...own,
      ...names.map((name): CountedBy => ({ kind: 'account', name })),
      { kind: 'network', name: siteOf(from.network) },
      { kind: 'password', name: passwordPrint(serverKey, password) },
      { kind: 'installation', name: 'all' },
    ];
  }

  /** By a password of ours; else what is to be asked of the company's directory. */
  async function byOwnPassword(given: Given, from: From) {
    const candidates = await candidatesFor(given, from);
    const counted = countedBy(given, candidates, from);
    const outcome = await throttle.take(counted);
    if (outcome.kind === 'wait') throw waitProblem(outcome.ms);
    await noticeGuessing(outcome.usedUp, candidates, from);

    const right: { company: Company; account: NonNullable<Candidate['account']> }[] = [];
    for (const { company, account } of candidates) {
      const isRight = await passwords.matches(account?.password_hash ?? undefined, given.password);
      if (isRight && company !== undefined && account !== undefined) right.push({ company, account });
    }
    const [one] = right;
    if (one === undefined) {
      // Who says which company it is means its directory as well; to others no password is shown.
      const [{ company, known } = { company: undefined, known: false }] = candidates;
      if (given.ma_dn !== undefined && company !== undefined) return { toAsk: { company, known, candidates, counted } };
      await recordFailure('sign-in-failed', candidates, from);
      throw given.ma_dn === undefined ? Problem.wrongCredentials(withoutCode) : Problem.wrongCredentials();
    }
    await throttle.forgive(counted);
    if (right.length > 1) {
      await hashAnew(right, given.password);
      throw Problem.chooseCompany({ companies: right.map(({ company: { code, name } }) => ({ ma_dn: code, name })) });
    }
    const factors = factorsIn(await db.read(one.company.id, (trx) => readFactors(trx, one.account.id)));
    if (hasSecondFactor(factors)) await takeSecondFactor(given, factors, one, from);
    const begun = await beginKnowing(given.password, one, { from, mustSetUp: mustSetUp(factors) });
    await hashAnew(right, given.password);
    return { entered: await entered(one.company, one.account.id, { from, begun, factors }) };
  }

  async function byPassword(given: Given, from: From) {
    const outcome = await inTurn(from, () => byOwnPassword(given, from));
    if ('entered' in outcome) return outcome.entered;
    // A directory is as slow as it likes, and holds nobody up who waits for a turn.
    const { company, known, candidates, counted } = outcome.toAsk;
    const id = await deps.directories.accountBy(company.id, given, from);
    if (id === undefined) {
      await recordFailure('sign-in-failed', candidates, from);
      throw Problem.wrongCredentials();
    }
    await throttle.forgive(counted);
    const factors = factorsIn(await db.read(company.id, (trx) => readFactors(trx, id)));
    if (hasSecondFactor(factors)) await takeSecondFactor(given, factors, { company, account: { id, known } }, from);
    const ldapName = ldapNameOf(given.username);
    const begun = await sessions.startByDirectory(company.id, id, { from, ldapName, mustSetUp: mustSetUp(factors) });
    return entered(company, id, { from, begun, factors });
  }

  /** Begins a session of who knows the password, and knows it still. */
  async function beginKnowing(
    password: string,
    one: { company: Company; account: NonNullable<Candidate['account']> },
    { from, mustSetUp: hasToSetUp }: { from: From; mustSetUp: boolean },
  ): Promise<Begun> {
    const { company, account } = one;
    for (let known: Pick<typeof account, 'id' | 'password_hash'> = account; ; ) {
      const begun = await sessions.startByPassword(company.id, known, from, hasToSetUp);
      if (begun !== undefined) return begun;
      // Another sign-in of theirs has hashed it anew, or somebody has chosen another one meanwhile.
      const { found } = await db.read(company.id, (trx) => ({
        found: trx.selectFrom('account').where('id', '=', account.id).select(['id', 'password_hash']),
      }));
      const [again] = found;
      if (again === undefined || !(await passwords.matches(again.password_hash ?? undefined, password))) {
        await recordFailure('sign-in-failed', [one], from);
        throw Problem.wrongCredentials();
      }
      known = again;
    }
  }

  /** So that a check of anybody's password takes the same time. */
  async function hashAnew(
    right: readonly { company: Company; account: { id: string; password_hash: string | null } }[],
    password: string,
  ) {
    for (const { company, account } of right) {
      const { id, password_hash: stored } = account;
      if (stored === null || !passwords.isOutdated(stored)) continue;
      const password_hash = await passwords.hash(password);
      await db.inTenant(company.id, (trx) =>
        trx
          .updateTable('account')
          .where('id', '=', id)
          .where('password_hash', '=', stored)
          .set({ password_hash })
          .execute(),
      );
    }
  }

  async function takeSecondFactor(
    { code, passkey }: Given,
    { totpSince, recoveryCodesLeft, passkeys }: Factors,
    { company, account }: { company: Company; account: { readonly id: string; readonly known: boolean } },
    from: From,
  ): Promise<void> {
    if ((code ?? '') === '' && passkey === undefined) {
      const asked = { code: totpSince !== null || recoveryCodesLeft > 0, passkey: passkeys.length > 0 };
      throw Problem.secondFactorNeeded(asked);
    }
    // Whoever has the password cannot keep its owner out: where they signed in before, they have tries of their own.
    const counted: CountedBy[] = [
      { kind: 'pair', name: `second factor ${account.id} ${account.known ? from.network : ''}` },
    ];
    const outcome = await throttle.take(counted);
    if (outcome.kind === 'wait') throw waitProblem(outcome.ms);
    const accountId = account.id;
    const isRight = await db.inTenant(company.id, async (trx) => {
      if (passkey !== undefined) return (await takePasskey(trx, deps, { answer: passkey, accountId })) !== undefined;
      const given = (code ?? '').replaceAll(' ', '');
      return /^\d{6}$/.test(given)
        ? takeTotp(trx, deps, { accountId, code: given, confirming: false })
        : takeRecoveryCode(trx, deps, { accountId, code: given });
    });
    if (!isRight) {
      await recordFailure('second-factor-failed', [{ company, account }], from);
      throw Problem.wrongCode();
    }
    await throttle.forgive(counted);
  }

  async function byPasskey(answer: PasskeyAnswer, from: From) {
    const counted: CountedBy[] = [{ kind: 'network', name: siteOf(from.network) }];
    const outcome = await throttle.take(counted);
    if (outcome.kind === 'wait') throw waitProblem(outcome.ms);
    const tenantId = tenantOfHandle(answer.response.userHandle);
    const company = tenantId === undefined ? undefined : await db.directory.tenantById(tenantId);
    const found =
      company &&
      (await db.inTenant(company.id, async (trx) => {
        const taken = await takePasskey(trx, deps, { answer });
        if (taken === undefined) return undefined;
        const active = await trx
          .selectFrom('account')
          .where('id', '=', taken.accountId)
          .where('active', '=', true)
          .select('id')
          .executeTakeFirst();
        return active && { accountId: active.id, factors: await factorsOf(trx, active.id) };
      }));
    if (company === undefined || found === undefined) {
      await recordFailure('passkey-failed', [{ company, account: undefined }], from);
      throw Problem.wrongCredentials();
    }
    await throttle.forgive(counted);
    const begun = await sessions.start(company.id, found.accountId, from, mustSetUp(found.factors));
    return entered(company, found.accountId, { from, begun, factors: found.factors });
  }

  async function entered(
    company: Company,
    accountId: string,
    { from, begun, factors }: { from: From; begun: Begun; factors: Factors },
  ) {
    if (familiar.size >= rememberedNetworks) familiar.clear();
    familiar.add(from.network);
    return {
      token: begun.token,
      ma_dn: company.code,
      tenant_name: company.name,
      user: await signedInUser(db, company.id, accountId),
      expires_at: begun.expiresAt,
      must_set_up_second_factor: mustSetUp(factors),
    };
  }

  return {
    byPassword,
    byPasskey: (answer: PasskeyAnswer, from: From) => inTurn(from, () => byPasskey(answer, from)),
  };
}

/** Said to everybody alike, whether there is such an e-mail, once or several times. */
const withoutCode = 'Email hoặc mật khẩu không đúng. Nếu đúng cả hai, hãy nhập thêm mã doanh nghiệp';

/** Too many wrong tries: how long to wait, in words. */
export function waitProblem(ms: number): Problem {
  const seconds = Math.ceil(ms / 1_000);
  const words = seconds >= 120 ? `${Math.ceil(seconds / 60)} phút` : `${seconds} giây`;
  return Problem.tooManyRequests(seconds, `Đã có quá nhiều lần thử sai, vui lòng thử lại sau ${words}`);
}
