import type { Entry } from './answers.ts';
import { connectTo, DirectoryLine, type DirectoryPlace, encrypted } from './line.ts';
import { dnFor, filterFor } from './names.ts';

/** A directory as the company has set it up. */
export interface DirectoryServer extends DirectoryPlace {
  /** How a typed name becomes somebody's DN: an account looks it up, or it is part of the DN. */
  readonly finds:
    | {
        readonly by: 'search';
        readonly dn: string;
        readonly password: string;
        readonly base: string;
        readonly filter: string;
      }
    | { readonly by: 'pattern'; readonly pattern: string };
  /** Which attributes tell somebody's e-mail and name. */
  readonly emailAttribute: string;
  readonly nameAttribute: string;
}

/** Who has typed a name and a password, by the word of the directory. */
export interface Person {
  readonly dn: string;
  /** '' where the directory has none. */
  readonly email: string;
  readonly name: string;
}

/** What a sign-in there goes through, in this order: `find` comes after `password` where the DN follows from the name. */
export type DirectoryStep = 'connect' | 'encrypt' | 'service' | 'find' | 'password';

/** Why a directory was of no use, and at which step; `cause` is what went wrong, or what it said that it may not. */
export class StepFailed extends Error {
  override readonly name = 'StepFailed';
  readonly step: DirectoryStep;
  constructor(step: DirectoryStep, cause: unknown) {
    super(`a directory failed at: ${step}`, { cause });
    this.step = step;
  }
}

/** What a directory answered is of no use, in words for whoever set it up. */
export class OfNoUse extends Error {
  override readonly name = 'OfNoUse';
}

interface Asking {
  /** Hosts inside our own network that the operator trusts. */
  readonly trusts: readonly string[];
  /** Ends whatever is under way. */
  readonly signal: AbortSignal;
  /** Told of each step that worked, with what there is to say of it. */
  readonly worked?: (step: DirectoryStep, words: string) => void;
}

/** What came of asking: somebody, or no such name or password, at this step. */
export type LookupResult =
  | { readonly kind: 'person'; readonly person: Person }
  | { readonly kind: 'nobody'; readonly at: 'find' | 'password'; readonly words: string };

/** Who has typed this name and this password. Throws `StepFailed` where the directory cannot say. */
export function authenticatePerson(
  server: DirectoryServer,
  given: { username: string; password: string },
  asking: Asking,
) {
  return onLine(server, asking, async (line, step): Promise<LookupResult> => {
    const { finds } = server;
    const attributes = [server.emailAttribute, server.nameAttribute];
    const enters = (dn: string) =>
      step(
        'password',
        () => line.bind(dn, given.password),
        (isRight) => (isRight ? 'Mật khẩu đúng' : undefined),
      );
    const wrong = { kind: 'nobody', at: 'password', words: 'Mật khẩu không đúng' } as const;

    if (finds.by === 'pattern') {
      const dn = dnFor(finds.pattern, given.username);
      if (!(await enters(dn))) return { ...wrong, words: `${dn} không đăng nhập được bằng mật khẩu này` };
      const readOwn = async () => {
        const [own] = await line.search(dn, { filter: '(objectClass=*)', scope: 'base', attributes });
        if (own === undefined) throw new OfNoUse('người này không được đọc mục của chính mình');
        return own;
      };
      return { kind: 'person', person: personIn(await step('find', readOwn, nameOf), server) };
    }

    const filter = filterFor(finds.filter, given.username);
    const found = await step(
      'find',
      () => line.search(finds.base, { filter, scope: 'sub', attributes }),
      (all) => (all.length === 1 && all[0] ? nameOf(all[0]) : undefined),
    );
    const [one, another] = found;
    if (one === undefined) return { kind: 'nobody', at: 'find', words: 'Không tìm thấy ai có tên này' };
    // Whose password it is nobody could say.
    if (another !== undefined) return { kind: 'nobody', at: 'find', words: 'Nhiều người cùng có tên này' };
    return (await enters(one.dn)) ? { kind: 'person', person: personIn(one, server) } : wrong;
  });
}

/** Whether a directory would answer: everything that comes before somebody's name. Throws `StepFailed`. */
export const wouldAnswer = (server: DirectoryServer, asking: Asking): Promise<void> =>
  onLine(server, asking, async () => undefined);

type Step = <T>(name: DirectoryStep, work: () => Promise<T>, words: (of: T) => string | undefined) => Promise<T>;

/** Does the work on a line that is encrypted, and open to our own account where there is one. */
async function onLine<T>(
  server: DirectoryServer,
  { trusts, signal, worked = () => undefined }: Asking,
  work: (line: DirectoryLine, step: Step) => Promise<T>,
): Promise<T> {
  const step: Step = async (name, begin, words) => {
    try {
      const done = await begin();
      const said = words(done);
      if (said !== undefined) worked(name, said);
      return done;
    } catch (error) {
      throw new StepFailed(name, error);
    }
  };
  const { finds } = server;
  const socket = await step(
    'connect',
    () => connectTo(server, { trusts, signal }),
    ({ remoteAddress = server.host }) => `Kết nối được ${remoteAddress}, cổng ${server.port}`,
  );
  try {
    const secure = await step(
      'encrypt',
      () => encrypted(socket, server, signal),
      (made) => `${made.getProtocol() ?? 'TLS'}, chứng chỉ đúng của ${server.host}`,
    );
    const line = new DirectoryLine(secure, signal);
    if (finds.by === 'search') {
      const enter = async () => {
        if (!(await line.bind(finds.dn, finds.password))) throw new OfNoUse('sai tên hoặc mật khẩu');
      };
      await step('service', enter, () => `${finds.dn} đăng nhập được`);
    }
    return await work(line, step);
  } finally {
    socket.destroy();
  }
}

const nameOf = ({ dn }: Entry): string => `Tìm thấy ${dn}`;

const personIn = ({ dn, values }: Entry, { emailAttribute, nameAttribute }: DirectoryServer): Person => ({
  dn,
  email: (values.get(emailAttribute.toLowerCase())?.[0] ?? '').trim(),
  name: (values.get(nameAttribute.toLowerCase())?.[0] ?? '').trim(),
});
