import { callDirections, colleagues, customers, historiesCall } from '@alo/contract';
import { IconAddressBook, IconHistory, IconPhone, IconUsers, matches } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { callResult } from '../../../domain/calls/call-result.ts';
import { dialable } from '../../../domain/phone-door/dialable.ts';
import { usePhoneDoor } from '../../../domain/phone-door/phone-door.ts';
import { useRead } from '../../../kit/api/queries.ts';
import { groupedPhone } from '../../../kit/format/phone.ts';
import { dateTime } from '../../../kit/format/time.ts';
import { useMay, useMe } from '../../../kit/me/me.ts';
import type { Command } from './command.ts';

const shownAtMost = 6;
const callsAtMost = 4;

/** The number itself, colleagues, customers (by name first) and calls that what is typed names: to be looked at or called. */
export function usePeopleCommands(query: string): Command[] {
  const asked = useDeferredValue(query.trim());
  const isAsked = asked.length >= 2;
  const read = useRead();
  const may = useMay();
  const navigate = useNavigate();
  const phone = usePhoneDoor();
  const own = useMe()?.softphone?.extentions_number;
  const mayCustomers = may(customers.list.access);
  const { data: named } = useQuery({
    ...read(customers.list, { query: { search: asked, named: asked, per_page: shownAtMost } }),
    enabled: isAsked && mayCustomers,
  });
  // Whose number, code or address it is: where names do not fill the list.
  const { data: others } = useQuery({
    ...read(customers.list, { query: { search: asked, per_page: shownAtMost } }),
    enabled: isAsked && mayCustomers && named !== undefined && named.data.length < shownAtMost,
  });
  const found = new Map([...(named?.data ?? []), ...(others?.data ?? [])].map((customer) => [customer.id, customer]));
  const mayHistory = may(historiesCall.access);
  const { data: calls } = useQuery({
    ...read(historiesCall, { query: { search: asked, per_page: callsAtMost } }),
    enabled: isAsked && mayHistory,
  });
  const { data: people } = useQuery({ ...read(colleagues, {}), enabled: isAsked && phone !== null });
  if (!isAsked) return [];

  // Whether there is such a number the switchboard says when it is called.
  const number = dialable(asked);
  const called = (label: string, target: string, kind: string): Command[] =>
    phone === null
      ? []
      : [{ key: `call ${label} ${target}`, label, kind, icon: IconPhone, words: '', run: () => phone.dial(target) }];
  const callTo = (target: string) => (phone === null ? undefined : () => phone.dial(target));
  return [
    ...(number === null ? [] : called(`Gọi ${groupedPhone(number)}`, number, 'Số điện thoại')),
    ...(people?.data ?? [])
      .filter(({ name, extension }) => extension !== own && matches(`${name} ${extension}`, asked))
      .slice(0, shownAtMost)
      .flatMap(({ name, extension }) => called(`Gọi ${name}`, extension, `Máy nhánh ${extension}`))
      .map((command) => ({ ...command, icon: IconUsers })),
    ...[...found.values()].slice(0, shownAtMost).map(
      (customer): Command => ({
        key: customer.id,
        label: customer.name,
        kind: `Khách hàng · ${groupedPhone(customer.phone)}`,
        icon: IconAddressBook,
        words: '',
        run: () => void navigate({ to: '/customer', search: { id: customer.id } }),
        call: callTo(customer.phone.includes('*') ? customer.id : customer.phone),
      }),
    ),
    ...(calls?.data ?? []).map((call): Command => {
      const who = call.customer_name ?? groupedPhone(call.direction === 'internal' ? call.dialled : call.phone);
      return {
        key: `history ${call.id}`,
        label: `Cuộc gọi ${who || 'số ẩn'} · ${dateTime(call.started_at)}`,
        words: '',
        kind: `${callDirections[call.direction]} · ${callResult(call)}`,
        icon: IconHistory,
        run: () => void navigate({ to: '/call-history', search: { id: call.id } }),
      };
    }),
  ];
}
