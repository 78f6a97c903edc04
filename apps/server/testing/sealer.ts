import { sealer } from '../src/storage/sealed.ts';

/** Of an installation whose secret is known, so that journals that were kept can be read. */
export const testSealer = sealer(Buffer.alloc(32), 'test');
