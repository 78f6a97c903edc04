import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generate } from 'selfsigned';

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
    return await read(certFile, keyFile);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  const notAfterDate = new Date();
  notAfterDate.setFullYear(notAfterDate.getFullYear() + years);
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notAfterDate,
  });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(keyFile, made.private, { mode: 0o600 });
  await writeFile(certFile, made.cert);
  return { certificate: made.cert, key: made.private };
}

const read = async (certFile: string, keyFile: string): Promise<Certificate> => ({
  certificate: await readFile(certFile, 'utf8'),
  key: await readFile(keyFile, 'utf8'),
});
