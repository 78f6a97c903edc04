import { allCustomerField, type OwnField } from '@alo/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { untilChanged, useRead } from '../../kit/api/queries.ts';
import type { AddedReading, CompanyFields } from '../../resource/model/resource.ts';
import { ownFieldOf } from './own-field.tsx';
import { ownFilterOf } from './own-filter.tsx';

/** Fields that the company has added to its customers. */
export function useOwnFields() {
  const read = useRead();
  return useQuery({ ...read(allCustomerField, {}), ...untilChanged });
}

/** The same as parts of the customer's screens. */
export function useOwnOfCustomers(): AddedReading {
  const { data, error, refetch } = useOwnFields();
  const added = useMemo(() => data && addedOf(data.data), [data]);
  return { data: added, error, refetch };
}

const addedOf = (fields: readonly OwnField[]): CompanyFields => ({
  title: 'Thông tin riêng',
  fields: Object.fromEntries(fields.map((field) => [nameOf(field), ownFieldOf(field)])),
  listed: fields.filter((field) => field.in_list).map(nameOf),
  filters: fields.map(ownFilterOf),
});

const nameOf = ({ id }: OwnField) => `own.${id}`;
