import { statSync } from 'node:fs';
import { join } from 'node:path';
import { durationOf } from './wav.ts';

/** Keys of the product's own sounds begin like this. */
const ofProduct = 'system/';

/** How long the product's own sounds are, in milliseconds: their files may be replaced, so each is looked at when it is asked for. */
export const productSoundLengths = (folder: string) => (file: string) => {
  const { size } = (file.startsWith(ofProduct) && statSync(join(folder, file), { throwIfNoEntry: false })) || {};
  return size === undefined ? undefined : durationOf(size);
};
