import { paperPlaceOf } from '../../domain/number-states.ts';
import { codePlaceOf } from '../../domain/otp/codes.ts';
import { codeSecretPlaceOf, codeSecretSealer } from '../../features/call-paths/ask-system.ts';
import { recordingKeySealer } from '../../features/calls/evidence/recording-key.ts';
import { recogniserSealer } from '../../features/calls/words/kept-recogniser.ts';
import { writerSealer } from '../../features/calls/words/summary/kept-writer.ts';
import { consentSoundPlaceOf, consentSoundSealer } from '../../features/consents/consent-sound.ts';
import { crmSealer } from '../../features/customers/crm/look-up.ts';
import { devicePlaceOf, deviceSealer } from '../../features/devices/device-password.ts';
import { keptProof, recoveryCodeSealer } from '../../features/identity/second-factor/recovery-codes.ts';
import { totpSealer } from '../../features/identity/second-factor/totp.ts';
import { answerSealer } from '../../features/kept-answers/once.ts';
import { servicePasswordSealer } from '../../features/ldap/kept-server.ts';
import { messagePlaceOf, messageSealer } from '../../features/messages/secret.ts';
import { sheetKeySealer } from '../../features/sheets/service-account.ts';
import { secretSealer } from '../../features/single-sign-on/kept-provider.ts';
import { otpSealer } from '../../features/voice-otp/codes.ts';
import { webhookPlaceOf, webhookSealer } from '../../features/webhooks/secret.ts';
import type { ServerKey } from '../../kernel/key-ring.ts';
import type { Sealer } from '../../storage/sealed.ts';
import { paperSealer } from '../../storage/sealed-papers.ts';
import { carrierSecretSealer } from '../../storage/sealed-text.ts';

/** A column of a company's table whose values are sealed. Null is none. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** Bytes as they are, or as text in base64. */
  readonly as: 'bytes' | 'base64';
  /** What names a row within its company. */
  readonly key: string;
  readonly seals: (serverKey: ServerKey) => Sealer;
  /** For what a value is sealed: `about` is the column of that name, or the key. */
  readonly placeOf: (tenantId: string, about: string) => string;
  readonly about?: string;
  /** What is to be sealed of a value that is none yet. */
  readonly unsealed?: (serverKey: ServerKey, value: Buffer) => string | undefined;
}

/** All of what is sealed in the database: `npm run alo -- key rotate` seals it anew. What is not here is lost with its key. */
export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'trunk',
    column: 'secret',
    as: 'base64',
    key: 'id',
    seals: carrierSecretSealer,
    placeOf: (tenant) => tenant,
  },
  {
    table: 'carrier_share',
    column: 'secret',
    as: 'base64',
    key: 'id',
    seals: carrierSecretSealer,
    placeOf: (tenant) => tenant,
  },
  {
    table: 'consent_cut',
    column: 'sealed_sound',
    as: 'bytes',
    key: 'id',
    seals: consentSoundSealer,
    placeOf: consentSoundPlaceOf,
  },
  { table: 'device', column: 'secret', as: 'bytes', key: 'id', seals: deviceSealer, placeOf: devicePlaceOf },
  {
    table: 'number_paper',
    column: 'sealed_content',
    as: 'bytes',
    key: 'id',
    seals: paperSealer,
    placeOf: paperPlaceOf,
  },
  { table: 'webhook', column: 'sealed_secret', as: 'bytes', key: 'id', seals: webhookSealer, placeOf: webhookPlaceOf },
  {
    table: 'code_secret',
    column: 'sealed_secret',
    as: 'bytes',
    key: 'id',
    seals: codeSecretSealer,
    placeOf: codeSecretPlaceOf,
    about: 'code_question_id',
  },
  {
    table: 'message_secret',
    column: 'sealed_secret',
    as: 'bytes',
    key: 'id',
    seals: messageSealer,
    placeOf: messagePlaceOf,
    about: 'message_provider_id',
  },
  {
    table: 'sign_in_provider',
    column: 'secret',
    as: 'bytes',
    key: 'id',
    seals: secretSealer,
    placeOf: (tenant) => tenant,
  },
  {
    table: 'ldap_server',
    column: 'service_password',
    as: 'bytes',
    key: 'id',
    seals: servicePasswordSealer,
    placeOf: (tenant) => tenant,
  },
  {
    table: 'sheet_key',
    column: 'sealed',
    as: 'bytes',
    key: 'data_source_id',
    seals: sheetKeySealer,
    placeOf: (_, source) => source,
  },
  {
    table: 'crm_secret',
    column: 'sealed_secret',
    as: 'bytes',
    key: 'id',
    seals: crmSealer,
    placeOf: (tenant) => tenant,
  },
  {
    table: 'company_recogniser',
    column: 'sealed_key',
    as: 'bytes',
    key: 'id',
    seals: recogniserSealer,
    placeOf: (tenant) => tenant,
  },
  {
    table: 'company_summary_writer',
    column: 'sealed_key',
    as: 'bytes',
    key: 'id',
    seals: writerSealer,
    placeOf: (tenant) => tenant,
  },
  {
    table: 'recording_key',
    column: 'sealed_secret',
    as: 'bytes',
    key: 'id',
    seals: recordingKeySealer,
    placeOf: (tenant) => tenant,
  },
  {
    table: 'account_totp',
    column: 'secret',
    as: 'bytes',
    key: 'id',
    about: 'account_id',
    seals: totpSealer,
    placeOf: (_, account) => account,
  },
  {
    table: 'recovery_code',
    column: 'code_hash',
    as: 'bytes',
    key: 'id',
    about: 'account_id',
    seals: recoveryCodeSealer,
    placeOf: (_, account) => account,
    unsealed: keptProof,
  },
  { table: 'otp_request', column: 'sealed_code', as: 'bytes', key: 'id', seals: otpSealer, placeOf: codePlaceOf },
  {
    table: 'kept_answer',
    column: 'sealed_answer',
    as: 'bytes',
    key: 'key_digest',
    seals: answerSealer,
    placeOf: (_, digest) => digest,
  },
];
