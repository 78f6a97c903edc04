import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';

import type { Trx } from '../../../db/database.ts';
import type { ServerKey } from '../../../kernel/key-ring.ts';
import { newId } from '../../../kernel/new-id.ts';
import { type Sealer, sealer } from '../../../storage/sealed.ts';

export const recordingKeySealer = (serverKey: ServerKey): Sealer => sealer(serverKey, 'alo recording signature');

/** By which a company signs excerpts. */
export interface RecordingKey {
  readonly secret: KeyObject;
  /** The 32 octets of an Ed25519 key (RFC 8032). */
  readonly open: Buffer;
}

/** The company's key, made where it has none. */
export async function recordingKey(trx: Trx, serverKey: ServerKey, tenantId: string): Promise<RecordingKey> {
  const seals = recordingKeySealer(serverKey);
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const secret = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
  await trx
    .insertInto('recording_key')
    .values({
      id: newId(),
      public_key: publicKey.export({ type: 'spki', format: 'der' }).subarray(-32),
      sealed_secret: seals.seal(tenantId, secret),
    })
    .onConflict((conflict) => conflict.column('tenant_id').doNothing())
    .execute();
  const row = await trx.selectFrom('recording_key').select(['public_key', 'sealed_secret']).executeTakeFirstOrThrow();
  const opened = seals.open(tenantId, row.sealed_secret);
  if (opened === undefined) throw new Error('No key of this installation opens the key that recordings are signed by.');
  return {
    secret: createPrivateKey({ key: Buffer.from(opened, 'base64'), type: 'pkcs8', format: 'der' }),
    open: row.public_key,
  };
}

/** A key as two people compare it: sixteen groups of digits would do no better. */
export const fingerprintOf = (open: Buffer): string =>
  (createHash('sha256').update(open).digest('hex').slice(0, 32).match(/.{4}/g) ?? []).join(' ');
