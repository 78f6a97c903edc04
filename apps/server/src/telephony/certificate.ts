import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { hasCode } from '../kernel/has-code.ts';
import { writeWhole } from '../kernel/write-whole.ts';

export interface Certificate {
  /** PEM texts. */
  readonly certificate: string;
  readonly key: string;
}

const years = 10;

/** The certificate from the configuration, else one that was made for this installation and is kept in its data folder. */
export async function certificateFor(
  files: { readonly certFile: string; readonly keyFile: string } | undefined,
  dataFolder: string,
): Promise<Certificate> {
  if (files !== undefined) return await read(files.certFile, files.keyFile);
  const folder = join(dataFolder, 'tls');
  const [certFile, keyFile] = [join(folder, 'self-signed.crt'), join(folder, 'self-signed.key')];
  try {
    const kept = await read(certFile, keyFile);
    // A power cut between the two, or in the middle of one, costs a new one: browsers did not trust the old one either.
    if (isPair(kept)) return kept;
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
  const notAfterDate = new Date();
  notAfterDate.setFullYear(notAfterDate.getFullYear() + years);
  // Only an installation's first start needs what makes certificates.
  const { generate } = await import('selfsigned');
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notAfterDate,
  });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeWhole(keyFile, made.private);
  await writeWhole(certFile, made.cert, { mode: 0o644 });
  return { certificate: made.cert, key: made.private };
}

function isPair({ certificate, key }: Certificate): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));
  } catch {
    // One of them is none.
    return false;
  }
}

const read = async (certFile: string, keyFile: string): Promise<Certificate> => ({
  certificate: await readFile(certFile, 'utf8'),
  key: await readFile(keyFile, 'utf8'),
});
