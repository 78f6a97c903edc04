import { Readable } from 'node:stream';
import { asCompanySays } from '@alo/call-core';
import { campaignMessageFile, getCampaignMessage, type heardMessage, speakCampaignMessage } from '@alo/contract';
import { sql } from 'kysely';
import type { z } from 'zod';

import { productSoundLengths } from '../../audio/product-sounds.ts';
import type { Sounds } from '../../audio/sounds.ts';
import { joinedWav } from '../../audio/wav.ts';
import type { Db, Trx } from '../../db/database.ts';
import { clockIn } from '../../domain/company-clock.ts';
import { ownLengths, ownSounds } from '../../domain/own-sounds.ts';
import { fileRoute, type Route, route } from '../../http/route.ts';
import { type By, shareOf } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import { reachOf } from '../../kernel/reach.ts';
import { scopedBy } from '../../resource/scope.ts';
import type { FileStore } from '../../storage/file-store.ts';
import { promptBytes } from '../../storage/prompt-bytes.ts';
import { speakWords } from './speak-messages.ts';
import {
  type HeardPiece,
  heardPieces,
  type MessagePart,
  messageFiles,
  messageOf,
  type Spoken,
  spokenOf,
  spokenWords,
  wordsIn,
} from './spoken-message.ts';

interface Deps {
  readonly db: Db;
  readonly files: Pick<FileStore, 'find' | 'put'>;
  readonly sounds: Pick<Sounds, 'speak'>;
  /** Where the product's own sounds are. */
  readonly promptsFolder: string;
  readonly now: () => number;
}

interface Asked {
  readonly campaignId: string;
  readonly customerId: string | undefined;
}

/** What one customer of a campaign hears, before anybody is called. */
export function messageRoutesOf({ db, files, sounds, promptsFolder, now }: Deps): Route[] {
  const lengthOf = productSoundLengths(promptsFolder);

  const heard = async (trx: Trx, by: By, asked: Asked) => {
    const { date } = clockIn(now(), by.caller.timeZone);
    return await heardBy(trx, by, { ...asked, today: date });
  };
  const answer = async (trx: Trx, by: By, asked: Asked): Promise<z.input<typeof heardMessage>> => {
    const { parts, customer, pieces, today } = await heard(trx, by, asked);
    const known = await spokenWords(trx, wordsIn(pieces));
    return {
      customer,
      parts: pieces.map(partIn),
      missing: customer === null ? [] : pieces.flatMap((one) => (one.kind === 'missing' ? [one.name] : [])),
      silent: wordsIn(pieces).filter((words) => !known.has(words)).length,
      duration_ms:
        pieces.reduce((ms, one) => ms + lengthIn(one, known), 0) + (await lengthOfValues(trx, pieces, lengthOf)),
      without: await withoutWords(trx, asked.campaignId, parts, today),
    };
  };

  return [
    route(getCampaignMessage, (request) =>
      db.inTenant(request.caller.tenantId, (trx) =>
        answer(trx, request, { campaignId: request.params.id, customerId: request.query.customer_id }),
      ),
    ),

    route(speakCampaignMessage, async (request) => {
      const { tenantId } = request.caller;
      const asked = { campaignId: request.params.id, customerId: request.body.customer_id };
      const { pieces } = await db.inTenant(tenantId, (trx) => heard(trx, request, asked));
      await speakWords({ db, files, sounds }, shareOf(request.caller), tenantId, wordsIn(pieces));
      return await db.inTenant(tenantId, (trx) => answer(trx, request, asked));
    }),

    fileRoute(campaignMessageFile, async (request) => {
      const { tenantId } = request.caller;
      const asked = { campaignId: request.params.id, customerId: request.query.customer_id };
      const names = await db.inTenant(tenantId, async (trx) => {
        const { pieces } = await heard(trx, request, asked);
        const said = messageFiles(tenantId, pieces, await spokenWords(trx, wordsIn(pieces)));
        return (
          said &&
          asCompanySays(
            await ownSounds(trx),
            said.map((file) => ({ kind: 'file', file })),
          )
        );
      });
      if (names === null) throw Problem.notFound();
      const keys = names.flatMap((source) => (source.kind === 'file' ? [source.file] : []));
      const wavs = await promptBytes({ files, promptsFolder }, tenantId, keys);
      if (wavs === undefined) throw Problem.notFound();
      const sound = joinedWav(wavs);
      return {
        content: Readable.from([sound]),
        name: 'thong-diep.wav',
        contentType: 'audio/wav',
        disposition: 'inline',
      };
    }),
  ];
}

