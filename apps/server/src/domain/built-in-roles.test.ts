import {
  type Access,
  callsToReturn,
  customers,
  dashboard,
  historiesCall,
  isAllowed,
  monitor,
  myDay,
} from '@alo/contract';
import { expect, test } from 'vitest';

import { builtInRoles } from './built-in-roles.ts';

const may = (role: string, access: Access) => {
  const holder = builtInRoles.find(({ name }) => name === role);
  return isAllowed(holder && { ...holder, licences: ['supervision'] }, access);
};

test('who answers the phone has their own day, customers and calls; the figures and calls of all are for who leads', () => {
  const own = [myDay, callsToReturn, historiesCall, customers.list].map(({ access }) => access);
  const ofAll = [dashboard, monitor].map(({ access }) => access);
  expect(own.map((access) => may('Nhân viên', access))).toEqual([true, true, true, true]);
  expect(ofAll.map((access) => may('Nhân viên', access))).toEqual([false, false]);
  expect(ofAll.map((access) => may('Quản lý', access))).toEqual([true, true]);
});
