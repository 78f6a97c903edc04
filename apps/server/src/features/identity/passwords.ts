import { Problem } from '../../kernel/problem.ts';
import { hashThreads } from './hash-threads.ts';

/**
 * OWASP ASVS 5.0, appendix C, names several that are as hard to guess; of those this one takes the least memory that still makes
 * a graphics card wait, and a third less time than 46 MiB once: a whole office signs in at eight o'clock.
 */
const argon2id = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const ours = `$m=${argon2id.memoryCost},t=${argon2id.timeCost},p=${argon2id.parallelism}$`;
/** Of no password that anybody knows. */
const nobodys = `$argon2id$v=19${ours}${'A'.repeat(22)}$${'A'.repeat(43)}`;
const atOnce = 2;
const waitingAtMost = 100;

/** Hashes and checks passwords two at a time, in threads that everything else goes before, so that a wave of sign-ins costs neither memory nor calls. */
export function passwordHasher() {
  const threads = hashThreads();
  let running = 0;
  const waiting: (() => void)[] = [];

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (waiting.length >= waitingAtMost) throw Problem.unavailable(2);
      await new Promise<void>((go) => waiting.push(go));
    }
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  }

  return {
    hash: (password: string) => inTurn(() => threads.hash(password.normalize('NFC'), argon2id)),
    /** Whether it was hashed in another way than today's: it is hashed anew at a sign-in, which has the password. */
    isOutdated: (stored: string): boolean => !stored.includes(ours),
    /** Takes as long for someone who does not exist (`undefined`) as for a wrong password. */
    async matches(stored: string | undefined, password: string): Promise<boolean> {
      const right = await inTurn(() => threads.verify(stored ?? nobodys, password.normalize('NFC')));
      return right && stored !== undefined;
    },
  };
}

export type PasswordHasher = ReturnType<typeof passwordHasher>;
