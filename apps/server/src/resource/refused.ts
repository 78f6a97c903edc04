import pg from 'pg';

import { overShare } from '../db/over-share.ts';
import { Problem } from '../kernel/problem.ts';
import type { Child } from './children.ts';

/** What a resource says of the rules of its tables. */
interface Rules {
  readonly table: string;
  readonly fields: readonly string[];
  readonly children: Readonly<Record<string, Child | undefined>>;
  readonly words: Readonly<Record<string, Readonly<Record<string, string | undefined>>>>;
}

/**
 * Turns what the database refuses into a word beside the field. Our rules are named `<table>_<field>_key`, `_fkey` and
 * `_check`; one over several fields has its words in the resource. A reference into another tenant is refused by the same key
 * as one to nothing.
 */
export async function refusedInput<T>(rules: Rules, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof pg.DatabaseError ? (problemOf(rules, error) ?? error) : error;
  }
}

function problemOf(rules: Rules, error: pg.DatabaseError): Problem | undefined {
  const { code = '', constraint = '' } = error;
  const field = fieldOf(rules, error);
  const beside = (message: string) => (field === undefined ? {} : { [field]: message });
  switch (code) {
    case uniqueViolation:
      return Problem.duplicate(defined(rules.words[constraint]) ?? beside('Đã có dữ liệu khác dùng giá trị này'));
    case foreignKeyViolation:
      return Problem.noSuchChoice(beside('Lựa chọn này không còn tồn tại'));
    case checkViolation:
      return overShare(error) ?? Problem.invalid(defined(rules.words[constraint]) ?? beside('Giá trị không hợp lệ'));
    case notNullViolation:
      return Problem.invalid(beside('Thông tin không được để trống'));
    case tooLong:
    case outOfRange:
      return Problem.invalid(beside('Giá trị quá lớn'));
    default:
      return undefined;
  }
}

/** What is wrong with a row in one line, for reports: each field by what it is called, where it stands in files at all. */
export function problemInWords({ details, message }: Problem, labelOf: (field: string) => string | undefined): string {
  const told = Object.entries(details.fields ?? {}).map(([name, text]) => {
    const label = labelOf(name);
    return label === undefined ? text : `${label}: ${text}`;
  });
  return told.join('; ') || message;
}

function fieldOf({ table, fields, children }: Rules, error: pg.DatabaseError): string | undefined {
  const child = Object.entries(children).find(([, one]) => one?.table === error.table);
  if (child !== undefined && error.table !== table) return child[0];
  const named = /^(.+)_(?:f?key|check)$/.exec(error.constraint ?? '')?.[1]?.replace(`${table}_`, '');
  return [named, error.column].find((name) => name !== undefined && fields.includes(name));
}

function defined(words: Readonly<Record<string, string | undefined>> | undefined): Record<string, string> | undefined {
  if (words === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(words).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
  );
}

/** Something began to refer to the row while it was being deleted. */
export async function refusedRemoval<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === foreignKeyViolation) throw Problem.inUse([]);
    throw error;
  }
}

const uniqueViolation = '23505';
const foreignKeyViolation = '23503';
const checkViolation = '23514';
const notNullViolation = '23502';
const tooLong = '22001';
const outOfRange = '22003';
