import { type AudioSource, sayDay, sayDigits, sayMoney, sayNumber } from '@alo/call-core';
import { type CampaignMessagePart, type MessagePiece, messagePieces, type SayAs } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { companySound } from '../../domain/company-sound.ts';

/** A part of a campaign's message, with the sound that it is where it is one. */
export type MessagePart = CampaignMessagePart & {
  readonly audio_id: string | null;
  readonly greeting_name: string | null;
  readonly duration_ms: number | null;
};

/** What a message names of one customer, by the name in braces. */
export interface Spoken {
  readonly name: string;
  readonly code: string;
  readonly number: string;
  readonly today: string;
  readonly company: string;
  /** Fields of the company's own, by their names in small letters. */
  readonly own: ReadonlyMap<string, string>;
}

/** A piece as it is heard: sounds of the exchange, or words that the machine says. */
export type HeardPiece =
  | { readonly kind: 'sound'; readonly part: MessagePart }
  | { readonly kind: 'words'; readonly words: string }
  | { readonly kind: 'value'; readonly text: string; readonly sources: readonly AudioSource[] }
  | { readonly kind: 'missing'; readonly name: string };

export async function messageOf(trx: Trx, campaignId: string): Promise<readonly MessagePart[]> {
  const { rows } = await sql<MessagePart>`
    select part.kind, part.greeting_id, part.words, greeting.audio_id, greeting.name as greeting_name, audio.duration_ms
      from campaign_message as part
        left join greeting on greeting.id = part.greeting_id
        left join audio on audio.id = greeting.audio_id
      where part.campaign_id = ${campaignId} order by part.position, part.id`.execute(trx);
  return rows;
}

/** The pieces of a message as one customer hears them. */
export function heardPieces(parts: readonly MessagePart[], spoken: Spoken): readonly HeardPiece[] {
  return parts.flatMap((part): readonly HeardPiece[] => {
    if (part.kind === 'sound') return [{ kind: 'sound', part }];
    return messagePieces(part.words).map((piece): HeardPiece => {
      if ('words' in piece) return { kind: 'words', words: piece.words };
      return heardValue(piece, valueOf(piece, spoken));
    });
  });
}

function heardValue(piece: Exclude<MessagePiece, { readonly words: string }>, value: string): HeardPiece {
  const missing: HeardPiece = { kind: 'missing', name: nameOf(piece) };
  if (value.trim() === '') return missing;
  if (piece.as === 'text') return { kind: 'words', words: value.trim() };
  const said = saidAs(piece.as, value);
  return said === null ? missing : { kind: 'value', ...said };
}

const nameOf = (piece: Exclude<MessagePiece, { readonly words: string }>) => ('own' in piece ? piece.own : piece.field);

function valueOf(piece: Exclude<MessagePiece, { readonly words: string }>, spoken: Spoken): string {
  if ('own' in piece) return spoken.own.get(piece.own.toLowerCase()) ?? '';
  switch (piece.field) {
    case 'ten':
      return spoken.name;
    case 'ma':
      return spoken.code;
    case 'so':
      return spoken.number.replace(/^\+84/, '0');
    case 'ngay':
      return spoken.today;
    case 'cong_ty':
      return spoken.company;
    default:
      return piece.field satisfies never;
  }
}

/** A value in the exchange's own sounds, and as it is read; null where it cannot be said so. */
function saidAs(
  as: Exclude<SayAs, 'text'>,
  value: string,
): { readonly text: string; readonly sources: readonly AudioSource[] } | null {
  switch (as) {
    case 'money':
    case 'number': {
      const amount = wholeNumber(value);
      if (amount === null) return null;
      const text = amount.toLocaleString('vi-VN');
      return as === 'money'
        ? { text: `${text} đồng`, sources: sayMoney(amount) }
        : { text, sources: sayNumber(amount) };
    }
    case 'digits': {
      const digits = value.replace(/\D/g, '');
      return digits === '' ? null : { text: digits, sources: sayDigits(digits) };
    }
    case 'day': {
      const day = dayOf(value);
      return day === null ? null : { text: day.split('-').toReversed().join('/'), sources: sayDay(day) };
    }
    default:
      return as satisfies never;
  }
}

