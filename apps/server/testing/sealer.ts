import { fixedKey } from '../src/kernel/key-ring.ts';
import { sealer } from '../src/storage/sealed.ts';

/** Of an installation whose secret is known, so that journals that were kept can be read. */
export const testSealer = sealer(fixedKey(Buffer.alloc(32)), 'test');
