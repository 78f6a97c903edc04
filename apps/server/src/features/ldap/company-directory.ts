import { z } from 'zod';

import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/database.ts';
import { tellInside } from '../../db/refused-told.ts';
import { accountOf, accountWith } from '../../domain/person-from-elsewhere.ts';
import { refusedTargetIn } from '../../http/guarded-request.ts';
import type { Actor } from '../../kernel/by.ts';
import { FairPlaces } from '../../kernel/fair-places.ts';
import type { ServerKey } from '../../kernel/key-ring.ts';
import { Problem } from '../../kernel/problem.ts';
import { shares } from '../../kernel/shares.ts';
import { keptServer, serverOf, servicePasswordSealer } from './kept-server.ts';
import { stepLabels, whatToDoWithoutDirectory, whyDirectoryFailed } from './what-failed.ts';
import { authenticatePerson, OfNoUse, type Person, StepFailed, wouldAnswer } from './who-is.ts';

export interface CompanyDirectoryDeps {
  readonly db: Db;
  readonly serverKey: ServerKey;
  /** Hosts inside our own network that the operator trusts. */
  readonly trusts: readonly string[];
  readonly onFailed: (error: unknown) => void;
}

/** A name and a password as somebody typed them. */
interface Given {
  readonly username: string;
  readonly password: string;
}

/** A step of a try, as it is shown; the last one may have failed. */
interface TriedStep {
  readonly label: string;
  readonly ok: boolean;
  readonly words: string;
}

export type CompanyDirectories = ReturnType<typeof companyDirectories>;

/** All of it: a sign-in that takes longer has failed. */
const withinMs = 10_000;

/** The directories of companies, which answer for the passwords of their people. Of one company few are asked at once: they are as slow as they like. */
export function companyDirectories({ db, serverKey, trusts, onFailed }: CompanyDirectoryDeps) {
  const seals = servicePasswordSealer(serverKey);
  const places = new FairPlaces(shares.directorySignIns);
  const inTurn = <T>(company: string, person: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> =>
    places.take({ company, person }, () => work(AbortSignal.timeout(withinMs)));

  const activeOf = async (tenantId: string) => {
    const kept = await db.inTenant(tenantId, keptServer);
    return kept?.active === true ? kept : undefined;
  };

  return {
    /** What the sign-in page calls the directory of a company; undefined where there is none. */
    nameOf: async (tenantId: string): Promise<string | undefined> => (await activeOf(tenantId))?.name,

    /**
     * The account of whoever typed this, made where the company wants that; undefined where the directory knows none such, or there is
     * no directory. Throws a `Problem` where it does not answer, or nobody here is meant.
     */
    async accountBy(tenantId: string, given: Given, from: Omit<Actor, 'accountId'>): Promise<string | undefined> {
      const kept = await activeOf(tenantId);
      if (kept === undefined) return undefined;
      const server = serverOf(seals, tenantId, kept);
      try {
        const found = await inTurn(tenantId, from.network, (signal) =>
          authenticatePerson(server, given, { trusts, signal }),
        );
        if (found.kind === 'nobody') return undefined;
        const claims = claimsOf(found.person);
        return await db.inTenant(tenantId, (trx) => accountOf(trx, claims, kept, from));
      } catch (error) {
        const entry = { action: 'sign-in-elsewhere-failed', subject: 'ldap_server', subjectId: tenantId };
        const { network, requestId } = from;
        const isOfDirectory = error instanceof StepFailed || error instanceof OfNoUse;
        // Who looks after it reads why; who signs in, what they can do.
        const after = isOfDirectory ? { why: whyDirectoryFailed(error) } : undefined;
        await db.inTenant(tenantId, (trx) =>
          audit(trx, { accountId: null, network, requestId }, { ...entry, ...(after && { after }) }),
        );
        if (!isOfDirectory) throw error;
        onFailed(error);
        throw Problem.providerFailed(whatToDoWithoutDirectory(error, kept.name));
      }
    },

    /** Goes through what a sign-in goes through, with a person where one is given, and tells of each step. Makes nobody. */
    async tried(tenantId: string, given: Given, actor: Actor): Promise<TriedStep[]> {
      const kept = await db.inTenant(tenantId, keptServer);
      if (kept === undefined) throw Problem.notFound();
      const server = serverOf(seals, tenantId, kept);
      const steps: TriedStep[] = [];
      const tell = (label: string, words: string, ok = true) => void steps.push({ label, ok, words });
      try {
        const person = await inTurn(tenantId, actor.network, async (signal) => {
          const asking = {
            trusts,
            signal,
            worked: (step, words) => tell(stepLabels[step], words),
          } satisfies Parameters<typeof authenticatePerson>[2];
          if (given.username === '') return wouldAnswer(server, asking);
          const found = await authenticatePerson(server, given, asking);
          if (found.kind === 'person') return found.person;
          return tell(stepLabels[found.at], found.words, false);
        });
        if (person === undefined) return steps;
        const { email } = claimsOf(person);
        const account = await db.inTenant(tenantId, (trx) => accountWith(trx, email));
        tell('Tài khoản ở Alô', account === undefined ? `Chưa có ai dùng ${email}` : `${email} là ${account.name}`);
      } catch (error) {
        const inside = refusedTargetIn(error);
        if (inside !== undefined) {
          const after = { address: `${kept.host}:${kept.port}`, message: inside.message };
          const refused = { subject: 'ldap_server', subjectId: tenantId, after };
          await db.inTenant(tenantId, (trx) => tellInside(trx, actor, refused));
        }
        if (error instanceof StepFailed) tell(stepLabels[error.step], sentence(whyDirectoryFailed(error)), false);
        else if (error instanceof OfNoUse) tell('Email', sentence(error.message), false);
        else throw error;
      }
      return steps;
    },
  };
}

/** What an account is found by. */
function claimsOf({ email, name }: Person): { email: string; name: string } {
  if (!z.email().max(200).safeParse(email).success) throw new OfNoUse('thư mục không cho biết email của người này');
  return { email, name };
}

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
