import { isIP } from 'node:net';
import type { TrunkId, TrunkPlan } from '@alo/call-core';
import type { TrunkAccount, TrunkManner, TrunkProvision } from '@alo/engine';
import { parsePhone, spellsNumber } from '@alo/phone-number';

import { guaranteedChannels } from '../domain/carrier-channels.ts';
import type { Row, Rows } from './routing-rows.ts';
import { rowWith } from './row-lookups.ts';

/** A secret as it was typed; undefined where it cannot be read any more. */
export type OpenSecret = (tenantId: string, sealed: string) => string | undefined;

/** What the engine has to know of the tenant's carriers. */
export function trunksOf(rows: Rows, openSecret: (sealed: string) => string | undefined): TrunkProvision[] {
  return rows.trunks.map((row): TrunkProvision => {
    // What belongs to a share is for the trunks that it binds.
    const assigned = rows.assignedCarriers.flatMap(({ host, share_id: of }) =>
      of === null || of === row.share_id ? [host] : [],
    );
    const numbers = rows.numbers.filter((number) => number.trunk_id === row.id);
    const { host, port, transport, addresses, backups, identity } = row;
    const share = shareOf(rows, row);
    return {
      trunk: trunkId(row.id),
      host,
      port,
      transport,
      addresses: addresses.filter((network) => isNarrow(network) || assigned.includes(network)),
      inside: insideOf(row, assigned),
      since: row.places_since.getTime(),
      ...(row.share_id === null ? {} : { share: row.share_id }),
      ...carrierOf(share),
      backups,
      identity,
      numbers: numbers.map(({ number }) => nationalForm(number)),
      forms: Object.fromEntries(
        numbers.flatMap((number) => {
          const form = formOf(number);
          return form === null ? [] : [[form, nationalForm(number.number)]];
        }),
      ),
      numberPrefix: row.number_prefix,
      account:
        share !== undefined && share.username !== ''
          ? accountOf(share, openSecret)
          : row.kind === 'registration'
            ? accountOf(row, openSecret)
            : null,
      ...(row.kind === 'gateway' ? { registersHere: accountOf(row, openSecret) } : {}),
      trustsIdentity: row.trusts_identity,
      // The column's check allows these only.
      codecs: row.codecs as NonNullable<TrunkProvision['codecs']>,
      // A gateway shows by its registration that it is there.
      checkSeconds: row.kind === 'gateway' ? 0 : row.check_seconds,
      manner: mannerOf(share === undefined || share.domain === '' ? row : { ...row, domain: share.domain }),
    };
  });
}

/** What there is of a shared carrier at all, where the operator has said so. */
function carrierOf(share: Rows['carrierShares'][number] | undefined): Pick<TrunkProvision, 'carrier'> {
  const { channels = null, given = 0 } = share?.carrier ?? {};
  if (share === undefined || share.carrier_id === null || channels === null) return {};
  const floor = guaranteedChannels(share.max_calls, { channels, given });
  return { carrier: { id: share.carrier_id, channels, floor } };
}

/** What the trunk says that is not as most carriers want it. */
function mannerOf(row: Row<'trunk'>): TrunkManner {
  return {
    ...(row.domain === '' ? {} : { domain: row.domain }),
    ...(row.registrar === '' ? {} : { registrar: row.registrar }),
    ...(row.called_form === 'dialled' ? {} : { calledForm: row.called_form }),
    ...(row.account_in_from ? { accountInFrom: true } : {}),
    ...(row.user_is_phone ? { userIsPhone: true } : {}),
    ...(row.privacy === 'id' ? {} : { privacy: row.privacy }),
    ...(row.keys === 'events' ? {} : { keys: row.keys }),
    ...(row.early_media ? {} : { ignoresEarlyMedia: true }),
    ...(row.session_timer === 'answered'
      ? {}
      : { refreshSeconds: row.session_timer === 'off' ? null : row.session_seconds }),
    ...(row.provisionals === 'offered' ? {} : { provisionals: row.provisionals }),
    ...(row.silence_minutes === null ? {} : { silenceMs: row.silence_minutes * 60_000 }),
  };
}

const anywhere = ['0.0.0.0/0', '::/0'];

/** Where its names may lead outside the internet: to networks that the operator assigned, and anywhere if a name itself was. */
function insideOf({ host, backups }: Row<'trunk'>, assigned: readonly string[]): readonly string[] {
  const names = [host, ...backups].map((server) => server.replace(/:\d+$/, ''));
  const addresses = assigned.filter((place) => familyOf(place) !== 0);
  return names.some((name) => assigned.includes(name) && !addresses.includes(name)) ? anywhere : addresses;
}

const familyOf = (network: string) => isIP(network.split('/')[0] ?? '');

/** A network that is wider than any carrier's would make carriers of strangers. */
function isNarrow(network: string): boolean {
  const bits = network.split('/')[1];
  return bits === undefined || Number(bits) >= (familyOf(network) === 4 ? 24 : 48);
}

/** What call control has to know of them. */
export const trunkPlansOf = ({ trunks, carrierShares }: Rows): Readonly<Record<string, TrunkPlan>> =>
  Object.fromEntries(
    trunks.map((row) => {
      const { id, name, max_calls: calls, max_calls_per_second: callsPerSecond } = row;
      const share = shareOf({ carrierShares }, row);
      // On a carrier of the operator's it is the operator who answers for numbers that are shown.
      const passesCallers = row.passes_callers && row.may_pass_callers;
      const part =
        share?.max_calls == null ? {} : { share: { id: share.id, name: share.name, calls: share.max_calls } };
      return [id, { name, calls, callsPerSecond, passesCallers, ...part }];
    }),
  );

/** What the operator gave of the carrier that a trunk leads to. */
const shareOf = ({ carrierShares }: Pick<Rows, 'carrierShares'>, { share_id: id }: Rows['trunks'][number]) =>
  rowWith(carrierShares, 'id', id);

function accountOf(
  row: Pick<Row<'trunk'>, 'secret' | 'username' | 'auth_username'>,
  openSecret: (sealed: string) => string | undefined,
): TrunkAccount {
  const password = row.secret === null ? '' : (openSecret(row.secret) ?? '');
  return { username: row.username, authUsername: row.auth_username || row.username, password };
}

/** How the carrier is told that one of our numbers calls: as it writes that number, else in the form that it wants. */
export function shownAs(row: Row<'service_number'>, trunk: Row<'trunk'>): string {
  const form = formOf(row);
  if (form !== null) return form;
  const { number } = row;
  switch (trunk.number_form) {
    case 'national':
      return nationalForm(number);
    case 'international':
      return number.replace(/^\+/, '');
    case 'plus':
      return number;
    default:
      return trunk.number_form satisfies never;
  }
}

/** How the carrier writes a number of ours; null where that is plain, or would be another number. */
const formOf = ({ carrier_form: form, number }: Row<'service_number'>): string | null =>
  form !== '' && spellsNumber(form, number) ? form : null;

function nationalForm(number: string): string {
  const read = parsePhone(number);
  return read.ok ? read.phone.national : number;
}

/** A trunk's id is the id of its row. */
export const trunkId = (id: string): TrunkId => id as TrunkId;