/** What is heard by whoever was asked for, else by whom the campaign calls first of those whom one sees, else by nobody in particular. */
async function heardBy(trx: Trx, by: By, { campaignId, customerId, today }: Asked & { readonly today: string }) {
  const campaign = await trx.selectFrom('campaign').where('id', '=', campaignId).select('id').executeTakeFirst();
  if (campaign === undefined) throw Problem.notFound();
  const parts = await messageOf(trx, campaignId);
  const scope = scopedBy('user_id')(reachOf(by.caller)) ?? sql`true`;
  const wanted = customerId === undefined ? sql`true` : sql`row.id = ${customerId}`;
  const { rows } = await sql<{ id: string; name: string }>`
    select row.id, row.name from campaign_contact as contact join customer as row on row.id = contact.customer_id
      where contact.campaign_id = ${campaignId} and ${wanted} and ${scope}
      order by array_position(array['new', 'call-again', 'missed'], contact.state) nulls last, contact.next_at, contact.id limit 1`.execute(
    trx,
  );
  const [customer = null] = rows;
  if (customer === null && customerId !== undefined) throw Problem.notFound();
  const spoken = customer === null ? undefined : (await spokenOf(trx, [customer.id], today)).get(customer.id);
  return {
    parts,
    customer,
    today,
    pieces: spoken === undefined ? forNobody(parts, today) : heardPieces(parts, spoken),
  };
}

/** As long as nobody is in the campaign what is the same for everybody can be heard. */
function forNobody(parts: readonly MessagePart[], today: string): readonly HeardPiece[] {
  const nobody: Spoken = { name: '', code: '', number: '', today, company: '', own: new Map() };
  return heardPieces(parts, nobody);
}

function partIn(piece: HeardPiece): z.input<typeof heardMessage>['parts'][number] {
  switch (piece.kind) {
    case 'sound':
      return { kind: 'sound', text: piece.part.greeting_name ?? '' };
    case 'words':
      return { kind: 'words', text: piece.words };
    case 'value':
      return { kind: 'words', text: piece.text };
    case 'missing':
      return { kind: 'words', text: `{${piece.name}}` };
    default:
      return piece satisfies never;
  }
}

function lengthIn(piece: HeardPiece, known: Awaited<ReturnType<typeof spokenWords>>): number {
  switch (piece.kind) {
    case 'sound':
      return piece.part.duration_ms ?? 0;
    case 'words':
      return known.get(piece.words)?.durationMs ?? 0;
    case 'value':
    case 'missing':
      return 0;
    default:
      return piece satisfies never;
  }
}

/** How long the values of a message are heard, in whichever voice they are said. */
async function lengthOfValues(
  trx: Trx,
  pieces: readonly HeardPiece[],
  lengthOf: (file: string) => number | undefined,
): Promise<number> {
  const values = pieces.flatMap((piece) => (piece.kind === 'value' ? piece.sources : []));
  const heard = asCompanySays(await ownSounds(trx), values);
  const own = await ownLengths(trx);
  return heard.reduce((ms, one) => ms + (one.kind === 'file' ? (own.get(one.file) ?? lengthOf(one.file) ?? 0) : 0), 0);
}

/** Of this many the first ones are looked at: cards of more are told by the calls. */
const mostLooked = 5_000;

/** Customers of a campaign whose cards lack something that its message names. */
async function withoutWords(
  trx: Trx,
  campaignId: string,
  parts: readonly MessagePart[],
  today: string,
): Promise<number> {
  const { rows } = await sql<{ customer_id: string }>`
    select customer_id from campaign_contact where campaign_id = ${campaignId}
      and state in ('new', 'missed', 'call-again') limit ${mostLooked}`.execute(trx);
  const spoken = await spokenOf(
    trx,
    rows.map(({ customer_id: id }) => id),
    today,
  );
  return [...spoken.values()].filter((one) => heardPieces(parts, one).some(({ kind }) => kind === 'missing')).length;
}
