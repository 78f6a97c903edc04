import { type CallRow, colleagues, customers, historiesCall } from '@alo/contract';
import { IconButton, IconPhoneIncoming, IconPhoneOutgoing, IconStar, matches, Status } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';

import { stateWords } from '../../domain/presence/presence.ts';
import { useConsole } from '../../kit/api/context.ts';
import { useRead } from '../../kit/api/queries.ts';
import { groupedPhone } from '../../kit/format/phone.ts';
import { dateTime } from '../../kit/format/time.ts';
import { useMay } from '../../kit/me/me.ts';
import { usePreferences } from '../../kit/me/use-preferences.ts';
import { usePhoneContext } from '../model/phone-context.ts';
import styles from './dialler-people.module.css';

/** Somebody who can be called by one click. */
export interface Callee {
  readonly key: string;
  readonly name: string;
  /** What is dialled: an extension, a number, or what stands for one that is hidden. */
  readonly target: string;
  readonly note: ReactNode;
  readonly sign?: ReactNode;
  readonly missed?: boolean;
  /** The extension of a colleague. */
  readonly colleague?: string;
}

/** Presence is read again so often while people look at it, in milliseconds. */
const lookEvery = 5_000;
const shownAtMost = 8;

/** Whom what is typed names: colleagues first, then customers; of nothing typed favourites, and who was spoken with or missed last. */
export function useCallees(text: string): readonly Callee[] {
  const asked = useDeferredValue(text.trim());
  const isName = /\p{L}/u.test(asked);
  const read = useRead();
  const { api } = useConsole();
  const may = useMay();
  const { extension, unavailable } = usePhoneContext();
  const [{ favourites }] = usePreferences();
  const hasPhone = extension !== '' && unavailable !== 'no-extension';
  const { data: people } = useQuery({
    ...read(colleagues, {}),
    enabled: hasPhone && (isName || favourites.length > 0),
    refetchInterval: lookEvery,
  });
  const { data: named } = useQuery({
    ...read(customers.list, { query: { search: asked, named: asked, per_page: shownAtMost } }),
    enabled: isName && asked.length >= 2 && may(customers.list.access),
  });
  const ownCalls = { query: { extension, per_page: shownAtMost } };
  const { data: calls } = useQuery({
    ...read(historiesCall, ownCalls),
    // A call that rings takes the dialler's place, and calls off nothing that was asked for.
    queryFn: () => api(historiesCall, ownCalls),
    enabled: hasPhone && asked === '' && may(historiesCall.access),
  });
  const others = (people?.data ?? [])
    .filter((person) => person.extension !== extension)
    .map((person) => ({
      key: person.extension,
      name: person.name,
      target: person.extension,
      colleague: person.extension,
      note: <Status tone={stateWords[person.state].tone}>{stateWords[person.state].word}</Status>,
    }));
  if (asked === '') {
    const starred = others.filter(({ colleague }) => favourites.includes(colleague));
    return [...starred, ...(calls?.data ?? []).flatMap((call) => recent(call, extension))];
  }
  if (!isName) return [];
  return [
    ...others.filter(({ name }) => matches(name, asked)).slice(0, shownAtMost),
    ...(named?.data ?? []).map(({ id, name, phone }) => ({
      key: id,
      name,
      target: phone.includes('*') ? id : phone,
      note: groupedPhone(phone),
    })),
  ];
}

/** A call of one's own that is over, and how its other side is called. */
function recent(call: CallRow, own: string): readonly Callee[] {
  const isOut = call.direction === 'outbound' || (call.direction === 'internal' && call.caller_extension === own);
  const isMissed = !isOut && call.status !== 'answered' && call.status !== 'callback';
  const number = call.direction !== 'internal' ? call.phone : isOut ? call.dialled : call.caller_extension;
  if (number === '' || call.status === 'in_progress') return [];
  const name = call.direction !== 'internal' ? call.customer_name : isOut ? call.agent_name : call.caller_name;
  const hidden = call.customer_id ?? `call/${call.id}`;
  const Sign = isOut ? IconPhoneOutgoing : IconPhoneIncoming;
  return [
    {
      key: `call ${call.id}`,
      name: name ?? groupedPhone(number),
      target: number.includes('*') ? hidden : number,
      note: dateTime(call.started_at),
      sign: <Sign size={15} role="img" aria-label={isOut ? 'Gọi đi' : isMissed ? 'Gọi nhỡ' : 'Gọi đến'} />,
      missed: isMissed,
    },
  ];
}

/** Each calls at once; a colleague becomes a favourite by their star. */
export function Callees({
  callees,
  label,
  onCall,
}: {
  callees: readonly Callee[];
  label: string;
  onCall: (callee: Callee) => void;
}) {
  const [{ favourites }, change] = usePreferences();
  if (callees.length === 0) return null;
  const toggle = (extension: string) =>
    change({
      favourites: favourites.includes(extension)
        ? favourites.filter((one) => one !== extension)
        : [...favourites, extension],
    });
  return (
    <ul className={styles.callees} aria-label={label}>
      {callees.map((callee) => (
        <li key={callee.key} data-missed={callee.missed || undefined}>
          <button type="button" className={styles.callee} onClick={() => onCall(callee)}>
            {callee.sign}
            <span className={styles.name}>
              <span className="alo-unseen">Gọi </span>
              {callee.name}
            </span>
            <span className={styles.note}>{callee.note}</span>
          </button>
          {callee.colleague !== undefined && (
            <IconButton
              label={`Yêu thích: ${callee.name}`}
              size="sm"
              aria-pressed={favourites.includes(callee.colleague)}
              onClick={() => callee.colleague !== undefined && toggle(callee.colleague)}
            >
              <IconStar aria-hidden className={favourites.includes(callee.colleague) ? styles.starred : undefined} />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  );
}