const amountWritten = /^(?:vnđ|vnd|đ|₫)?\s?(\d+(?:[.,\s]\d{3})*)(?:[.,](\d{1,2}))?\s?(?:đồng|vnđ|vnd|đ|₫)?$/iu;

/**
 * `1.250.000`, `1 250 000 đ`, `1250000`: dots and commas part thousands here, and what is behind a comma is let go of where it is next to
 * nothing. A sign or another word (`-50.000`, `1,5 tỷ`, `500k`) says another amount than its digits: null.
 */
function wholeNumber(value: string): number | null {
  const [, digits = '', behind = ''] = amountWritten.exec(value.trim().normalize('NFC')) ?? [];
  const amount = Number(digits.replace(/\D/g, ''));
  if (digits === '' || !Number.isSafeInteger(amount)) return null;
  return Number(behind) > 0 && amount < 1000 ? null : amount;
}

/** `2026-11-23` and `23/11/2026`; null for a day that is in no calendar. */
function dayOf(value: string): string | null {
  const [, y1, m1, d1] = /^(\d{4})-(\d{2})-(\d{2})/.exec(value.trim()) ?? [];
  const [, d2, m2, y2] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(value.trim()) ?? [];
  const [year, month, day] = [y1 ?? y2, m1 ?? m2, d1 ?? d2];
  if (year === undefined || month === undefined || day === undefined) return null;
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${written}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== written ? null : written;
}

/** Whom a message says something of. */
export async function spokenOf(
  trx: Trx,
  customerIds: readonly string[],
  today: string,
): Promise<ReadonlyMap<string, Spoken>> {
  if (customerIds.length === 0) return new Map();
  const { rows } = await sql<{
    id: string;
    name: string;
    code: string;
    numbers: readonly string[];
    own: Readonly<Record<string, unknown>>;
    company: string;
  }>`select customer.id, customer.name, customer.code, customer.numbers, customer.own, tenant.name as company
    from customer, tenant where customer.id = any(${[...customerIds]}::uuid[])`.execute(trx);
  const fields = await trx.selectFrom('customer_field').select(['id', 'name']).execute();
  return new Map(
    rows.map(({ id, own, numbers, ...row }) => [
      id,
      {
        ...row,
        number: numbers[0] ?? '',
        today,
        own: new Map(fields.map((field) => [field.name.toLowerCase(), written(own[field.id])])),
      },
    ]),
  );
}

function written(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The words of these that the machine has spoken, with their sounds. */
export async function spokenWords(
  trx: Trx,
  words: readonly string[],
): Promise<ReadonlyMap<string, { readonly audioId: string; readonly durationMs: number }>> {
  const { rows } = await sql<{ words: string; audio_id: string; duration_ms: number }>`
    select its.words, its.audio_id, audio.duration_ms from spoken_words as its join audio on audio.id = its.audio_id
      where md5(its.words) = any(array(select md5(one) from unnest(${[...new Set(words)]}::text[]) as one))`.execute(
    trx,
  );
  return new Map(rows.map((row) => [row.words, { audioId: row.audio_id, durationMs: row.duration_ms }]));
}

export const wordsIn = (pieces: readonly HeardPiece[]): readonly string[] =>
  pieces.flatMap((piece) => (piece.kind === 'words' ? [piece.words] : []));

/** The files of a message for one customer, in their order; null as long as something is missing of it or was not spoken yet. */
export function messageFiles(
  tenantId: string,
  pieces: readonly HeardPiece[],
  known: Awaited<ReturnType<typeof spokenWords>>,
): readonly string[] | null {
  const files: string[] = [];
  for (const piece of pieces) {
    if (piece.kind === 'missing') return null;
    if (piece.kind === 'value') {
      files.push(...piece.sources.flatMap((source) => (source.kind === 'file' ? [source.file] : [])));
      continue;
    }
    const audioId = piece.kind === 'sound' ? piece.part.audio_id : known.get(piece.words)?.audioId;
    if (audioId === null || audioId === undefined) return null;
    files.push(companySound(tenantId, audioId));
  }
  return files;
}
