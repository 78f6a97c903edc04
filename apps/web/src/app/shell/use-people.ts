import { colleagues, customers } from '@alo/contract';
import { IconAddressBook, IconPhone, IconUsers, matches } from '@alo/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue } from 'react';

import { useRead } from '../../shared/api/queries.ts';
import { groupedPhone } from '../../shared/format/phone.ts';
import { usePhoneDoor } from '../../shared/phone/phone-door.ts';
import { useMay } from '../../shared/session/me.ts';
import type { Command } from './command.ts';

const shownAtMost = 6;

/** Customers, colleagues and the number itself, as far as what is typed names them: to be looked at or called. */
export function usePeople(query: string): Command[] {
  const asked = useDeferredValue(query.trim());
  const isAsked = asked.length >= 2;
  const read = useRead();
  const may = useMay();
  const navigate = useNavigate();
  const phone = usePhoneDoor();
  const { data: found } = useQuery({
    ...read(customers.list, { query: { search: asked, per_page: shownAtMost } }),
    enabled: isAsked && may(customers.list.access),
  });
  const { data: people } = useQuery({ ...read(colleagues, {}), enabled: isAsked && phone !== null });
  if (!isAsked) return [];

  // Whether there is such a number the switchboard says when it is called.
  const digits = /^[+\d\s.()-]+$/.test(asked) ? asked.replace(/[\s.()-]/g, '') : '';
  const called = (label: string, target: string, kind: string): Command[] =>
    phone === null
      ? []
      : [{ key: `call ${label} ${target}`, label, kind, icon: IconPhone, words: '', run: () => phone.dial(target) }];
  return [
    ...(digits.length >= 3 ? called(`Gọi ${groupedPhone(digits)}`, digits, 'Số điện thoại') : []),
    ...(found?.data ?? []).flatMap((customer): Command[] => {
      const shown = groupedPhone(customer.phone);
      return [
        {
          ...{
            key: customer.id,
            label: customer.name,
            kind: `Khách hàng · ${shown}`,
            icon: IconAddressBook,
            words: '',
          },
          run: () => void navigate({ to: '/customer', search: { id: customer.id } }),
        },
        ...called(`Gọi ${customer.name}`, customer.phone.includes('*') ? customer.id : customer.phone, shown),
      ];
    }),
    ...(people?.data ?? [])
      .filter(({ name, extension }) => matches(`${name} ${extension}`, asked))
      .slice(0, shownAtMost)
      .flatMap(({ name, extension }) => called(`Gọi ${name}`, extension, `Máy nhánh ${extension}`))
      .map((command) => ({ ...command, icon: IconUsers })),
  ];
}
